/** The case file by the ways without a network. */
import { cases, fits, runCase } from './index.js';
import { localWays } from './ways.js';

for (const way of localWays)
  describe(`mcp cases: ${way.name}`, () => {
    for (const one of cases.filter((each) => fits(each, way))) it(one.title, async () => void (await runCase(one, way)));
  });
