/** Prompts: plain, with arguments, with content, and one that asks. */
import { complete, form, prompt, type PromptMessage, type ToolContext } from 'toolmark';
import { redPixel } from './fixtures.js';

const user = (content: PromptMessage['content']): PromptMessage => ({ role: 'user', content });

export const background = form<{ context: string }>();

export class PromptService {
  /** A simple prompt without arguments. */
  @prompt()
  test_simple_prompt(): string {
    return 'This is a simple prompt for testing.';
  }

  /**
   * A prompt with required arguments.
   * @param arg1 First test argument
   * @param arg2 Second test argument
   */
  @prompt()
  test_prompt_with_arguments(arg1: string, arg2: string): string {
    return `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`;
  }

  @complete({ prompt: 'test_prompt_with_arguments', argument: 'arg1' })
  firstArguments(value: string): string[] {
    return ['paris', 'park', 'party', 'test1', 'test2'].filter((one) => one.startsWith(value));
  }

  /**
   * A prompt that includes an embedded resource.
   * @param resourceUri URI of the resource to embed
   */
  @prompt()
  test_prompt_with_embedded_resource(resourceUri: string): PromptMessage[] {
    const text = 'Embedded resource content for testing.';
    return [
      user({ type: 'resource', resource: { uri: resourceUri, mimeType: 'text/plain', text } }),
      user({ type: 'text', text: 'Please process the embedded resource above.' }),
    ];
  }

  /** A prompt that includes an image. */
  @prompt()
  test_prompt_with_image(): PromptMessage[] {
    return [
      user({ type: 'image', data: redPixel, mimeType: 'image/png' }),
      user({ type: 'text', text: 'Please analyze the image above.' }),
    ];
  }

  /** A prompt that asks the person what it should be about. */
  @prompt()
  async test_input_required_result_prompt(context: ToolContext): Promise<string> {
    const { content } = await context.elicit({ key: 'user_context', message: 'What context should the prompt use?', form: background });
    return `Use this context: ${content?.context ?? 'none'}`;
  }
}
