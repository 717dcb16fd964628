/** The shop over HTTP and MCP in one NestJS app, called by a real MCP client. */
import 'reflect-metadata';
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { type INestApplication, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ToolRegistry } from 'toolmark';
import { httpHandler } from 'toolmark/mcp';
import { OrdersModule, ShopService } from './orders.module';
import { type Check, checks, runChecks } from './shared/checks';
import { convert } from './shared/functions';
import manifest from './toolmark.generated';

const order = {
  address: { street: 'Main Street 1', zip: '1234' },
  lines: [{ article: 'nut', count: 2 }],
  due: '2026-12-24T10:00:00.000Z',
  payment: { kind: 'card', digits: '42' },
};
/** What an HTTP client may send; the nested fault passes, because the DTO has no @ValidateNested. */
const bodies = [
  order,
  { ...order, lines: [] },
  { ...order, note: 'n'.repeat(21) },
  { ...order, address: { street: '', zip: 'x' } },
  {},
  { ...order, extra: 1 },
];

async function answers(url: string): Promise<{ status: number; body: unknown }[]> {
  const request = (body: object): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const responses = await Promise.all(bodies.map((body) => fetch(`${url}/orders`, request(body))));
  return Promise.all(responses.map(async (response) => ({ status: response.status, body: await response.json() })));
}

interface Shop {
  app: INestApplication;
  url: string;
  client: Client;
  /** what the HTTP route said before the service's tools were registered */
  before: { status: number; body: unknown }[];
}

function nestChecks({ app, url, client, before }: Shop): Check[] {
  const callTool = async (name: string, args: Record<string, unknown>): Promise<Record<string, any>> =>
    client.callTool({ name, arguments: args });
  return [
    {
      name: 'the HTTP route answers as before its service became tools',
      run: async () => {
        assert.deepEqual(
          before.map(({ status }) => status),
          [201, 400, 400, 201, 400, 201],
        );
        assert.deepEqual(await answers(url), before);
      },
    },
    {
      name: 'an MCP client lists the tools',
      run: async ({ registry }) =>
        assert.deepEqual(
          (await client.listTools()).tools.map(({ name }) => name),
          registry.list().map(({ name }) => name),
        ),
    },
    {
      name: 'an MCP client calls the app’s own service',
      run: async () => {
        const entries = app.get(ShopService).countEntries();
        const { structuredContent, isError } = await callTool('place', order);
        assert.ok(!isError);
        assert.deepEqual(
          [structuredContent.isOrder, structuredContent.isAddress, structuredContent.isDate, structuredContent.payment],
          [true, true, true, 'Card'],
        );
        assert.equal(app.get(ShopService).countEntries(), entries + 1);
        assert.equal(await (await fetch(`${url}/orders/entries`)).text(), String(entries + 1));
      },
    },
    {
      name: 'an MCP client is told what was wrong, also in nested parts',
      run: async () => {
        const { content, isError } = await callTool('place', { ...order, address: { street: '', zip: 'x' } });
        assert.equal(isError, true);
        assert.match(content[0].text, /zip/);
      },
    },
  ];
}

async function main(): Promise<void> {
  const app = await NestFactory.create(OrdersModule, { logger: ['error', 'warn'] });
  const registry = new ToolRegistry({ manifest, resolve: (cls) => app.get(cls) });
  app.useGlobalPipes(new ValidationPipe({ transform: true }));
  app
    .getHttpAdapter()
    .getInstance()
    .all('/mcp', httpHandler(registry, { name: 'shop' }));
  await app.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  const before = await answers(url);

  registry.register([ShopService, convert]);
  const client = new Client({ name: 'consumer', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  const shop = { app, url, client, before };
  await runChecks({ registry, service: app.get(ShopService) }, [...checks, ...nestChecks(shop)]);
  await client.close();
  await app.close();
}

void main();
