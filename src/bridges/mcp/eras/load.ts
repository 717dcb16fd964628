/** Loads the parts of MCP's SDKs when they are first needed. */
import { isCommonJs } from '../../../common-js.js';

type ServerModule = typeof import('@modelcontextprotocol/sdk/server/index.js', { with: { 'resolution-mode': 'import' } });
type TypesModule = typeof import('@modelcontextprotocol/sdk/types.js', { with: { 'resolution-mode': 'import' } });
type ValidatorModule = typeof import('@modelcontextprotocol/sdk/validation/ajv-provider.js', { with: { 'resolution-mode': 'import' } });
type ModernModule = typeof import('@modelcontextprotocol/server', { with: { 'resolution-mode': 'import' } });
type ModernStdioModule = typeof import('@modelcontextprotocol/server/stdio', { with: { 'resolution-mode': 'import' } });

/** The low-level server of SDK v1, without the types that differ between its two formats. */
export type SdkServer = InstanceType<ServerModule['Server']>;
/** The low-level server of SDK v2. */
export type ModernServer = InstanceType<ModernModule['Server']>;

export async function loadServer(): Promise<ServerModule> {
  return isCommonJs
    ? (require('@modelcontextprotocol/sdk/server/index.js') as ServerModule)
    : import('@modelcontextprotocol/sdk/server/index.js');
}

export async function loadTypes(): Promise<TypesModule> {
  return isCommonJs ? (require('@modelcontextprotocol/sdk/types.js') as TypesModule) : import('@modelcontextprotocol/sdk/types.js');
}

export async function loadValidator(): Promise<ValidatorModule> {
  return isCommonJs
    ? (require('@modelcontextprotocol/sdk/validation/ajv-provider.js') as ValidatorModule)
    : import('@modelcontextprotocol/sdk/validation/ajv-provider.js');
}

export async function loadModern(): Promise<ModernModule> {
  return isCommonJs ? (require('@modelcontextprotocol/server') as ModernModule) : import('@modelcontextprotocol/server');
}

export async function loadModernStdio(): Promise<ModernStdioModule> {
  return isCommonJs ? (require('@modelcontextprotocol/server/stdio') as ModernStdioModule) : import('@modelcontextprotocol/server/stdio');
}
