/** What the `manifest.json` of an MCP bundle must be: version 0.3 of the format, from its specification. */
import { all, type Check, flag, isRecord, list, matching, object, oneOf, optional, record, required, text, that, url } from './checks.js';

export const manifestVersion = '0.3';

const person = object({
  name: required(text('Give a name.'), 'Add "author" to package.json.'),
  email: optional(matching(/^[^\s@]+@[^\s@]+$/, { wanted: 'an e-mail address', mend: 'Correct "author" in package.json.' })),
  url: optional(url('Correct "author" in package.json.')),
});

const semver = matching(/^\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?$/, {
  wanted: 'a semantic version, such as 1.2.3',
  mend: 'Correct "version" in package.json.',
});

/** A path inside the bundle. */
const inside = matching(/^(?!\/|[A-Za-z]:)(?!(?:.*\/)?\.\.(?:\/|$)).+$/, {
  wanted: 'a path inside the bundle',
  mend: 'Give a relative path without .. in it.',
});

const run = {
  command: optional(text('Name the program.')),
  args: optional(list(text('An argument is a text.', { least: 0 }))),
  env: optional(record(text('The value of a variable is a text.', { least: 0 }))),
};

const server = object({
  type: required(oneOf(['node'], 'toolmark makes bundles for Node.'), "Say 'node'."),
  entry_point: required(inside, 'Name the file that serves.'),
  mcp_config: required(
    object({ ...run, command: required(text('Name the program.'), "Say 'node'."), platform_overrides: optional(record(object(run))) }),
    'Say how the server is started.',
  ),
});

const option: Check = (value, field, report) => {
  object({
    type: required(oneOf(['string', 'number', 'boolean', 'directory', 'file'], 'Choose one of them.'), "Say 'string', 'number' …"),
    title: required(text('What people read.'), 'Give a title.'),
    description: required(text('What people read.'), 'Say what the value is for.'),
    required: optional(flag),
    default: optional(() => undefined),
    multiple: optional(flag),
    sensitive: optional(flag),
    min: optional(that((one) => typeof one === 'number', { wanted: 'a number', mend: 'Give a number.' })),
    max: optional(that((one) => typeof one === 'number', { wanted: 'a number', mend: 'Give a number.' })),
  })(value, field, report);
};

const icon = object({
  src: required(text('Give the path of the file.'), 'Give the path of the file.'),
  size: required(matching(/^\d+x\d+$/, { wanted: 'a size such as 128x128', mend: 'Give width x height.' }), 'Give width x height.'),
  theme: optional(text("For example 'dark'.")),
});

const named = { name: required(text('Give the name.'), 'Give the name.'), description: optional(text('Say what it does.', { least: 0 })) };

/** Variables of `args` and `env` that the bundle itself must explain. */
const knownVariables: Check = (value, _field, report) => {
  if (!isRecord(value)) return;
  const options = isRecord(value['user_config']) ? value['user_config'] : {};
  for (const [, name = ''] of JSON.stringify(value['server'] ?? {}).matchAll(/\$\{user_config\.([^}]+)\}/g))
    if (!Object.hasOwn(options, name))
      report({
        field: `user_config.${name}`,
        what: 'is missing, but the server is started with it',
        mend: `Describe '${name}' in user_config.`,
      });
};

/** `manifest.json`. */
export const bundleManifest: Check = all(
  object({
    $schema: optional(text('A URL.')),
    manifest_version: required(oneOf([manifestVersion], 'Take this version of the format.'), 'Name the version of the format.'),
    name: required(
      matching(/^[\w.-]{1,100}$/, { wanted: 'a name of letters, digits and . _ -', mend: 'Correct "name" in package.json.' }),
      'Add "name" to package.json.',
    ),
    display_name: optional(text('Give a name for people.')),
    version: required(semver, 'Add "version" to package.json.'),
    description: required(text('Say what it does.'), 'Add "description" to package.json.'),
    long_description: optional(text('Markdown.')),
    author: required(person, 'Add "author" to package.json.'),
    repository: optional(
      object({ type: required(text("For example 'git'."), "Say 'git'."), url: required(url('Give its URL.'), 'Give its URL.') }),
    ),
    homepage: optional(url('Correct "homepage" in package.json.')),
    documentation: optional(url('Give the URL of a page.')),
    support: optional(url('Correct "bugs" in package.json.')),
    icon: optional(text('Give the path of the file.')),
    icons: optional(list(icon)),
    screenshots: optional(list(text('Give the path of the file.'))),
    localization: optional(
      object({ resources: optional(text('A path with ${locale}.')), default_locale: optional(text('For example en-US.')) }),
    ),
    server: required(server, 'Say how the server is started.'),
    tools: optional(list(object(named))),
    tools_generated: optional(flag),
    prompts: optional(
      list(object({ ...named, arguments: optional(list(text('Give the name.'))), text: required(text('The text.'), 'Give the text.') })),
    ),
    prompts_generated: optional(flag),
    keywords: optional(list(text('A keyword is a text.'))),
    license: optional(text('For example MIT.')),
    privacy_policies: optional(list(url('Give the URL of the page.'))),
    compatibility: optional(
      object(
        {
          platforms: optional(list(oneOf(['darwin', 'win32', 'linux'], 'Use these names.'))),
          runtimes: optional(object({ node: optional(text('For example >=20.')), python: optional(text('')) })),
        },
        { open: true },
      ),
    ),
    user_config: optional(record(option)),
    _meta: optional(record(record(() => undefined))),
  }),
  knownVariables,
);
