/** Forms: from a class, `form<T>()` or a schema to the flat schema that a client shows, and from its answer to what the method gets. */
import { isForm } from '../../decorators/metadata.js';
import { ToolError } from '../../errors.js';
import { compileSchema } from '../../schema/validator.js';
import { pointer } from '../../schema/words.js';
import type { Constructor, ContractSchema, Form, Issue, JsonSchema, ObjectSchema, ToolManifest } from '../../types.js';
import { Preparation } from '../arguments/preparation.js';
import { contractPlan } from '../definition/contract-plan.js';
import { about, titleOf, type ToolPlan, type ToolSource } from '../definition/source.js';
import type { ManifestIndex } from '../manifest-index.js';
import type { Settings } from '../settings.js';
import { mend } from '../stale.js';
import { flatSchema } from './flat.js';
import { formOfClass } from './form-class.js';

/** A form that can be sent and read. */
export interface CompiledForm {
  requestedSchema: ObjectSchema;
  /** What the person accepted, checked, with defaults, as an instance where it is a class's. @throws ToolError INVALID_ANSWER */
  read(content: unknown, source: ToolSource): Promise<unknown>;
}

/** A form's schema, and the manifest that its marks speak of. */
interface FormContract {
  name: string;
  schema: ContractSchema;
  manifest: ToolManifest | undefined;
}

/** What was compiled, for each registry's manifests. */
const compiled = new WeakMap<ManifestIndex, WeakMap<object, CompiledForm>>();

/** @throws ToolError INVALID_DEFINITION for a form that is none or not flat, STALE_MANIFEST for one that the build step did not see */
export function formFor(form: unknown, place: string, settings: Settings): CompiledForm {
  if (!isForm(form) && typeof form !== 'function')
    throw new ToolError('INVALID_DEFINITION', `${place}: 'form' must be a class, or what form<T>() made.`);
  return remembered(form, settings, () => contractOf(form as Form<unknown> | Constructor, place, settings));
}

/** The same for a schema that the author wrote. */
export function schemaForm(schema: JsonSchema, place: string, settings: Settings): CompiledForm {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    throw new ToolError('INVALID_DEFINITION', `${place}: needs a 'form', a 'requestedSchema' or a 'url'.`);
  return remembered(schema, settings, () => ({ name: place, schema, manifest: undefined }));
}

function remembered(key: object, settings: Settings, find: () => FormContract): CompiledForm {
  const forms = compiled.get(settings.index) ?? new WeakMap<object, CompiledForm>();
  compiled.set(settings.index, forms);
  const form = forms.get(key) ?? compileForm(find(), settings);
  forms.set(key, form);
  return form;
}

function contractOf(form: Form<unknown> | Constructor, place: string, settings: Settings): FormContract {
  const found = settings.index.form(form);
  if (isForm(form)) {
    const { name = found?.name ?? place, schema } = form.options;
    if (schema) return { name, schema, manifest: undefined };
    if (found) return { name, schema: found.schema, manifest: found.manifest };
    throw new ToolError('STALE_MANIFEST', `${place}: the form is not in the manifest. ${mend} Or give its schema: form({ schema }).`);
  }
  if (found) return found;
  return formOfClass(form, place, settings.rules);
}

function compileForm({ name, schema, manifest }: FormContract, settings: Settings): CompiledForm {
  const contract = { parameters: [{ name: 'form', role: 'payload' as const, required: true, schema }], length: 1 };
  const place = `form '${name}'`;
  const plan = contractPlan({ contract, manifest }, { options: {}, parameters: new Map() }, place, settings.rules);
  const requestedSchema = flatSchema(plan.input, place);
  const misfits = misfitsOfDefaults(plan.input, place);
  // What a class begins with may be a mere stopgap, such as '' for an address: then the person is shown none.
  if (manifest) for (const { path } of misfits) delete requestedSchema.properties?.[String(path[0])]?.default;
  else if (misfits[0]) throw new ToolError('INVALID_DEFINITION', `${place}: the default of ${describe(misfits[0])}.`);
  let preparation: Preparation | undefined;
  return {
    requestedSchema,
    read: async (content, source) => {
      preparation ??= new Preparation(formSource(name, plan, settings), plan);
      // What a person typed comes as text from some clients.
      const prepared = await preparation.prepare(content, settings, true);
      if (prepared.args) return prepared.args;
      const list = prepared.issues.map(describe).join('; ');
      const message = `The answer to a question of ${titleOf(source)} does not fit what was asked: ${list}.`;
      throw new ToolError('INVALID_ANSWER', message, { ...about(source), issues: prepared.issues });
    },
  };
}

/** A client that checks what it is sent would refuse the whole question. */
function misfitsOfDefaults(input: ContractSchema, place: string): Issue[] {
  const given = Object.entries(input.properties ?? {}).filter(([, field]) => typeof field === 'object' && field.default !== undefined);
  if (given.length === 0) return [];
  const { required: _required, ...optional } = input;
  const check = compileSchema(optional, place);
  return check(Object.fromEntries(given.map(([name, field]) => [name, field.default])));
}

const describe = ({ path, message }: Issue): string => (path.length === 0 ? message : `${pointer(path)}: ${message}`);

function formSource(name: string, plan: ToolPlan, settings: Settings): ToolSource {
  return { name, place: name, options: {}, settings, isAsync: () => false, plan: () => plan, call: () => undefined };
}
