/** The first look that each public entry point takes at what it was given. */
import { ToolError } from '../../errors.js';
import { preview } from '../../schema/words.js';
import { checkOptions, type WantedTable } from '../../runtime/option-table.js';
import type { PublishedRegistry } from './dispatch/request.js';

const methods: readonly (keyof PublishedRegistry)[] = ['list', 'get', 'call', 'on'];

/**
 * @param place the entry point's name
 * @param table the options that it has; with those of another entry point nothing would happen
 * @throws ToolError INVALID_DEFINITION for what is no registry, and for a name or a value that is no option
 */
export function checkEntry(place: string, registry: unknown, options: unknown, table: WantedTable): void {
  if (!isRegistry(registry)) throw new ToolError('INVALID_DEFINITION', `${place}: give a ToolRegistry, not ${told(registry)}.`);
  checkOptions(place, options, table);
}

function isRegistry(given: unknown): given is PublishedRegistry {
  if (typeof given !== 'object' || given === null) return false;
  return methods.every((name) => typeof (given as Record<string, unknown>)[name] === 'function');
}

/** What came instead; a service or a class has to be registered first. */
function told(given: unknown): string {
  const register = '; register it first: new ToolRegistry({ manifest }).register(…)';
  if (typeof given === 'function') return `${/^class\b/.test(String(given)) ? 'the class' : 'the function'} ${given.name}${register}`;
  if (typeof given !== 'object' || given === null) return preview(given);
  if (Array.isArray(given)) return `an array${register}`;
  const { constructor } = given;
  const isPlain = typeof constructor !== 'function' || constructor === Object || constructor.name === '';
  return isPlain
    ? `object with ${Object.keys(given).slice(0, 5).join(', ') || 'nothing in it'}`
    : `an instance of ${constructor.name}${register}`;
}
