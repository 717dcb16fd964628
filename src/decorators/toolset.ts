/** `@toolset`: defaults for every tool of a class. */
import type { ToolsetOptions } from '../types.js';
import { recordToolset } from './metadata.js';
import { checkOptions, invalid, toolsetRules } from './options.js';

/** A class decorator for both dialects. */
export type ToolsetDecorator = (target: abstract new (...args: never[]) => object, context?: ClassDecoratorContext) => void;

/**
 * Gives the tools of a class a name prefix and defaults; optional.
 * @throws ToolError INVALID_DEFINITION for an unknown or unfit option
 */
export function toolset(options: ToolsetOptions = {}): ToolsetDecorator {
  return (target) => {
    const place = `@toolset on ${target.name || 'an anonymous class'}`;
    if (typeof target !== 'function') throw invalid('@toolset', 'put it on a class');
    checkOptions(options, toolsetRules, place);
    recordToolset(target, options);
  };
}
