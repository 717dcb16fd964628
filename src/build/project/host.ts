/** A compiler host that reads each file once, keeps parsed files between runs, and never sees the generated module's own text. */
import { dirname } from 'node:path';
import { ts } from '../compiler.js';

/** What the generated module looks like to the compiler, so that a stale, broken or missing one changes nothing. */
const generatedText = 'declare const manifest: import("toolmark").ToolManifest;\nexport default manifest;\n';

/** A host to be used for one Program after the other. */
export interface CachingHost extends ts.CompilerHost {
  /** To be called between two Programs: looks again at files that may have changed. Gives what did. */
  refresh(): Set<string>;
}

interface Cached {
  text: string;
  source: ts.SourceFile;
}

export function createHost(options: ts.CompilerOptions, generatedFile: string): CachingHost {
  // The binder sets the parents of all nodes; a second walk for them would cost a tenth of the build.
  const host = ts.createCompilerHost(options);
  const libraries = `${host.getDefaultLibLocation?.() ?? dirname(host.getDefaultLibFileName(options))}/`.replaceAll('\\', '/');
  const files = new Map<string, Cached>();
  const isGenerated = (file: string): boolean => file === generatedFile;
  const { fileExists, readFile, getSourceFile } = host;
  const read = (file: string): string | undefined => (isGenerated(file) ? generatedText : readFile.call(host, file));
  return {
    ...host,
    fileExists: (file) => isGenerated(file) || fileExists.call(host, file),
    readFile: read,
    getSourceFile(file, languageVersion, onError) {
      const known = files.get(file);
      if (known) return known.source;
      const settings =
        file.startsWith(libraries) || file.includes('/node_modules/@types/node/') ? withoutComments(languageVersion) : languageVersion;
      const source = isGenerated(file)
        ? ts.createSourceFile(file, generatedText, languageVersion)
        : getSourceFile.call(host, file, settings, onError);
      if (!source) return undefined;
      files.set(file, { text: source.text, source });
      return source;
    },
    refresh() {
      const changed = new Set<string>();
      for (const [file, cached] of files) {
        if (file.includes('/node_modules/') || read(file) === cached.text) continue;
        changed.add(file);
        files.delete(file);
      }
      return changed;
    },
  };
}

/** What the comments of the standard library, and of node's, say is never told. */
function withoutComments(settings: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.CreateSourceFileOptions {
  const given = typeof settings === 'object' ? settings : { languageVersion: settings };
  return { ...given, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
}
