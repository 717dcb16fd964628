/** The five forms that MCP knows for a choice (SEP-1330), as a schema that was written by hand. */
import type { JsonSchema } from 'toolmark';

const titled = (titles: Record<string, string>): JsonSchema[] => Object.entries(titles).map(([value, title]) => ({ const: value, title }));

export const everyKindOfChoice: JsonSchema = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', description: 'Select one option', enum: ['option1', 'option2', 'option3'] },
    titledSingle: {
      type: 'string',
      description: 'Select one option with titles',
      oneOf: titled({ value1: 'First Option', value2: 'Second Option', value3: 'Third Option' }),
    },
    legacyEnum: {
      type: 'string',
      description: 'Select one option (legacy)',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: {
      type: 'array',
      description: 'Select multiple options',
      minItems: 1,
      maxItems: 3,
      items: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    },
    titledMulti: {
      type: 'array',
      description: 'Select multiple options with titles',
      minItems: 1,
      maxItems: 3,
      items: { anyOf: titled({ value1: 'First Choice', value2: 'Second Choice', value3: 'Third Choice' }) },
    },
  },
};
