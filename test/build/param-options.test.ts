/** Options of `@param` and `@payload` that TypeScript was told to look away from. */
import assert from 'node:assert/strict';
import { buildFiles } from './support.js';

const source = `import { param, payload, tool } from 'toolmark';
const more = { description: 'one' };
export class Atlas {
  @tool() misspelt(@param({ nmae: 'first' } as never) a: string, @param({ secret: 'yes' } as never) b: number): void {}
  @tool() whole(@payload({ decription: 'All.' } as never) all: { a: string }): void {}
  @tool() right(@param({ name: 'first', header: 'First', ...more }) a: string, @param('text') b: string, @param() c: string): void {}
}
export class Below extends Atlas {}
`;

describe('build: options of parameters', () => {
  it('that do not exist, or cannot be, are diagnostics, each once', () => {
    const { diagnostics } = buildFiles({ 'src/main.ts': source });
    const known = 'name, description, schema, default, examples, secret, header';
    assert.deepEqual(
      diagnostics.map(({ code, line, message, mend }) => `${line} ${code}: ${message}. ${mend}`),
      [
        `4 TM1026: unknown option 'nmae' of @param. Known are: ${known}.`,
        "4 TM1028: option 'secret' of @param must be true or false. Mend its value, or leave it out.",
        `5 TM1026: unknown option 'decription' of @payload. Known are: ${known}.`,
      ],
    );
  });
});
