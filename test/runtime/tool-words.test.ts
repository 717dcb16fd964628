import assert from 'node:assert/strict';
import { renderTool } from '../../src/bridges/text.js';
import { Tool, type ObjectSchema } from '../../src/index.js';

const made = (inputSchema?: ObjectSchema, description?: string): Tool =>
  new Tool({ name: 'add', ...(inputSchema && { inputSchema }), ...(description !== undefined && { description }), handler: () => 0 });

const integers: ObjectSchema = {
  type: 'object',
  properties: { x: { type: 'integer' }, y: { type: 'integer', default: 0 } },
  required: ['x'],
};

describe('A tool as text', () => {
  it('[DSPY-60] [T-16] [A-02] exactly', () => {
    const tool = made(integers, 'Add two integers.');
    const expected =
      'add, whose description is <desc>Add two integers.</desc>. It takes arguments {"x":{"type":"integer"},"y":{"type":"integer","default":0}}.';
    assert.equal(String(tool), expected);
    assert.equal(tool.toString(), expected);
    assert.equal(renderTool(tool), expected);
  });

  it('[DSPY-60] [X-14] new lines become two spaces; without a description there are no words for it', () => {
    assert.equal(String(made(undefined, 'One.\n  Two.')), 'add, whose description is <desc>One.    Two.</desc>. It takes arguments {}.');
    assert.equal(String(made(integers)).startsWith('add. It takes arguments {"x":'), true);
    assert.equal(String(made()), 'add. It takes arguments {}.');
    assert.equal(String(made(undefined, '')), 'add. It takes arguments {}.');
  });

  it('[T-07] shared schemas are written out', () => {
    const schema: ObjectSchema = {
      type: 'object',
      $defs: { Note: { type: 'object', properties: { content: { type: 'string' } } } },
      properties: { notes: { type: 'array', items: { $ref: '#/$defs/Note' } } },
    };
    const text = String(made(schema));
    assert.match(text, /"notes":\{"type":"array","items":\{"type":"object","properties":\{"content":\{"type":"string"\}\}\}\}/);
    assert.doesNotMatch(text, /\$ref|\$defs/);
  });
});
