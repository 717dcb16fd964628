/** Tools that tell their caller something while they run, or change what the server offers. */
import { tool, type ToolContext, toolset } from 'toolmark';
import { pause } from './fixtures.js';

/** What a running tool may change in the server that runs it. */
export interface Changes {
  tools(): void;
  prompts(): void;
  resource(uri: string): void;
}

@toolset({ prefix: 'test_' })
export class RunningService {
  constructor(private readonly changes: Changes) {}

  /** Logs three times while it runs. */
  @tool()
  async tool_with_logging(context: ToolContext): Promise<string> {
    context.log('info', 'Tool execution started');
    await pause(50);
    context.log('info', 'Tool processing data');
    await pause(50);
    context.log('info', 'Tool execution completed');
    return 'Tool with logging executed successfully';
  }

  /** Logs once; a client that named no level must not see it. */
  @tool()
  logging_tool(context: ToolContext): string {
    context.log('info', 'Logged by test_logging_tool');
    return 'Logged.';
  }

  /** Tells three times how far it is. */
  @tool()
  async tool_with_progress(context: ToolContext): Promise<string> {
    for (const progress of [0, 50, 100]) {
      context.progress(progress, 100, `Completed step ${progress} of 100`);
      if (progress < 100) await pause(50);
    }
    return 'Tool with progress executed successfully';
  }

  /** Lets go of its stream; the client comes back for the answer. */
  @tool()
  async reconnection(context: ToolContext): Promise<string> {
    context.closeStream();
    await pause(100);
    return 'Reconnection test completed successfully';
  }

  /** Adds a tool to the server, or takes it away again. */
  @tool()
  trigger_tool_change(): string {
    this.changes.tools();
    return 'The list of tools has changed.';
  }

  /** Adds a prompt to the server, or takes it away again. */
  @tool()
  trigger_prompt_change(): string {
    this.changes.prompts();
    return 'The list of prompts has changed.';
  }

  /** Tells subscribers that the watched resource has changed. */
  @tool()
  trigger_resource_update(): string {
    this.changes.resource('test://watched-resource');
    return 'The watched resource has changed.';
  }
}
