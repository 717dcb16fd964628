/** `@resource(uri, {…})`: says that a method reads a resource, or a family of resources. */
import type { ResourceOptions } from '../types.js';
import { type Marking, methodMark, type ResourceDecorator } from './method.js';
import { checkOptions, invalid, resourceRules } from './options.js';
import { parseTemplate } from './uri-template.js';

/**
 * Marks a method as the reader of a resource.
 * @param uri a URI (`app://config`), or a URI template of RFC 6570 (`app://users/{id}`) whose variables are the method's parameters, by name
 * @throws ToolError INVALID_DEFINITION for an unknown or unfit option, no URI, a static method, an accessor or a field
 */
export function resource(uri: string, options: ResourceOptions = {}): ResourceDecorator {
  return methodMark(resourceMarking(uri, options));
}

const resourceMarking = (uri: string, options: ResourceOptions): Marking => ({
  word: '@resource',
  one: 'a resource',
  many: 'resources',
  check: (place) => {
    if (typeof uri !== 'string') throw invalid(place, "needs a URI, such as @resource('app://config') or @resource('app://users/{id}')");
    const template = parseTemplate(uri);
    if (typeof template === 'string') throw invalid(place, `the URI '${uri.slice(0, 200)}' ${template}`);
    checkOptions(options, resourceRules, place);
    if (options.size !== undefined && template.variables.length > 0)
      throw invalid(place, "option 'size' is for a resource with one URI, not for a template");
  },
  // The decorator nearest to the method runs first; the list keeps the order of the source.
  mark: (before) => ({ ...before, resources: [{ uri, options }, ...(before.resources ?? [])] }),
});
