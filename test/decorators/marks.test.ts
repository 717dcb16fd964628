import assert from 'node:assert/strict';
import { complete, form, prompt, resource, tool, ToolError } from '../../src/index.js';
import { decoratedMethods, isForm, markedMethods } from '../../src/decorators/metadata.js';

type Apply = (target: unknown, place: unknown, descriptor?: unknown) => void;
const apply = (decorator: unknown, target: unknown, place: unknown): void => (decorator as Apply)(target, place);

const standard = (name: string, more: object = {}): object => ({
  kind: 'method',
  name,
  static: false,
  private: false,
  metadata: {},
  addInitializer(): void {},
  ...more,
});

const refused = (pattern: RegExp, run: () => unknown): void =>
  assert.throws(run, (error: unknown) => {
    assert.ok(error instanceof ToolError && error.code === 'INVALID_DEFINITION', String(error));
    assert.match(error.message, pattern);
    return true;
  });

describe('@resource, @prompt, @complete', () => {
  it('record what was said; a method may carry several marks', () => {
    class Service {
      @tool({ title: 'Tool' })
      @resource('app://a', { mimeType: 'text/plain' })
      @resource('app://b')
      @prompt
      both(): string {
        return '';
      }

      @complete({ prompt: 'both', argument: 'x' })
      @complete({ resource: 'app://a', argument: 'y' })
      values(): string[] {
        return [];
      }
    }
    const found = decoratedMethods(Service);
    assert.deepEqual(found.get('both')?.marks, {
      tool: { title: 'Tool' },
      resources: [
        { uri: 'app://a', options: { mimeType: 'text/plain' } },
        { uri: 'app://b', options: {} },
      ],
      prompt: {},
    });
    assert.deepEqual(found.get('values')?.marks.completions, [
      { prompt: 'both', argument: 'x' },
      { resource: 'app://a', argument: 'y' },
    ]);
    assert.deepEqual([...markedMethods(Service).keys()], ['both']);
  });

  it('are inherited: an override keeps the marks of each kind unless it has its own of that kind', () => {
    class Base {
      @tool({ title: 'T' })
      @prompt({ title: 'P' })
      @resource('app://a')
      run(): string {
        return '';
      }
    }
    class Kept extends Base {
      override run(): string {
        return 'kept';
      }
    }
    class Own extends Base {
      @prompt({ title: 'own' })
      override run(): string {
        return 'own';
      }
    }
    assert.deepEqual(decoratedMethods(Kept).get('run')?.marks, decoratedMethods(Base).get('run')?.marks);
    assert.deepEqual(decoratedMethods(Own).get('run')?.marks, {
      tool: { title: 'T' },
      prompt: { title: 'own' },
      resources: [{ uri: 'app://a', options: {} }],
    });
    assert.deepEqual(decoratedMethods(Base).get('run')?.marks.prompt, { title: 'P' });
  });

  it('work with standard decorators too', () => {
    class Service {
      run(): void {}
    }
    apply(resource('app://a'), Service.prototype.run, standard('run'));
    apply(prompt, Service.prototype.run, standard('run'));
    apply(prompt({ title: 'P' }), Service.prototype.run, standard('run'));
    apply(complete({ prompt: 'run', argument: 'x' }), Service.prototype.run, standard('run'));
    assert.deepEqual(decoratedMethods(Service).get('run')?.marks, {
      resources: [{ uri: 'app://a', options: {} }],
      prompt: { title: 'P' },
      completions: [{ prompt: 'run', argument: 'x' }],
    });
    refused(/@prompt on method run: static methods cannot be prompts/, () => apply(prompt(), () => {}, standard('run', { static: true })));
    refused(/#private methods cannot be resources/, () => apply(resource('app://a'), () => {}, standard('#x', { private: true })));
    refused(/only methods can be completions/, () =>
      apply(complete({ prompt: 'p', argument: 'x' }), undefined, standard('x', { kind: 'field' })),
    );
  });

  it('refuse what was written wrongly, with the place and what mends it', () => {
    class Service {
      run(): void {}
    }
    const on = (decorator: unknown) => () => apply(decorator, Service.prototype, 'run');
    refused(/@resource on Service\.run: the URI 'config' needs a scheme, such as app:\/\/config/, on(resource('config')));
    refused(/needs a URI/, on(resource(undefined as unknown as string)));
    refused(/nothing between the variables/, on(resource('app://{a}{b}')));
    refused(/unknown option 'mime'; known: name, title/, on(resource('app://a', { mime: 'x' } as object)));
    refused(/'annotations' must be an object of audience/, on(resource('app://a', { annotations: { priority: 2 } })));
    refused(/'annotations' must be/, on(resource('app://a', { annotations: { readOnlyHint: true } as object })));
    refused(/'size' must be bytes/, on(resource('app://a', { size: -1 })));
    refused(/'size' is for a resource with one URI/, on(resource('app://{a}', { size: 1 })));
    refused(/'guard' must be a function/, on(resource('app://a', { guard: true as never })));
    refused(/@prompt on Service\.run: option 'name' must be a name/, on(prompt({ name: 'a b' })));
    refused(/unknown option 'examples'/, on(prompt({ examples: [] } as object)));
    refused(/@complete on Service\.run: needs \{ prompt, argument \}/, on(complete({ argument: 'x' } as never)));
    refused(/needs \{ prompt, argument \}/, on(complete({ prompt: 'p', resource: 'app://a', argument: 'x' } as never)));
    refused(/needs \{ prompt, argument \}/, on(complete({ prompt: 'p' } as never)));
    refused(/static methods cannot be resources/, () => apply(resource('app://a'), Service, 'run'));
    refused(/put it on a method, not on a class/, () => apply(prompt(), Service, undefined));
    refused(/named by a symbol/, () => apply(prompt(), { [Symbol.iterator]: () => 1 }, Symbol.iterator));
    assert.equal(decoratedMethods(Service).size, 0);
  });
});

describe('form', () => {
  it('only records, and cannot change', () => {
    const schema = { type: 'object', properties: {} };
    const made = form<{ a: string }>({ name: 'A', schema });
    assert.deepEqual(made.options, { name: 'A', schema });
    assert.ok(isForm(made) && Object.isFrozen(made) && Object.isFrozen(made.options));
    for (const other of [undefined, null, {}, { options: {} }, 'form', Object.create(made)]) assert.equal(isForm(other), false);
    refused(/form\(\): unknown option 'title'/, () => form({ title: 'x' } as object));
  });
});
