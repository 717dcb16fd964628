/** What the server offers only after a call asked for it. */
import { prompt, tool, toolset } from 'toolmark';

@toolset({ prefix: 'test_' })
export class LateTools {
  /** Was added while the server ran. */
  @tool()
  late(): string {
    return 'Late, but here.';
  }
}

export class LatePrompts {
  /** Was added while the server ran. */
  @prompt()
  test_late_prompt(): string {
    return 'Late, but here.';
  }
}
