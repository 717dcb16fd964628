/**
 * Questions of the modern era. The server has no way to send a request: a method that asks what has not been answered yet ends there,
 * the request is answered with `input_required` and all that was asked in that turn, and the client sends it again with the answers.
 * The method then runs from its start, and gets the answers so far in the order of asking.
 */
import type { RequestContext } from '../dispatch/request.js';
import type { WireObject } from '../dispatch/outcome.js';
import { invalidParams } from '../wire/errors.js';
import { isObject } from '../wire/tools.js';
import { demandCapability, type QuestionMethod } from './capabilities.js';
import { type Answered, hashOf, type Progress, type RequestState, type Subject } from './request-state.js';

interface Question {
  method: QuestionMethod;
  params: Record<string, unknown>;
  hash: string;
  key: string;
}

const nothing: Progress = { answered: new Map(), open: new Map() };

/** The reason that the signal of a run fires with when it ended with a question. */
export const endedWithQuestion = (): Error => new Error('The run ends here: it asked a question, and will be run again with the answer.');

/** One run of a method. */
export class Round {
  readonly #request: RequestContext;
  readonly #subject: Subject;
  readonly #state: RequestState;
  readonly #answered: ReadonlyMap<number, Answered>;
  readonly #asked = new Map<number, Question>();
  #next = 0;
  #end: (asked: WireObject) => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;

  /** @throws ProtocolError -32602 for a state that is not ours, or an answer that is none */
  constructor(request: RequestContext, subject: Subject, state: RequestState) {
    this.#request = request;
    this.#subject = subject;
    this.#state = state;
    this.#answered = this.#answersSoFar();
  }

  /** @param end told when the run ends with questions: `inputRequests` and `requestState` @param fail when they cannot be told */
  whenEnded(end: (asked: WireObject) => void, fail: (error: unknown) => void): void {
    this.#end = end;
    this.#fail = fail;
  }

  /** The answer; when there is none yet, nothing ever comes: the run is over. */
  ask(method: QuestionMethod, params: Record<string, unknown>, key?: string): Promise<unknown> {
    const place = this.#next++;
    // Pages have no ids in this era; they are made anew in each run.
    const { elicitationId: _made, ...wire } = params;
    const hash = hashOf([method, wire]);
    const known = this.#answered.get(place);
    // A method that asks something else than before gets no answer that was meant for another question.
    if (known?.hash === hash) return Promise.resolve(known.answer);
    demandCapability(method, params, this.#request.capabilities);
    // What is asked at once goes out together, so the end waits for the turn to be over.
    if (this.#asked.size === 0) setTimeout(() => this.#finish(), 0);
    this.#asked.set(place, { method, params: wire, hash, key: this.#keyFor(place, key) });
    return new Promise(() => undefined);
  }

  /** Answers that were signed before, and those that came just now. */
  #answersSoFar(): ReadonlyMap<number, Answered> {
    const { requestState, inputResponses } = this.#request.retry ?? {};
    // Answers without a state belong to no question that we know of: it is asked again.
    const { answered, open }: Progress = requestState === undefined ? nothing : this.#state.read(requestState, this.#subject);
    if (!isObject(inputResponses)) return answered;
    const all = new Map(answered);
    for (const [place, { hash, key }] of open) {
      const answer: unknown = Object.hasOwn(inputResponses, key) ? inputResponses[key] : undefined;
      // What is missing, or wrapped in a message, is asked again.
      if (!isObject(answer) || 'method' in answer || 'result' in answer) continue;
      all.set(place, { hash, answer: checked(answer, key) });
    }
    return all;
  }

  /** The author's own name of the question, unless another of this turn has it. */
  #keyFor(place: number, wanted: string | undefined): string {
    const taken = new Set([...this.#asked.values()].map(({ key }) => key));
    if (typeof wanted === 'string' && wanted !== '__proto__' && !taken.has(wanted)) return wanted;
    let key = `question-${place + 1}`;
    while (taken.has(key)) key += "'";
    return key;
  }

  /** Runs in a turn of its own: whatever is wrong here must be told to the client, not thrown at the process. */
  #finish(): void {
    try {
      this.#end(this.#questions());
    } catch (error) {
      this.#fail(error);
    }
    this.#request.abort(endedWithQuestion());
  }

  #questions(): WireObject {
    const asked = [...this.#asked];
    const requests = asked.map(([, { key, method, params }]) => [key, { method, params }]);
    return {
      inputRequests: Object.fromEntries(requests) as WireObject,
      requestState: this.#state.write(this.#subject, { answered: this.#answered, open: new Map(asked) }),
    };
  }
}

/** Levels that an answer may be nested: it is written again into the state of each further round. */
const deepest = 64;

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

/** The result of `elicitation/create`, `sampling/createMessage` or `roots/list`, bare. */
function checked(answer: Record<string, unknown>, key: string): Record<string, unknown> {
  const isAnswer = typeof answer['action'] === 'string' || 'role' in answer || Array.isArray(answer['roots']);
  if (!isAnswer) throw invalidParams(`inputResponses['${key}'] is no answer to what was asked.`);
  if (isDeeperThan(deepest, answer)) throw invalidParams(`inputResponses['${key}'] is nested deeper than ${deepest} levels.`);
  return answer;
}
