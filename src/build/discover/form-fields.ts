/** What a form's schema is not told by: the words for the members of its enums, and where its fields are declared. */
import type { ContractSchema } from '../../types.js';
import { ts } from '../compiler.js';
import type { Report } from '../diagnostics/diagnostic.js';
import { DocReader } from '../generate/jsdoc/read.js';
import { branchesOf } from '../generate/types-of.js';
import { faultOf, flatten, type Titles, unknownFormat } from './flat.js';
import type { FoundForm } from './forms.js';

/** The form's schema as MCP's forms can be; reports what they cannot ask for. */
export function finishForm(
  form: FoundForm,
  schema: ContractSchema,
  $defs: ReadonlyMap<string, ContractSchema>,
  checker: ts.TypeChecker,
  report: Report,
): ContractSchema {
  const plain = flatten(schema, $defs, new Map());
  if (!plain) {
    report('TM1051', form.at, form.name, checker.typeToString(form.type));
    return schema;
  }
  for (const [name, field] of Object.entries(plain.properties ?? {})) {
    if (isRefused(field, form, name, checker)) continue;
    const fault = faultOf(field);
    const format = unknownFormat(field);
    if (fault) report('TM1050', placeOf(form, name), name, form.name, ...fault);
    else if (format !== undefined) report('TM1053', placeOf(form, name), name, form.name, format);
  }
  return flatten(schema, $defs, titlesOf(form.type, checker)) ?? plain;
}

/** A type without a JSON form has been reported, and left no schema. */
function isRefused(field: ContractSchema, { type }: FoundForm, name: string, checker: ts.TypeChecker): boolean {
  const property = type.getProperty(name);
  const isOpen = property && checker.getTypeOfSymbol(property).flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown);
  return field.type === undefined && Object.keys(field).every((key) => key === 'description' || key === 'title') && !isOpen;
}

/** The field itself, where it is declared in a source. */
function placeOf({ type, at }: FoundForm, name: string): ts.Node {
  const declaration = type.getProperty(name)?.declarations?.[0];
  if (!declaration || declaration.getSourceFile().isDeclarationFile) return at;
  return ts.getNameOfDeclaration(declaration) ?? declaration;
}

/** Titles that comments of enum members say: their `@title`, or else their first line. */
function titlesOf(type: ts.Type, checker: ts.TypeChecker): Titles {
  const docs = new DocReader(checker);
  const found = new Map<string, Map<string, string>>();
  for (const property of type.getProperties()) {
    const words = new Map<string, string>();
    for (const member of membersOf(checker.getTypeOfSymbol(property), checker)) {
      const { description, tags } = docs.ofSymbol(member.symbol);
      const title = tags.find((tag) => tag.name === 'title')?.text ?? description?.split('\n')[0];
      if (title) words.set(member.value, title);
    }
    if (words.size > 0) found.set(property.name, words);
  }
  return found;
}

/** The members of an enum whose values are strings, or of the enum that an array or set holds. */
function membersOf(type: ts.Type, checker: ts.TypeChecker): { symbol: ts.Symbol; value: string }[] {
  return branchesOf(type).flatMap((branch) => {
    if (branch.isStringLiteral() && branch.flags & ts.TypeFlags.EnumLiteral) return [{ symbol: branch.symbol, value: branch.value }];
    const isReference = ((branch as ts.ObjectType).objectFlags ?? 0) & ts.ObjectFlags.Reference;
    const [element] = isReference ? checker.getTypeArguments(branch as ts.TypeReference) : [];
    return element ? membersOf(element, checker) : [];
  });
}
