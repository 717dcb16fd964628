/** Loading of what users install themselves. */
import { ToolError } from '../../errors.js';

/**
 * @param bridge whose package it is, as it is imported: `toolmark/langchain`
 * @throws ToolError INVALID_DEFINITION where the package cannot be loaded, with the reason as its cause
 */
export async function loaded<T>(bridge: string, name: string, load: () => T | Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new ToolError('INVALID_DEFINITION', `${bridge} needs the package '${name}', ${mendFor(cause, name)}`, { cause });
  }
}

const notFound: ReadonlySet<unknown> = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

/** What is there and does not load is not mended by one more installation. */
function mendFor(cause: unknown, name: string): string {
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown };
  const said = typeof message === 'string' ? message : String(cause);
  if (notFound.has(code) && said.includes(`'${name}`)) return `which is not installed. Run: npm install ${name}`;
  return `which is there and cannot be loaded: ${said.split('\n', 1)[0] ?? ''}`;
}
