import { Tool, ToolRegistry, type ToolDefinition } from 'toolmark';
import type { CaseName } from '../results.js';
import type { Check, Contender } from './contender.js';
import { Address, Item, Items, Line, Order } from './dto.js';
import { Service } from './service.js';
import manifest from './toolmark.generated.js';
import { cases, valuesOf } from './values.js';

export const service = new Service();
export const registry = new ToolRegistry({ manifest }).register(service);

function named(name: string): Tool {
  const tool = registry.get(name);
  if (!tool) throw new Error(`there is no tool ${name}`);
  return tool;
}

/** The schema that toolmark advertises, for contenders that read one. */
export const schemaOf = (name: CaseName): ToolDefinition['inputSchema'] => named(name).inputSchema;

const checkOf = (tool: Tool): Check => tool.input['~standard'].validate;
const accepts = (outcome: unknown): boolean => (outcome as { issues?: unknown }).issues === undefined;

function checks(toolOf: (name: CaseName) => Tool): Record<CaseName, Check> {
  return Object.fromEntries(cases.map((name) => [name, checkOf(toolOf(name))])) as Record<CaseName, Check>;
}

export const toolmark: Contender = {
  name: 'toolmark',
  does: 'the whole pipeline of a tool whose payload is a class-validator DTO: guard, shape, DTO instances with their dates, class rules; gives instances, or worded issues with paths',
  checks: checks(named),
  accepts,
};

export const toolmarkSchema: Contender = {
  name: 'toolmark, explicit schema',
  does: 'the pipeline of `new Tool({ inputSchema })` with the schema advertised above: guard and shape; gives the value, or worded issues with paths',
  checks: checks((name) => new Tool({ name, description: name, inputSchema: schemaOf(name), handler: () => undefined })),
  accepts,
};

/** @throws Error when toolmark does less than it says here: then its speed says nothing */
export function assertInstances(): void {
  const made = (shape: CaseName): unknown => (toolmark.checks[shape](valuesOf(shape, 'accepted')[0]) as { value: unknown }).value;
  const order = made('order') as Order;
  const { items } = made('items') as Items;
  const wanted: [unknown, new () => object][] = [
    [order, Order],
    [order.customer.address, Address],
    [order.lines.at(-1), Line],
    [order.placed, Date],
    [items.at(-1), Item],
  ];
  const wrong = wanted.filter(([value, type]) => !(value instanceof type)).map(([, type]) => type.name);
  if (wrong.length > 0) throw new Error(`toolmark made no instance of ${wrong.join(', ')}`);
}
