/** Who wants to hear of what happens in a registry. */
import { ToolError } from '../errors.js';
import { preview } from '../schema/words.js';
import type { Repair } from '../types.js';
import type { Logger } from './logger.js';

/** Arguments were changed so that they fit: told once a call, before the method runs. */
export interface RepairEvent {
  toolName: string;
  callId?: string;
  repairs: readonly Repair[];
}

/** Event -> what its listeners get. */
export interface RegistryEvents {
  /** Tools were added or removed. */
  change: [];
  /** Resources or templates were added or removed. */
  resources: [];
  /** Prompts were added or removed. */
  prompts: [];
  /** What is under this URI has changed. */
  'resource-updated': [uri: string];
  repair: [RepairEvent];
}

const events: readonly (keyof RegistryEvents)[] = ['change', 'resources', 'prompts', 'resource-updated', 'repair'];

type Listener = (...told: unknown[]) => unknown;

/** The listeners of one registry. */
export class Observers {
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(private readonly logger: Logger) {}

  /** @returns what stops it @throws ToolError INVALID_DEFINITION for an unknown event */
  on<E extends keyof RegistryEvents>(event: E, listener: (...told: RegistryEvents[E]) => void): () => void {
    if (!events.includes(event))
      throw new ToolError(
        'INVALID_DEFINITION',
        `registry.on(${preview(event)}): the events are ${events.map((name) => `'${name}'`).join(', ')}.`,
      );
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners);
    listeners.add(listener as Listener);
    return () => void listeners.delete(listener as Listener);
  }

  /** A listener that throws is logged, and hinders nobody. */
  tell<E extends keyof RegistryEvents>(event: E, ...told: RegistryEvents[E]): void {
    // One that stops listening meanwhile still hears this.
    for (const listener of Array.from(this.#listeners.get(event) ?? [])) {
      try {
        const outcome: unknown = listener(...told);
        // An asynchronous one is not waited for, but its failure must not end the process.
        if (outcome instanceof Promise) outcome.catch((error: unknown) => this.#complain(event, error));
      } catch (error) {
        this.#complain(event, error);
      }
    }
  }

  #complain(event: string, error: unknown): void {
    this.logger.error(`a '${event}' listener threw: ${String(error)}`);
  }
}
