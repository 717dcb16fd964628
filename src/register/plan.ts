/** Which modules must hand their exports over once they are loaded, and what they must load with them. Plain data: it crosses threads. */
import { existsSync } from 'node:fs';
import type { ClassRef, ManifestModel } from '../build/emit/model.js';

/** What is to be done in one module. */
export interface ModulePlan {
  /** Key under which its exports are handed over: the source file. */
  source: string;
  /** Other modules to load, in the form the module itself is in: compiled or source. */
  loads: string[];
  /** Packages to load and hand over. */
  packages: string[];
}

/** By the absolute path of the module that node loads. */
export type Plan = Record<string, ModulePlan>;

/** @param outputs source file -> compiled file, where the project has such */
export function makePlan(model: ManifestModel, outputs: Record<string, string>): Plan {
  const needs = collectNeeds(model);
  const plan: Plan = {};
  for (const [source, { modules, packages }] of needs) {
    plan[source] = { source, loads: [...modules], packages: [...packages] };
    const output = outputs[source];
    if (output === undefined || output === source) continue;
    const loads = [...modules].map((module) => outputs[module]).filter((file) => file !== undefined && existsSync(file));
    plan[output] = { source, loads: loads as string[], packages: [...packages] };
  }
  return plan;
}

interface Need {
  modules: Set<string>;
  packages: Set<string>;
}

function collectNeeds(model: ManifestModel): Map<string, Need> {
  const needs = new Map<string, Need>();
  const needOf = (module: string): Need => {
    const need = needs.get(module) ?? { modules: new Set<string>(), packages: new Set<string>() };
    needs.set(module, need);
    return need;
  };
  for (const ref of Object.values(model.types)) if (!ref.external) needOf(ref.module);
  for (const { ref, methods } of model.classes) addTypes(needOf(ref.module), ref.module, Object.values(methods), model);
  for (const { ref, contract } of model.functions) addTypes(needOf(ref.module), ref.module, [contract], model);
  for (const { ref, schema } of model.forms) if (!ref.external) addTypes(needOf(ref.module), ref.module, [schema], model);
  for (const { ref, input, output } of model.schemas) if (!ref.external) addTypes(needOf(ref.module), ref.module, [input, output], model);
  return needs;
}

function addTypes(need: Need, self: string, contracts: unknown[], model: ManifestModel): void {
  for (const name of classNames(contracts, model.$defs)) {
    const ref: ClassRef | undefined = Object.hasOwn(model.types, name) ? model.types[name] : undefined;
    if (ref?.external) need.packages.add(ref.module);
    else if (ref && ref.module !== self) need.modules.add(ref.module);
  }
}

/** Every `x-class` that the values mention, through `$ref`s too. */
function classNames(values: unknown[], defs: ManifestModel['$defs']): Set<string> {
  const names = new Set<string>();
  const seen = new Set<string>();
  const open = [...values];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const { 'x-class': name, $ref: ref } = value as { 'x-class'?: unknown; $ref?: unknown };
    if (typeof name === 'string') names.add(name);
    const target =
      typeof ref === 'string' ? decodeURIComponent(ref.replace('#/$defs/', '')).replaceAll('~1', '/').replaceAll('~0', '~') : undefined;
    if (target !== undefined && !seen.has(target) && Object.hasOwn(defs, target)) {
      seen.add(target);
      open.push(defs[target]);
    }
    open.push(...Object.values(value).filter((item) => item !== undefined));
  }
  return names;
}
