import assert from 'node:assert/strict';
import { JsonSchemaGenerator } from 'typescript-json-schema';
import { engineMembers } from '../../../src/build/generate/engine.js';
import { programOf } from './support.js';
import { TypeGenerator } from '../../../src/build/generate/generator.js';

describe('generate: the engine', () => {
  const members = JsonSchemaGenerator.prototype as unknown as Record<string, unknown>;

  for (const [name, parameters] of Object.entries(engineMembers)) {
    it(`typescript-json-schema still has ${name} as it is used here`, () => {
      const member = members[name];
      assert.ok(typeof member === 'function', `JsonSchemaGenerator.${name} is gone: src/build/generate/engine.ts must follow`);
      assert.equal(member.length, parameters, `the parameters of JsonSchemaGenerator.${name} changed`);
    });
  }

  it('the generator is a subclass, and the engine comes back to its handlers', () => {
    const program = programOf({ 'virtual/engine.ts': 'export declare const sample: Map<string, Date>;' });
    const generator = new TypeGenerator(program, () => assert.fail('nothing to report'));
    assert.ok(Object.prototype.isPrototypeOf.call(JsonSchemaGenerator.prototype, generator));
    const source = program.getRootFileNames().map((name) => program.getSourceFile(name)!)[0]!;
    const symbol = program.getTypeChecker().getExportsOfModule(program.getTypeChecker().getSymbolAtLocation(source)!)[0]!;
    assert.equal((generator.getTypeDefinition(program.getTypeChecker().getTypeOfSymbol(symbol)) as Record<string, unknown>)['x-as'], 'Map');
  });
});
