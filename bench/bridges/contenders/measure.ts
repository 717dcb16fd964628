/**
 * Run by ../run.ts in a process of its own. `first GROUP NAME`: the very first declaration of this process. `rounds ROUNDS WINDOW`: all
 * rows of all contenders, interleaved. Says what it found as JSON.
 */
import { deepEqual, equal } from 'node:assert/strict';
import type { Contender } from './contender.js';
import { answerText, argumentsText, farewell, hundredTools, wrongText } from './tools.js';

const groups: Readonly<Record<string, () => Promise<Contender[]>>> = {
  'ai-sdk': async () => (await import('./ai-sdk.js')).aiSdkContenders(),
  langchain: async () => (await import('./langchain.js')).langchainContenders(),
  'openai-agents': async () => (await import('./openai-agents.js')).agentsContenders(),
  toolmark: async () => (await import('./toolmark.js')).nativeContenders(),
};

/** By row, what is done once. */
type Work = () => unknown;

async function worksOf({ declare, call, turn }: Contender): Promise<Record<string, Work>> {
  const kept = await declare(hundredTools());
  const specs: ReturnType<typeof hundredTools>[] = [];
  return {
    // Made beforehand, since it is the author's part.
    new: async () => (await declare(specs.pop() ?? hundredTools())).tools(),
    again: () => kept.tools(),
    ...(call && { call: () => call(argumentsText), refusal: () => call(wrongText) }),
    ...(turn && { turn }),
    prepare: () => {
      while (specs.length < 12) specs.push(hundredTools());
    },
  };
}

/** Each does what it says, or there is no number. */
async function check({ declare, call, turn }: Contender): Promise<void> {
  const specs = hundredTools();
  const declared = await declare(specs);
  const told = declared.told(await declared.tools());
  deepEqual(
    told.map(({ name }) => name),
    specs.map(({ name }) => name),
  );
  deepEqual(
    told.map(({ schema }) => Object.keys(schema.properties ?? {})),
    specs.map(({ schema }) => Object.keys(schema['properties'] as object)),
  );
  if (call) {
    deepEqual(JSON.parse(await call(argumentsText)), JSON.parse(answerText));
    equal((await call(wrongText)).includes('confirmation'), false);
    // As strict as the others: rules and unknown keys are refused too.
    for (const change of [{ hotel: 'par-1' }, { rate: -1 }, { board: 'all' }, { more: 1 }, { city: '' }]) {
      const answer = await call(JSON.stringify({ ...(JSON.parse(argumentsText) as object), ...change }));
      equal(answer.includes('confirmation'), false, `it takes ${JSON.stringify(change)}`);
    }
  }
  if (turn) {
    const { said, read } = await turn();
    equal(said, farewell);
    deepEqual(JSON.parse(read), JSON.parse(answerText));
  }
}

/** Microseconds each, for as many as fit the window, in batches of at most 12. */
async function time(work: Work, prepare: Work, window: number): Promise<number> {
  let spent = 0;
  let count = 0;
  while (spent < window) {
    prepare();
    const start = performance.now();
    for (let index = 0; index < 12; index += 1) await work();
    spent += performance.now() - start;
    count += 12;
  }
  return (spent / count) * 1000;
}

async function first(group: string, name: string): Promise<number> {
  const contender = (await groups[group]?.())?.find((one) => one.name === name);
  const specs = hundredTools();
  const start = performance.now();
  await (await contender?.declare(specs))?.tools();
  return (performance.now() - start) * 1000;
}

async function rounds(count: number, window: number): Promise<object> {
  const field: { name: string; group: string; works: Record<string, Work> }[] = [];
  const failures: Record<string, string> = {};
  for (const [group, load] of Object.entries(groups))
    for (const contender of await load()) {
      try {
        await check(contender);
        field.push({ name: contender.name, group, works: await worksOf(contender) });
      } catch (error) {
        failures[contender.name] = String(error);
      }
    }
  const found: Record<string, Record<string, number[]>> = {};
  for (let round = -1; round < count; round += 1)
    for (const row of ['new', 'again', 'call', 'refusal', 'turn'])
      for (const { name, works } of field) {
        const work = works[row];
        if (!work) continue;
        const each = await time(work, works['prepare'] as Work, window);
        // The first round warms up.
        if (round >= 0) ((found[row] ??= {})[name] ??= []).push(each);
      }
  return { field: field.map(({ name, group }) => ({ name, group })), failures, found };
}

const [what, one = '', other = ''] = process.argv.slice(2);
const said = what === 'first' ? await first(one, other) : await rounds(Number(one), Number(other));
process.stdout.write(`\n${JSON.stringify(said)}`);
