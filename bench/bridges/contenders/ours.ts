/** Tools of ours, as a program makes them that has schemas. */
import { Tool } from 'toolmark';
import { book, type Spec, type Stay } from './tools.js';

export const toolsOf = (specs: readonly Spec[]): Tool[] =>
  specs.map(
    ({ name, description, schema }) =>
      new Tool({ name, description, inputSchema: schema as Tool['inputSchema'], handler: async (args: unknown) => book(args as Stay) }),
  );
