import {
  complete,
  prompt as ask,
  resource,
  tool,
  param,
  payload,
  toolset,
  type Completion,
  type PromptMessage,
  type PromptOptions,
  type ResourceContents,
  type ToolContext,
} from 'toolmark';
import * as ns from 'toolmark';

export enum Tone {
  Warm = 'warm',
  Cold = 'cold',
}
export class Page {
  id!: number;
  private secret = 1;
}
const base = 'app://pages';
const quiet = (options: PromptOptions = {}) => ask({ tags: ['quiet'], ...options });

abstract class Common<T> {
  /** One page.
   * @param id the page's number */
  @resource('app://pages/{id}', { mimeType: 'application/json' })
  page(id: number): T {
    throw new Error(String(id));
  }
  /** Greets. */
  @ask()
  greet(name: string, tone: Tone = Tone.Warm): string {
    return `${name} ${tone}`;
  }
  @complete({ prompt: 'greet', argument: 'name' })
  names(value: string): string[] {
    return [value];
  }
}

export class Pages extends Common<Page> {
  /** Greets somebody.
   * @param name whom */
  override greet(name: string, tone?: Tone): string {
    return `${name} ${tone}`;
  }
  /** All there is. */
  @ns.resource('app://config')
  config(context: ToolContext): Record<string, string> {
    return { id: String(context.callId) };
  }
  @resource(`${base}/{id}/raw{?lang,tags*}`, { name: 'raw' })
  @resource('app://raw/{id}')
  async raw(id: string, lang?: 'en' | 'de', tags: string[] = [], @param({ name: 'deep' }) deeply?: boolean): Promise<Uint8Array> {
    return Buffer.from(`${id} ${lang} ${tags} ${deeply}`);
  }
  @resource('app://file/{+path}')
  file(@payload() where: { path: string; line?: number }): ResourceContents {
    return { uri: `app://file/${where.path}`, text: '' };
  }
  @complete({ resource: 'app://file/{+path}', argument: 'path' })
  @complete({ prompt: 'review', argument: 'code' })
  paths(_value: string, _others: Record<string, string>, _context?: ToolContext): Completion {
    return { values: [] };
  }
  @ask({ name: 'review', title: 'Review' })
  reviewCode(
    @param({ name: 'code', description: 'what to review' }) text: string,
    strict: boolean | 'very',
    count = 3,
    when?: Date,
    context?: ToolContext,
  ): PromptMessage[] {
    void [text, strict, count, when, context];
    return [];
  }
  @quiet()
  whole(@payload() _all: { name: string; age?: number }): { description: string; messages: PromptMessage[] } {
    return { description: '', messages: [] };
  }
  @tool()
  @ask()
  @resource('app://both')
  both(): Page {
    return new Page();
  }
}

/** Has nothing but a prompt; its completions name it with the prefix of its class, and without. */
@toolset({ prefix: 'only_' })
export class OnlyPrompts {
  @ask
  hello(name = '', tone = ''): string {
    return `Hello ${name} ${tone}`;
  }
  @complete({ prompt: 'only_hello', argument: 'name' })
  names(value: string): string[] {
    return [value];
  }
  @complete({ prompt: 'hello', argument: 'tone' })
  tones(): string[] {
    return [];
  }
}
