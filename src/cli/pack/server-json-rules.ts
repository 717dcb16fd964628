/** What `server.json` must be: the MCP registry's format of 2025-12-11 and what the official registry asks beyond it, from their documentation. */
import { all, type Check, flag, isRecord, list, matching, object, oneOf, optional, record, required, text, that, url } from './checks.js';

export const serverSchema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

const publisher = 'io.modelcontextprotocol.registry/publisher-provided';

/** What a user fills in. */
const input = {
  description: optional(text('Say what the value is for.')),
  isRequired: optional(flag),
  isSecret: optional(flag),
  format: optional(oneOf(['string', 'number', 'boolean', 'filepath'], 'Choose one of them.')),
  default: optional(text('A default is a text.', { least: 0 })),
  placeholder: optional(text('A placeholder is a text.')),
  value: optional(text('A value is a text.', { least: 0 })),
  choices: optional(list(text('A choice is a text.'))),
};
const inputs = { ...input, variables: optional(record(object(input))) };

const variable = object({ ...inputs, name: required(text('Name it as the program reads it.'), 'Name the variable or header.') });

const argument: Check = (value, field, report) => {
  const type = isRecord(value) ? value['type'] : undefined;
  const shared = {
    ...inputs,
    type: required(oneOf(['positional', 'named'], "Write 'named' for --flag=value."), "Say 'positional' or 'named'."),
  };
  const fields =
    type === 'named'
      ? { ...shared, isRepeated: optional(flag), name: required(text('The flag with its dashes.'), 'Name the flag, such as --port.') }
      : { ...shared, isRepeated: optional(flag), valueHint: optional(text('A short label.')) };
  object(fields)(value, field, report);
  if (type === 'positional' && isRecord(value) && value['value'] === undefined && value['valueHint'] === undefined)
    report({ field: `${field}.value`, what: 'is missing', mend: "Give 'value', or 'valueHint' for what the user fills in." });
};

/** `^1.2`, `1.x`, `>=1` and `latest` can mean another program tomorrow. */
const exactVersion = that(
  (value) =>
    typeof value === 'string' &&
    value.length <= 255 &&
    /^[^\s^~<>=*|]+$/.test(value) &&
    value !== 'latest' &&
    !/(?:^|\.)x(?:\.|$)/i.test(value),
  { wanted: 'one version, such as 1.2.3', mend: 'Give the exact version that is published.' },
);

const remoteUrl = matching(/^(?:https?:\/\/\S+|\{[A-Za-z_]\w*\}\S*)$/, {
  wanted: 'a URL that begins with http:// or https://',
  mend: 'Give the address that clients connect to.',
});

const http = {
  type: required(oneOf(['streamable-http', 'sse'], "Write 'streamable-http'."), "Say 'streamable-http'."),
  url: required(remoteUrl, 'Give the address that clients connect to.'),
  headers: optional(list(variable)),
};

const transport: Check = (value, field, report) => {
  const isStdio = isRecord(value) && value['type'] === 'stdio';
  object(isStdio ? { type: required(text(''), '') } : http)(value, field, report);
};

const hash = matching(/^[a-f0-9]{64}$/, { wanted: 'a SHA-256 hash in lower case', mend: 'Run toolmark pack again.' });

const packageFields = object({
  registryType: required(text("For example 'npm' or 'mcpb'."), "Say where the package is: 'npm', 'mcpb' …"),
  registryBaseUrl: optional(url('Give the URL of the registry.')),
  identifier: required(text('Give the name or the URL.'), 'Give the name of the package, or the URL of the bundle.'),
  version: optional(exactVersion),
  fileSha256: optional(hash),
  runtimeHint: optional(text("For example 'npx'.")),
  runtimeArguments: optional(list(argument)),
  packageArguments: optional(list(argument)),
  environmentVariables: optional(list(variable)),
  transport: required(transport, "Say { type: 'stdio' }."),
});

/** What hangs together in a package. */
const packageWhole: Check = (value, field, report) => {
  if (!isRecord(value)) return;
  const { registryType, version, identifier, fileSha256 } = value;
  if (registryType === 'npm' && version === undefined)
    report({ field: `${field}.version`, what: 'is missing', mend: 'Give the exact version that is published.' });
  if (registryType !== 'mcpb') return;
  if (fileSha256 === undefined) report({ field: `${field}.fileSha256`, what: 'is missing', mend: 'Run toolmark pack, which writes it.' });
  if (!/^https:\/\/(?:github|gitlab)\.com\/.+\/releases\//.test(String(identifier)))
    report({
      field: `${field}.identifier`,
      what: 'must be a download of a GitHub or GitLab release',
      mend: 'Give --mcpb-url the URL that the release will have.',
    });
};

const icon = object({
  src: required(url('Icons come over https.', ['https:']), 'Give the URL of the icon.'),
  mimeType: optional(oneOf(['image/png', 'image/jpeg', 'image/jpg', 'image/svg+xml', 'image/webp'], 'Use one of these formats.')),
  sizes: optional(list(matching(/^(?:\d+x\d+|any)$/, { wanted: "a size such as 48x48, or 'any'", mend: 'Give width x height.' }))),
  theme: optional(oneOf(['light', 'dark'], 'Leave it out for any theme.')),
});

const metadata: Check = (value, field, report) => {
  record(() => undefined)(value, field, report);
  const own = isRecord(value) ? JSON.stringify(value[publisher] ?? {}) : '';
  if (Buffer.byteLength(own) > 4096) report({ field: `${field}.${publisher}`, what: 'has more than 4096 bytes', mend: 'Shorten it.' });
};

/** Where the name of a server must come from. */
const nameMend = 'Add "mcpName": "io.github.<you>/<server>" to package.json, or give --name.';

/** `server.json`. */
export const serverJson: Check = all(
  object({
    $schema: required(oneOf([serverSchema], 'Take this version of the format.'), 'Name the format.'),
    name: required(
      all(
        text('Shorten it.', { least: 3, most: 200 }),
        matching(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/, {
          wanted: 'a reverse-DNS name with one /, such as io.github.you/atlas',
          mend: nameMend,
        }),
      ),
      nameMend,
    ),
    title: optional(text('Shorten it.', { most: 100 })),
    description: required(
      text('Shorten "description" in package.json, or give --description.', { most: 100 }),
      'Add "description" to package.json.',
    ),
    version: required(exactVersion, 'Add "version" to package.json.'),
    websiteUrl: optional(url('Give the URL of the page.')),
    repository: optional(
      object({
        url: required(url('Give the URL that a browser opens.'), 'Give the URL of the repository.'),
        source: required(text("For example 'github'."), "Say 'github' or 'gitlab'."),
        id: optional(text('Leave it out if you do not know it.')),
        subfolder: optional(matching(/^(?!\/)(?!.*\.\.)\S+$/, { wanted: 'a clean relative path', mend: 'Take out / at the start and ..' })),
      }),
    ),
    icons: optional(list(icon)),
    packages: optional(list(all(packageFields, packageWhole))),
    remotes: optional(list(object({ ...http, variables: optional(record(object(input))) }))),
    _meta: optional(metadata),
  }),
  (value, _field, report) => {
    if (isRecord(value) && value['packages'] === undefined && value['remotes'] === undefined)
      report({
        field: 'packages',
        what: 'is missing, and so is remotes',
        mend: 'Publish to npm (package.json with "bin" and without "private"), give --mcpb-url for a bundle, --remote for a server that runs somewhere, or --no-server-json for a bundle alone.',
      });
  },
);
