/** What is put into a module's own text, on its first line, so that it hands its exports over before it runs: an entry file registers its own classes. */
import { pathToFileURL } from 'node:url';
import type { ModulePlan } from './plan.js';

const bind = "globalThis[Symbol.for('toolmark.bind')]";
const text = (value: string): string => JSON.stringify(value);

/** Behind what has to stay first: a hash-bang line, and the directive of strict mode. */
const head = /^(?:#![^\n]*\n)?(?:\s*(?:"use strict"|'use strict');?)?/;

function putFirst(source: string, added: string): string {
  const start = head.exec(source)?.[0] ?? '';
  const separator = start.endsWith("'") || start.endsWith('"') ? ';' : '';
  return `${start}${separator}${added}${source.slice(start.length)}`;
}

/** For an ES module. Types are elided by some compilers, and the classes' modules with them: they are imported here. @param url its own */
export function injectEsm(source: string, plan: ModulePlan, url: string): string {
  const loads = plan.loads.map((file) => `import ${text(pathToFileURL(file).href)};`);
  const packages = plan.packages.map(
    (name, index) => `import * as __toolmark${index} from ${text(name)};${bind}?.(${text(name)}, () => __toolmark${index});`,
  );
  const own = `import * as __toolmarkSelf from ${text(url)};${bind}?.(${text(plan.source)}, () => __toolmarkSelf);`;
  return putFirst(source, [...loads, ...packages, own].join(''));
}

/** For a CommonJS module. */
export function injectCommonJs(source: string, plan: ModulePlan): string {
  const own = `${bind}?.(${text(plan.source)}, () => module.exports);`;
  const packages = plan.packages.map((name) => `${bind}?.(${text(name)}, () => require(${text(name)}));`);
  const loads = plan.loads.map((file) => `require(${text(file)});`);
  return putFirst(source, [own, ...packages, ...loads].join(''));
}
