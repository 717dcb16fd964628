/** Tools that ask the person or the model behind their caller. */
import { IsEmail, IsIn, IsInt } from 'class-validator';
import { type Answer, form, type SampleContent, type SampleResult, tool, ToolError, type ToolContext, toolset } from 'toolmark';
import { everyKindOfChoice } from './choices.js';

interface Account {
  /** How others see you. */
  username: string;
  /** @format email */
  email: string;
}

interface Name {
  name: string;
}

interface Colour {
  color: string;
}

interface Consent {
  ok: boolean;
}

/** A form with a default for each kind of field. */
export class Profile {
  /** User name */
  name: string = 'John Doe';

  /** User age */
  @IsInt()
  age: number = 30;

  /** User score */
  score: number = 95.5;

  /** User status */
  @IsIn(['active', 'inactive', 'pending'])
  status: 'active' | 'inactive' | 'pending' = 'active';

  /** Verification status */
  verified: boolean = true;
}

/** Where to write to. */
export class Contact {
  /** Your e-mail address */
  @IsEmail()
  email!: string;
}

export const account = form<Account>();
export const name = form<Name>();
export const colour = form<Colour>();
export const consent = form<Consent>();

const told = ({ action, content }: Answer<object>): string => `action=${action}, content=${JSON.stringify(content ?? {})}`;

const textOf = ({ content }: SampleResult): string =>
  [content]
    .flat()
    .map((part: SampleContent) => (part.type === 'text' ? part.text : ''))
    .join('');

const question = (text: string, maxTokens = 100) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
  maxTokens,
});

@toolset({ prefix: 'test_' })
export class QuestionService {
  /**
   * Asks the client's model.
   * @param prompt what to ask
   */
  @tool()
  async sampling(prompt: string, context: ToolContext): Promise<string> {
    return `LLM response: ${textOf(await context.sample(question(prompt)))}`;
  }

  /**
   * Asks the person for a user name and an e-mail address.
   * @param message what to show
   */
  @tool()
  async elicitation(message: string, context: ToolContext): Promise<string> {
    return `User response: ${told(await context.elicit({ message, form: account }))}`;
  }

  /** Asks with a form whose fields all have defaults. */
  @tool()
  async elicitation_sep1034_defaults(context: ToolContext): Promise<string> {
    const answer = await context.elicit({ message: 'Please review and update the form fields with defaults', form: Profile });
    return `Elicitation completed: ${told(answer)}`;
  }

  /** Asks with a form that has every kind of choice. */
  @tool()
  async elicitation_sep1330_enums(context: ToolContext): Promise<string> {
    const answer = await context.elicit({ message: 'Please select options from the enum fields', requestedSchema: everyKindOfChoice });
    return `Elicitation completed: ${told(answer)}`;
  }

  /** Asks for an e-mail address that class-validator checks. */
  @tool()
  async elicitation_checked(context: ToolContext): Promise<string> {
    return `User response: ${told(await context.elicit({ message: 'Where can we write to?', form: Contact }))}`;
  }

  /** Asks for a name while its answer is a stream. */
  @tool()
  async streaming_elicitation(context: ToolContext): Promise<string> {
    return `Hello, ${await askName(context)}!`;
  }

  /** Needs a client whose model can be asked. */
  @tool()
  async missing_capability(context: ToolContext): Promise<string> {
    return textOf(await context.sample(question('Say hello.')));
  }
}

/** The same over the protocol of 2026-07-28: each question ends the request, and the answers come with the next one. */
@toolset({ prefix: 'test_input_required_result_' })
export class RoundsService {
  /** Asks for a name. */
  @tool()
  async elicitation(context: ToolContext): Promise<string> {
    return `Hello, ${await askName(context)}!`;
  }

  /** Asks the client's model. */
  @tool()
  async sampling(context: ToolContext): Promise<string> {
    return textOf(await context.sample({ key: 'capital_question', ...question('What is the capital of France?') }));
  }

  /** Asks which folders the client works in. */
  @tool()
  async list_roots(context: ToolContext): Promise<string> {
    const roots = await context.roots({ key: 'client_roots' });
    return `Roots: ${roots.map(({ uri }) => uri).join(', ')}`;
  }

  /** Asks for consent; the state of the request is kept by the client and signed by us. */
  @tool()
  async request_state(context: ToolContext): Promise<string> {
    const { action } = await context.elicit({ key: 'confirm', message: 'Please confirm', form: consent });
    return action === 'accept' ? 'state-ok' : 'Not confirmed, state-ok';
  }

  /** As request_state; a state that was tampered with is refused before this runs. */
  @tool()
  async tampered_state(context: ToolContext): Promise<string> {
    return this.request_state(context);
  }

  /** Asks three things at once. */
  @tool()
  async multiple_inputs(context: ToolContext): Promise<string> {
    const [person, greeting, roots] = await Promise.all([
      askName(context),
      context.sample({ key: 'greeting', ...question('Generate a greeting', 50) }),
      context.roots({ key: 'client_roots' }),
    ]);
    return `${textOf(greeting)} ${person}, of ${roots.length} roots.`;
  }

  /** Asks one thing after the other. */
  @tool()
  async multi_round(context: ToolContext): Promise<string> {
    const first = await context.elicit({ key: 'step1', message: 'Step 1: What is your name?', form: name });
    const second = await context.elicit({ key: 'step2', message: 'Step 2: What is your favorite color?', form: colour });
    return `${first.content?.name ?? 'Somebody'} likes ${second.content?.color ?? 'no colour'}.`;
  }

  /** Asks the person, or the model where the client has no person to ask. */
  @tool()
  async capabilities(context: ToolContext): Promise<string> {
    try {
      return `Hello, ${await askName(context)}!`;
    } catch (error) {
      if (!(error instanceof ToolError && error.code === 'NOT_IMPLEMENTED')) throw error;
      return textOf(await context.sample({ key: 'greeting', ...question('Generate a greeting', 50) }));
    }
  }
}

async function askName(context: ToolContext): Promise<string> {
  const { content } = await context.elicit({ key: 'user_name', message: 'What is your name?', form: name });
  return content?.name ?? 'stranger';
}
