/** Loads SDK v1's transport when it is first needed. */
import { isCommonJs } from '../../../../common-js.js';

type Module = typeof import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js', { with: { 'resolution-mode': 'import' } });

/** The SDK's side of one session, or of one request. */
export type SdkTransport = InstanceType<Module['WebStandardStreamableHTTPServerTransport']>;

export async function loadTransport(): Promise<Module['WebStandardStreamableHTTPServerTransport']> {
  const loaded = isCommonJs
    ? (require('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js') as Module)
    : await import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js');
  return loaded.WebStandardStreamableHTTPServerTransport;
}
