/** What `toolmark pack` was asked for. */
import type { Project } from './project.js';

export interface PackRequest {
  project: Project;
  /** Modules to serve, relative to the package, with forward slashes. */
  modules: string[];
  /** Flags that the configuration file gives to the server in the bundle: who it is, not where it listens or what is secret. */
  flags: string[];
  /** The server's name in the registry; `mcpName` of package.json otherwise. */
  name?: string;
  title?: string;
  description?: string;
  /** Where the server runs for everybody. */
  remotes: string[];
  /** Where the bundle will be downloaded from. */
  bundleUrl?: string;
  /** Environment variables that a user fills in. */
  variables: { name: string; description: string }[];
}
