/** What every consumer must see, whatever compiled it. */
import assert from 'node:assert/strict';
import { type JsonObject, ToolError, ToolRegistry, type ToolManifest, type ToolResult } from 'toolmark';
import { Prices } from './base.js';
import { Card, Transfer } from './dto.js';
import { convert } from './functions.js';
import { OrderService } from './service.js';

export interface World {
  registry: ToolRegistry;
  service: OrderService;
}

export interface Check {
  name: string;
  /** needs decorators of fields or parameters, which the TC39 standard does not have in this form */
  legacy?: true;
  run(world: World): unknown;
}

/** @param manifest none when `toolmark/register` gives it */
export function makeWorld(manifest?: ToolManifest): World {
  const service = new OrderService(new Prices());
  return { service, registry: new ToolRegistry(manifest ? { manifest } : {}).register([service, convert]) };
}

/** Runs all, prints one line a check, and ends the process with 1 when one failed. */
export async function runChecks(world: World, chosen: readonly Check[] = checks): Promise<void> {
  for (const { name, run } of chosen) {
    try {
      await run(world);
      console.log(`ok ${name}`);
    } catch (error) {
      process.exitCode = 1;
      console.log(`not ok ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

const order = {
  address: { street: 'Main Street 1', zip: '1234' },
  lines: [
    { article: 'nut', count: 2 },
    { article: 'bolt', count: 3, gift: true },
  ],
  due: '2026-12-24T10:00:00.000Z',
  payment: { kind: 'transfer', account: 'X1' },
};

type Schema = Record<string, any>;
/** Jest's own globals make objects of another realm, which are never strictly equal to the test's. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const inputOf = ({ registry }: World, name: string): Schema => plain(registry.get(name)?.definition.inputSchema) as Schema;
const call = ({ registry }: World, name: string, args: object): Promise<ToolResult> => registry.call({ name, args: args as JsonObject });

async function valueOf(world: World, name: string, args: object): Promise<any> {
  const result = await call(world, name, args);
  assert.equal(result.isError, false, JSON.stringify(result.content));
  return result.value;
}

/** @param said what the message to the model must name */
async function refused(world: World, name: string, args: object, ...said: string[]): Promise<void> {
  const result = await call(world, name, args);
  assert.equal(result.isError, true);
  assert.ok(result.error instanceof ToolError);
  assert.equal(result.error.code, 'INVALID_ARGUMENTS');
  for (const words of said)
    assert.ok(JSON.stringify(result.content).includes(words), `${JSON.stringify(result.content)} does not name ${words}`);
}

/** Where a decorator cannot say that the order is the arguments, it is one of them. */
function orderArgs(world: World, args: object): object {
  return inputOf(world, 'place')['properties'].order === undefined ? args : { order: args };
}

const place = (world: World, args: object): Promise<any> => valueOf(world, 'place', orderArgs(world, args));
const placeRefused = (world: World, args: object, ...said: string[]): Promise<void> =>
  refused(world, 'place', orderArgs(world, args), ...said);

/** The definition that `$ref` points to. */
function follow(root: Schema, schema: Schema): Schema {
  return schema['$ref'] === undefined ? schema : (root['$defs'] as Schema)[String(schema['$ref']).slice('#/$defs/'.length)];
}

export const checks: readonly Check[] = [
  {
    name: 'lists every tool once',
    run: ({ registry }) =>
      assert.deepEqual(
        registry
          .list()
          .map(({ name }) => name)
          .sort(),
        ['convert', 'entries', 'invite', 'journal', 'move', 'place', 'quote', 'tally'],
      ),
  },
  {
    name: 'titles, descriptions and annotations',
    run: ({ registry }) => {
      assert.equal(registry.get('place')?.definition.title, 'Place an order');
      assert.equal(registry.get('quote')?.definition.annotations?.readOnlyHint, true);
      assert.match(registry.get('invite')?.definition.description ?? '', /Invites somebody/);
      assert.match(registry.get('move')?.definition.description ?? '', /Where and when/);
    },
  },
  {
    name: 'JSDoc of a parameter',
    run: (world) =>
      assert.match(follow(inputOf(world, 'quote'), inputOf(world, 'quote')['properties'].speed)['description'] ?? '', /how fast/),
  },
  {
    name: 'defaults are advertised and optional',
    run: (world) => {
      const schema = inputOf(world, 'quote');
      assert.deepEqual([schema['required'], schema['properties'].pieces.default], [['article'], 1]);
      assert.deepEqual(Object.keys(schema['properties']), ['article', 'pieces', 'speed']);
    },
  },
  {
    name: 'a payload is the arguments object',
    legacy: true,
    run: (world) =>
      assert.deepEqual(Object.keys(inputOf(world, 'place')['properties']), ['address', 'lines', 'due', 'payment', 'speed', 'note']),
  },
  {
    name: 'rules of a DTO are advertised',
    legacy: true,
    run: (world) => {
      const schema = inputOf(world, 'place');
      const line = follow(schema, schema['properties'].lines.items)['properties'];
      assert.deepEqual(
        [schema['properties'].lines.minItems, line.count.type, line.count.minimum, line.count.maximum],
        [1, 'integer', 1, 99],
      );
    },
  },
  {
    name: 'rules in @param are advertised',
    legacy: true,
    run: (world) => {
      const { article, pieces } = inputOf(world, 'quote')['properties'];
      assert.deepEqual(
        [article.maxLength, pieces.minimum, pieces.maximum, inputOf(world, 'invite')['properties'].email.format],
        [20, 1, 99, 'email'],
      );
      assert.match(article.description, /name of the article/);
    },
  },
  {
    name: 'a nested DTO is an instance',
    run: async (world) => {
      const receipt = await place(world, order);
      assert.deepEqual([receipt.isOrder, receipt.isAddress, receipt.label], [true, true, 'Main Street 1, 1234']);
    },
  },
  {
    name: 'an array of DTOs holds instances, with their defaults',
    run: async (world) => {
      const receipt = await place(world, order);
      assert.deepEqual([receipt.areLines, receipt.pieces], [true, [2, 4]]);
    },
  },
  {
    name: 'a date is a Date, inside and out',
    run: async (world) => {
      const result = await call(world, 'place', orderArgs(world, order));
      const { due, isDate } = result.structuredContent as Schema;
      assert.deepEqual([isDate, due], [true, order.due]);
    },
  },
  {
    name: 'each member of a union is its class',
    run: async (world) => {
      const card = { ...order, payment: { kind: 'card', digits: '42' } };
      assert.deepEqual([(await place(world, order)).payment, (await place(world, card)).payment], [Transfer.name, Card.name]);
      await placeRefused(world, { ...order, payment: { kind: 'cheque' } }, 'payment');
    },
  },
  {
    name: 'an enum: default, member, and refusal of another',
    run: async (world) => {
      assert.equal((await place(world, order)).speed, 'normal');
      assert.equal((await place(world, { ...order, speed: 'express' })).speed, 'express');
      await placeRefused(world, { ...order, speed: 'warp' }, 'speed', 'express');
    },
  },
  {
    name: 'a nested rule refuses by its path',
    legacy: true,
    run: (world) => placeRefused(world, { ...order, address: { street: 'A', zip: 'x' } }, 'zip'),
  },
  {
    name: 'a rule in an array refuses by its path',
    legacy: true,
    run: async (world) => {
      await placeRefused(
        world,
        {
          ...order,
          lines: [
            { article: 'nut', count: 1 },
            { article: 'nut', count: 100 },
          ],
        },
        'lines',
        'count',
        '99',
      );
      await placeRefused(world, { ...order, lines: [] }, 'lines');
    },
  },
  {
    name: 'an optional rule',
    legacy: true,
    run: async (world) => {
      await placeRefused(world, { ...order, note: 'n'.repeat(21) }, 'note');
      assert.equal((await call(world, 'place', orderArgs(world, { ...order, note: 'n' }))).isError, false);
    },
  },
  {
    name: 'rules in @param refuse',
    legacy: true,
    run: async (world) => {
      await refused(world, 'invite', { email: 'nobody' }, 'email');
      await refused(world, 'quote', { article: 'nut', pieces: 1.5 }, 'pieces');
      assert.equal(await valueOf(world, 'invite', { email: 'ann@example.org' }), 'invited ann@example.org');
    },
  },
  {
    name: 'a missing argument and an unknown one',
    run: async (world) => {
      await refused(world, 'quote', {}, 'article');
      await refused(world, 'quote', { article: 'nut', colour: 'red' }, 'colour');
    },
  },
  {
    name: 'defaults arrive, context is injected',
    run: async (world) => {
      assert.equal(await valueOf(world, 'quote', { article: 'nut' }), 3);
      assert.equal(await valueOf(world, 'quote', { article: 'nut', pieces: 4, speed: 'express' }), 24);
    },
  },
  {
    name: 'a DTO and a Date as two arguments',
    run: async (world) =>
      assert.equal(await valueOf(world, 'move', { to: order.address, on: order.due }), 'true; Main Street 1, 1234; true; 2026'),
  },
  {
    name: 'Map, Set and bigint',
    run: async (world) => {
      const args = { counts: { a: 1, b: 2 }, tags: ['x', 'y'], total: '9007199254740993' };
      const { structuredContent } = await call(world, 'tally', args);
      assert.deepEqual(structuredContent, { kinds: ['Map', 'Set', 'bigint'], sum: 5, next: '9007199254740994' });
    },
  },
  {
    name: 'inherited and overridden methods, on the registered instance',
    run: async (world) => {
      const before = await valueOf(world, 'entries', {});
      await place(world, order);
      assert.equal(await valueOf(world, 'entries', {}), before + 1);
      assert.deepEqual(await valueOf(world, 'journal', { last: 1 }), ['- order to Main Street 1, 1234']);
      assert.equal(inputOf(world, 'journal')['properties'].last.default, 10);
      assert.equal(world.service.countEntries(), before + 1);
    },
  },
  {
    name: 'a function as a tool',
    run: async (world) => {
      assert.equal(await valueOf(world, 'convert', { amount: 21 }), 42);
      assert.equal(await convert(2, 3), 6);
    },
  },
  {
    name: 'an error of the service, and an unknown tool',
    run: async (world) => {
      const [failed, unknown] = [await call(world, 'quote', { article: 'void' }), await call(world, 'qote', {})];
      assert.deepEqual(
        [failed, unknown].map(({ error }) => error instanceof ToolError && error.code),
        ['EXECUTION_FAILED', 'UNKNOWN_TOOL'],
      );
      assert.match(JSON.stringify(unknown.content), /quote/);
    },
  },
  {
    name: 'the decorated method itself is untouched',
    run: async ({ service }) => assert.equal(service.invite('nobody'), 'invited nobody'),
  },
];
