/** `toolmark/build`: from TypeScript sources to a manifest. The only part of toolmark that loads a compiler. */
export { buildManifest, type BuildOptions, type BuildResult, openBuild, type WarmBuild } from './build.js';
export type { Diagnostic, DiagnosticCodeName } from './diagnostics/diagnostic.js';
export { formatDiagnostics, type FormatOptions } from './diagnostics/format.js';
export type { ClassModel, ClassRef, FormModel, FunctionModel, ManifestModel } from './emit/model.js';
export { outputFiles } from './project/outputs.js';
export { watchManifest, type WatchOptions } from './watch.js';
