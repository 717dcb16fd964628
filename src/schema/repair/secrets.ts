/** Which parts of a schema are secret, or hold something secret. */
import type { ContractSchema, JsonSchema } from '../../types.js';
import { localTarget } from '../references.js';
import { eachSubschema } from '../walk.js';

export class Secrets {
  readonly #known = new Map<JsonSchema, boolean>();
  readonly #any: boolean;

  constructor(readonly root: ContractSchema | JsonSchema) {
    this.#any = this.#find(root, new Set());
  }

  /** Whether the part is marked, by itself or through what it refers to or is joined from. */
  isSecret(part: JsonSchema): boolean {
    return this.#any && this.#isMarked(part, 0);
  }

  /** Whether anything within the part is marked: then its text or its preview could show it. */
  holdsSecret(part: JsonSchema): boolean {
    if (!this.#any) return false;
    const known = this.#known.get(part);
    if (known !== undefined) return known;
    const found = this.#find(part, new Set());
    this.#known.set(part, found);
    return found;
  }

  #isMarked(part: JsonSchema | boolean | undefined, hops: number): boolean {
    if (typeof part !== 'object' || hops > 16) return false;
    if (part['x-secret'] === true) return true;
    const target = part.$ref === undefined ? undefined : localTarget(this.root, part.$ref);
    const joined = [target, ...(part.allOf ?? []), ...(part.anyOf ?? []), ...(part.oneOf ?? [])];
    return joined.some((other) => this.#isMarked(other, hops + 1));
  }

  #find(part: JsonSchema, seen: Set<JsonSchema>): boolean {
    if (seen.has(part)) return false;
    seen.add(part);
    if (part['x-secret'] === true) return true;
    const target = typeof part.$ref === 'string' ? localTarget(this.root, part.$ref) : undefined;
    let found = target !== undefined && this.#find(target, seen);
    eachSubschema(part, (sub) => (found ||= this.#find(sub, seen)));
    return found;
  }
}
