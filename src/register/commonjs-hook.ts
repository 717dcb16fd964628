/** The same for CommonJS: puts the hand-over into each planned module as it is compiled. */
import Module from 'node:module';
import { injectCommonJs } from './inject.js';
import type { Plan } from './plan.js';

interface Compiling {
  _compile(this: Module, content: string, filename: string, ...rest: unknown[]): unknown;
}

export function hookCommonJs(plan: Plan): void {
  const prototype = Module.prototype as unknown as Compiling;
  const compile = prototype._compile;
  prototype._compile = function (content, filename, ...rest) {
    // Newer versions of node say the format; an ES module goes through the other hook.
    const own = rest[0] !== 'module' && Object.hasOwn(plan, filename) ? plan[filename] : undefined;
    return compile.call(this, own ? injectCommonJs(content, own) : content, filename, ...rest);
  };
}
