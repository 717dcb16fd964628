/** What is put behind a module's own text, so that it hands its exports over. */
import { pathToFileURL } from 'node:url';
import type { ModulePlan } from './plan.js';

const bind = "globalThis[Symbol.for('toolmark.bind')]";
const text = (value: string): string => JSON.stringify(value);

/** For an ES module. Types are elided by some compilers, and the classes' modules with them: they are imported here. @param url its own */
export function injectEsm(plan: ModulePlan, url: string): string {
  const packages = plan.packages.map((name, index) => `import * as __toolmark${index} from ${text(name)};${bind}?.(${text(name)}, __toolmark${index});`);
  const loads = plan.loads.map((file) => `import ${text(pathToFileURL(file).href)};`);
  const own = `import * as __toolmarkSelf from ${text(url)};${bind}?.(${text(plan.source)}, __toolmarkSelf);`;
  return `\n;${[...loads, ...packages, own].join('')}\n`;
}

/** For a CommonJS module. */
export function injectCommonJs(plan: ModulePlan): string {
  const own = `${bind}?.(${text(plan.source)}, module.exports);`;
  const packages = plan.packages.map((name) => `${bind}?.(${text(name)}, require(${text(name)}));`);
  const loads = plan.loads.map((file) => `require(${text(file)});`);
  return `\n;${[own, ...loads, ...packages].join('')}\n`;
}
