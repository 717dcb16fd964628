import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { IsEnum, IsInt, Max } from 'class-validator';
import { param, payload, tool, Tool, ToolError, ToolRegistry, type JsonSchema, type ToolResult } from '../../src/index.js';
import { contract, integer, manifestOf, number, object, payloadOf, property, string } from './support.js';

const text = (result: ToolResult): string => result.content.map((block) => ('text' in block ? block.text : '')).join('');

class Places {
  received: unknown[] = [];

  @tool()
  nearby(latitude: number, longitude: number, @param('radius', Max(500)) radius = 50): number {
    this.received = [latitude, longitude, radius];
    return radius;
  }

  @tool()
  free(meta: Record<string, unknown>): unknown {
    this.received = [meta];
    return Object.keys(meta);
  }
}

const places = new Places();
const registry = new ToolRegistry({
  manifest: manifestOf(Places, {
    nearby: contract([
      property('latitude', number),
      property('longitude', number),
      property('radius', { ...number, default: 50 }, { required: false, initialised: true }),
    ]),
    free: contract([property('meta', { type: 'object', additionalProperties: true })]),
  }),
}).register(places);

async function refused(name: string, args: Record<string, unknown> | string): Promise<ToolError> {
  const result = await registry.call({ name, args });
  assert.equal(result.isError, true);
  assert.ok(result.error instanceof ToolError);
  assert.equal(text(result), result.error.message);
  return result.error;
}

describe('arguments', () => {
  it('[DSPY-36] [DSPY-37] maps one object onto the parameters, and leaves an absent one to its initialiser', async () => {
    const result = await registry.call({ name: 'nearby', args: { longitude: 2, latitude: 1 } });
    assert.equal(result.isError, false);
    assert.deepEqual(places.received, [1, 2, 50]);
    assert.deepEqual(result.value, 50);
  });

  it('[DSPY-28] [DSPY-35] names missing and unknown arguments with their paths, all in one refusal', async () => {
    const error = await refused('nearby', { latitud: 1, longitude: 'x' });
    assert.equal(error.code, 'INVALID_ARGUMENTS');
    assert.deepEqual(new Set(error.issues.map(({ path: at }) => at.join('/'))), new Set(['latitude', 'latitud', 'longitude']));
    assert.match(error.message, /unknown argument 'latitud'; did you mean 'latitude'\?/);
    assert.match(error.message, /missing required argument 'latitude'/);
    assert.match(error.message, /\/longitude: expected number, got string "x"/);
  });

  it('[DSPY-22] enforces and advertises the rules of one parameter', async () => {
    assert.equal(registry.get('nearby')?.inputSchema.properties?.['radius']?.maximum, 500);
    const error = await refused('nearby', { latitude: 1, longitude: 2, radius: 501 });
    assert.deepEqual(error.issues[0]?.path, ['radius']);
  });

  it('[B17] lets no key reach a prototype, and keeps the rest', async () => {
    const result = await registry.call({
      name: 'free',
      args: '{"meta":{"constructor":{"prototype":{"admin":true}},"__proto__":{"admin":true},"a":{"prototype":1,"b":2}}}',
    });
    assert.equal(result.isError, false);
    const [meta] = places.received as [Record<string, unknown>];
    assert.deepEqual(meta, { a: { b: 2 } });
    assert.equal(Object.getPrototypeOf(meta), Object.prototype);
    assert.equal(({} as { admin?: boolean }).admin, undefined);
    await refused('nearby', '{"latitude":1,"longitude":2,"__proto__":{"x":1}}');
    await refused('nearby', '{"latitude":1,"longitude":2,"constructor":{"x":1}}');
  });

  it('[B18] never changes the object of the caller', async () => {
    const args = { meta: { list: [1, { when: 'x' }] } };
    const before = structuredClone(args);
    await registry.call({ name: 'free', args });
    assert.deepEqual(args, before);
    assert.notEqual((places.received[0] as { list: unknown }).list, args.meta.list);
  });

  it('refuses what is too deep, too big or no JSON before any other work', async () => {
    const deep = `${'{"meta":'.repeat(5000)}{}${'}'.repeat(5000)}`;
    assert.match((await refused('free', deep)).message, /nested deeper than 64/);
    assert.match((await refused('free', { meta: { a: 'x'.repeat(2_000_000) } })).message, /larger than/);
    assert.match((await refused('free', { meta: { a: Array.from({ length: 200_000 }, () => 1) } })).message, /more than 100000 values/);
    assert.match((await refused('free', { meta: { a: () => 1 } })).message, /function/);
    assert.match((await refused('nearby', { latitude: NaN, longitude: 1 })).message, /NaN/);
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    assert.match((await refused('free', { meta: cyclic })).message, /contains itself/);
  });

  it('lists at most 20 issues and counts the rest', async () => {
    const error = await refused('nearby', Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`k${index}`, 1])));
    assert.equal(error.issues.length, 21);
    assert.match(error.message, /and 82 more/);
  });

  it('[B11] refuses the member name of a numeric enum', async () => {
    enum Direction {
      Up = 1,
      Down = 2,
    }
    class Move {
      @IsEnum(Direction) dir!: Direction;
    }
    class Mover {
      @tool() move(@payload() p: Move): unknown {
        return p.dir;
      }
    }
    const movers = new ToolRegistry({
      manifest: manifestOf(
        Mover,
        { move: contract([payloadOf(object({ dir: { enum: [1, 2] } }, { 'x-class': 'Move' }))]) },
        { types: { Move } },
      ),
    }).register(new Mover());
    assert.deepEqual(movers.get('move')?.inputSchema.properties?.['dir']?.enum, [1, 2]);
    assert.equal((await movers.call({ name: 'move', args: { dir: 'Up' } })).isError, true);
    assert.equal((await movers.call({ name: 'move', args: { dir: 2 } })).value, 2);
  });

  it('[B12] [DSPY-30] converts no text to a boolean or number', async () => {
    const flags = new Tool({
      name: 'flags',
      inputSchema: { ...object({ archived: { type: 'boolean' }, n: number }), required: [] },
      handler: (args) => args,
    });
    for (const args of [{ archived: 'false' }, { n: '' }, { n: '5' }, { n: true }])
      await assert.rejects(flags.invoke(args), { code: 'INVALID_ARGUMENTS' });
  });

  it('judges what model-arguments.json says, repair aside', async function () {
    const file = path.resolve('..', 'shared', 'cases', 'model-arguments.json');
    if (!existsSync(file)) this.skip(); // The shared cases lie beside the repository.
    const rows = JSON.parse(readFileSync(file, 'utf8')) as {
      id: string;
      schema: JsonSchema;
      raw: string;
      outcome: string;
      value: unknown;
    }[];
    for (const row of rows) {
      const made = new Tool({ name: row.id, inputSchema: row.schema, handler: (args) => args });
      const result = await new ToolRegistry().register(made).call({ name: row.id, args: row.raw }, { repair: false });
      const isAccepted = row.outcome === 'accept';
      assert.equal(result.isError, !isAccepted, `${row.id}: ${text(result)}`);
      if (isAccepted) assert.deepEqual(result.value, row.value, row.id);
      else assert.equal((result.error as ToolError).code, 'INVALID_ARGUMENTS');
      if (row.id === 'M24') assert.match(text(result), /truncated/);
      if (row.id === 'M31') assert.match(text(result), /query.*cypher|cypher.*query/s);
    }
  });
});

describe('unions in refusals', () => {
  const shape: JsonSchema = {
    type: 'object',
    properties: {
      what: {
        anyOf: [object({ kind: { const: 'circle' }, radius: number }), object({ kind: { const: 'square' }, side: number })] as JsonSchema[],
      },
      id: { anyOf: [string, integer] as JsonSchema[] },
    },
    additionalProperties: false,
  };
  const draw = new Tool({ name: 'draw', inputSchema: shape, handler: () => 'ok' });

  it('tells of the branch that was meant', async () => {
    const error = await draw.invoke({ what: { kind: 'square', side: 'x' } }).then(
      () => assert.fail('it was not refused'),
      (caught: ToolError) => caught,
    );
    assert.deepEqual(error.issues, [{ path: ['what', 'side'], message: 'expected number, got string "x"' }]);
  });

  it('joins alternatives of simple types to one message', async () => {
    const error = await draw.invoke({ id: true }).then(
      () => assert.fail('it was not refused'),
      (caught: ToolError) => caught,
    );
    assert.deepEqual(error.issues, [{ path: ['id'], message: 'expected string or integer, got boolean true' }]);
  });
});

describe('rules', () => {
  it('reports a rule at its field', async () => {
    class Page {
      @IsInt() @Max(10) size!: number;
    }
    class Pages {
      @tool() show(page: Page): unknown {
        return page instanceof Page;
      }
    }
    const pages = new ToolRegistry({
      manifest: manifestOf(
        Pages,
        { show: contract([property('page', object({ size: number }, { 'x-class': 'Page' }))]) },
        { types: { Page } },
      ),
    }).register(new Pages());
    assert.equal((await pages.call({ name: 'show', args: { page: { size: 3 } } })).value, true);
    const error = (await pages.call({ name: 'show', args: { page: { size: 11 } } })).error as ToolError;
    assert.deepEqual(error.issues[0]?.path, ['page', 'size']);
  });
});
