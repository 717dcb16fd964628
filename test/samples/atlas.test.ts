/** Runs the atlas sample as `npm start` does and calls every tool through a real MCP client. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

const root = resolve(import.meta.dirname, '../..');

/** Starts the sample on a free port. @returns its output once it says that it stays up */
async function start(): Promise<{ child: ChildProcess; output: string; url: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'samples/atlas/main.ts'], { cwd: root, env: { ...process.env, PORT: '0' } });
  let output = '';
  await new Promise<void>((done, fail) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('It stays up')) done();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('exit', (code) => fail(new Error(`the sample ended with ${code}: ${output}`)));
  });
  const url = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(output)?.[0];
  assert.ok(url, output);
  return { child, output, url };
}

describe('samples/atlas', () => {
  let child: ChildProcess;
  let output: string;
  let client: Client;

  before(async () => {
    let url: string;
    ({ child, output, url } = await start());
    client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  });

  after(async () => {
    await client?.close();
    const ended = new Promise((done) => child.once('exit', done));
    child?.kill('SIGTERM');
    await ended;
  });

  const call = async (name: string, args: Record<string, unknown>): Promise<CallToolResult> =>
    (await client.callTool({ name, arguments: args })) as CallToolResult;
  const structured = async (name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> => {
    const result = await call(name, args);
    assert.notEqual(result.isError, true, JSON.stringify(result.content));
    return result.structuredContent as Record<string, unknown>;
  };

  it('says what it serves, makes a call and tells how to connect', () => {
    assert.match(output, /serves 7 tools/);
    assert.match(output, /"name": "Paris"/);
    assert.match(output, /mcpServers/);
  });

  it('[EXP-01] [EXP-02] publishes its tools with schemas, annotations and nothing private', async () => {
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['nearby', 'findCountries', 'country', 'distance', 'planTrip', 'compare', 'daylight'],
    );
    const nearby = tools[0];
    assert.deepEqual(nearby?.inputSchema, {
      type: 'object',
      properties: {
        latitude: { type: 'number', description: 'degrees north, WGS 84', minimum: -90, maximum: 90 },
        longitude: { type: 'number', description: 'degrees east, WGS 84', minimum: -180, maximum: 180 },
        radius: { type: 'number', description: 'search radius in kilometres', minimum: 1, maximum: 500, default: 50 },
        limit: { type: 'integer', description: 'how many cities to give', minimum: 1, maximum: 100, default: 10 },
      },
      required: ['latitude', 'longitude'],
      additionalProperties: false,
    });
    assert.deepEqual(nearby?.annotations, { readOnlyHint: true, openWorldHint: false });
    assert.doesNotMatch(JSON.stringify(tools), /x-class|x-as|AtlasService|TripRequest/);
  });

  it('finds cities, countries and one country', async () => {
    const { result } = (await structured('nearby', { latitude: -12.05, longitude: -77.04, limit: 1 })) as { result: { name: string }[] };
    assert.deepEqual(
      result.map(({ name }) => name),
      ['Lima'],
    );
    const found = await structured('findCountries', { region: 'Europe', landlocked: true, area: { from: 80_000 } });
    assert.deepEqual((found['countries'] as { name: string }[]).map(({ name }) => name).sort(), [
      'Austria',
      'Belarus',
      'Hungary',
      'Serbia',
    ]);
    const peru = await structured('country', { code: 'PE' });
    assert.deepEqual([peru['capital'], (peru['neighbours'] as string[]).length], ['Lima', 5]);
  });

  it('takes unions, sets and dates, and gives maps and dates', async () => {
    const distance = await structured('distance', {
      from: { kind: 'point', latitude: 0, longitude: 0 },
      to: { kind: 'point', latitude: 0, longitude: 90 },
    });
    assert.deepEqual(distance, { kilometres: 10_007.6, bearing: 90 });
    assert.deepEqual(Object.entries(await structured('compare', { codes: ['FI', 'BR'], by: 'neighbours' })), [
      ['BR', 10],
      ['FI', 3],
    ]);
    const midsummer = await structured('daylight', { place: { kind: 'point', latitude: 0, longitude: 0 }, date: '2026-06-21T00:00:00Z' });
    assert.deepEqual(midsummer, { result: 12 });
    const trip = await structured('planTrip', {
      start: { city: 'Berlin', country: 'DE' },
      stops: [
        { city: 'Madrid', country: 'ES' },
        { city: 'Paris', country: 'FR', nights: 2 },
      ],
      departure: '2026-12-01T08:00:00Z',
    });
    const legs = trip['legs'] as { from: string; to: string; leaves: string }[];
    assert.deepEqual(
      legs.map(({ from, to }) => `${from}-${to}`),
      ['Berlin-Paris', 'Paris-Madrid', 'Madrid-Berlin'],
    );
    assert.equal(legs[0]?.leaves, '2026-12-01T08:00:00.000Z');
  });

  it('[EXP-03] refuses what does not fit, naming every place', async () => {
    const refusals: [string, Record<string, unknown>, RegExp[]][] = [
      ['nearby', { latitude: 91, longtitude: 2 }, [/latitude/, /90/, /'longitude'/, /longtitude/]],
      ['country', { code: 'Peru' }, [/code/]],
      ['compare', { codes: ['FI', 'FI'], by: 'Size' }, [/codes/, /area, neighbours, languages|"area"/]],
      ['planTrip', { start: { city: 'Berlin' }, stops: [], departure: 'tomorrow' }, [/\/stops/, /\/departure/]],
      [
        'planTrip',
        { start: { city: '', nights: 0.5 }, stops: [{ city: 'Paris' }], departure: '2026-12-01T08:00:00Z' },
        [/\/start\/city/, /\/start\/nights/],
      ],
      ['daylight', { place: { kind: 'planet', name: 'Mars' }, date: '2026-02-30T00:00:00Z' }, [/\/place/, /\/date/]],
      ['findCountries', { currency: 'euro', limit: 51 }, [/currency/, /limit/]],
    ];
    for (const [name, args, expected] of refusals) {
      const result = await call(name, args);
      const text = (result.content[0] as { text: string }).text;
      assert.equal(result.isError, true, `${name}: ${text}`);
      for (const pattern of expected) assert.match(text, pattern, `${name}: ${text}`);
    }
  });

  it('lets a ToolError of the service reach the model', async () => {
    const result = await call('country', { code: 'XX' });
    assert.equal(result.isError, true);
    assert.match((result.content[0] as { text: string }).text, /No country has the code 'XX'/);
  });
});
