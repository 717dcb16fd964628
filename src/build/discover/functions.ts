/** Finds the function behind each `tool(fn, options)` and the name it is exported by. */
import { ts } from '../compiler.js';
import type { Report } from '../diagnostics/diagnostic.js';
import type { ContractSource } from './contracts.js';
import { type ExportIndex, type ExportRef } from './exports.js';
import { literalName } from './literal-options.js';
import { unwrap } from './marks.js';
import { methodKinds } from './kinds.js';
import { checkLiteralOptions } from './methods.js';
import type { Discovery } from './parameters.js';
import { isInsideFunction } from './scan.js';

/** One `tool(fn)`. */
export interface FoundFunction {
  ref: ExportRef;
  name: string;
  file: string;
  source: ContractSource;
}

/** Undefined, with a diagnostic where there is a fault, for what cannot be bound; `tool(options)` is no function form. */
export function readFunction(discovery: Discovery, call: ts.CallExpression, exports: ExportIndex): FoundFunction | undefined {
  const { checker, report } = discovery;
  const argument = call.arguments[0];
  if (!argument) return undefined;
  const signatures = checker.getTypeAtLocation(argument).getCallSignatures();
  if (signatures.length === 0) return undefined;
  const declaration = implementation(argument, signatures, checker);
  if (!declaration) return void report('TM1013', argument, argument.getText());
  const options = call.arguments[1] && unwrap(call.arguments[1]);
  const literal = options && ts.isObjectLiteralExpression(options) ? options : undefined;
  if (literal) checkLiteralOptions(literal, methodKinds.tool, 'tool(…)', checker, report);
  const { symbol, documented } = holder(call, checker);
  const name = literalName(literal, checker) ?? functionName(argument, declaration) ?? symbol?.name ?? 'tool(…)';
  const ref = symbol && exports.locate(symbol);
  if (!ref) return reportUnreachable(call, exports, report, name, 'tool');
  // An overloaded function is read by its implementation, which is what will be called.
  const signature = (signatures.length > 1 ? checker.getSignatureFromDeclaration(declaration) : signatures[0]) as ts.Signature;
  const nodes = [...documented, declaration];
  return {
    ref,
    name,
    file: call.getSourceFile().fileName,
    source: { owner: name, signature, declaration, lineage: [declaration], documented: nodes, output: 'all' },
  };
}

/** What stands where no import can reach it cannot be bound. @param word `tool` or `form` */
export function reportUnreachable(call: ts.CallExpression, exports: ExportIndex, report: Report, name: string, word: string): undefined {
  report(isInsideFunction(call) ? 'TM1015' : exports.assigned(call) ? 'TM1016' : 'TM1011', call.expression, name, word);
}

function implementation(
  argument: ts.Expression,
  signatures: readonly ts.Signature[],
  checker: ts.TypeChecker,
): ts.SignatureDeclaration | undefined {
  const value = unwrap(argument);
  if (ts.isFunctionExpression(value) || ts.isArrowFunction(value)) return value;
  const symbol = checker.getSymbolAtLocation(value);
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const withBody = target?.declarations?.find((one) => ts.isFunctionDeclaration(one) && one.body);
  return (withBody as ts.FunctionDeclaration | undefined) ?? signatures[0]?.getDeclaration();
}

/** Where the result of a call is kept. */
interface Holder {
  symbol: ts.Symbol | undefined;
  /** Nodes that may carry the comment. */
  documented: ts.Node[];
  variable?: ts.VariableDeclaration;
}

/** The variable or default export that holds the call's result. */
export function holder(call: ts.CallExpression, checker: ts.TypeChecker): Holder {
  let outer: ts.Node = call.parent;
  while (ts.isParenthesizedExpression(outer) || ts.isAsExpression(outer) || ts.isSatisfiesExpression(outer)) outer = outer.parent;
  if (ts.isVariableDeclaration(outer) && ts.isIdentifier(outer.name))
    return { symbol: checker.getSymbolAtLocation(outer.name), documented: [outer], variable: outer };
  if (!ts.isExportAssignment(outer)) return { symbol: undefined, documented: [] };
  const module = checker.getSymbolAtLocation(outer.getSourceFile());
  return { symbol: module && checker.tryGetMemberInModuleExports('default', module), documented: [outer] };
}

function functionName(argument: ts.Expression, declaration: ts.SignatureDeclaration): string | undefined {
  const value = unwrap(argument);
  if (ts.isIdentifier(value)) return value.text;
  return declaration.name && ts.isIdentifier(declaration.name) ? declaration.name.text : undefined;
}
