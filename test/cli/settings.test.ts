/** Settings of `toolmark serve`: flags, environment, configuration file, and what `--inspect-config` tells of them. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServeConfig } from '../../src/bridges/mcp/config.js';
import { limitTable } from '../../src/bridges/mcp/limits/table.js';
import { kinds } from '../../src/cli/settings/kinds.js';
import { settings } from '../../src/cli/settings/table.js';
import { bin, Folder, type Ran, root, toolmark } from './support.js';

interface Inspected {
  config: string | null;
  transport: string;
  modules: string[];
  settings: Record<string, { value: unknown; from: string }>;
  warnings: string[];
}

function inspected(ran: Ran): Inspected {
  assert.equal(ran.code, 0, ran.err);
  return JSON.parse(ran.out) as Inspected;
}

/** Wrong use is one line and exit code 2. */
function refused(ran: Ran, pattern: RegExp): void {
  assert.deepEqual([ran.code, ran.out], [2, ''], ran.err);
  assert.match(ran.err, pattern);
  assert.equal(ran.err.trimEnd().split('\n').length, 1, ran.err);
}

const key = 'a-key-of-more-than-16-characters';

describe('toolmark serve: settings', () => {
  const folders: Folder[] = [];
  const folder = (files: Record<string, string | object> = {}, options = {}): Folder => {
    const made = new Folder(files, options);
    folders.push(made);
    return made;
  };

  before(() => assert.ok(existsSync(bin), 'dist/ is missing: npm run build comes before the tests'));
  after(() => folders.forEach((one) => one.remove()));

  it('has one table: every flag is in the help, every limit is a setting, no name is there twice', () => {
    const { out } = toolmark(['serve', '--help'], root);
    const flags = settings.flatMap(({ flag }) => flag ?? []);
    for (const flag of flags) assert.match(out, new RegExp(`--${flag}\\b`));
    for (const name of Object.keys(limitTable)) {
      assert.ok(settings.some((one) => one.key === `limits.${name}`));
      assert.match(out, name === 'drain' ? /--drain MS/ : new RegExp(`  ${name}=`));
    }
    // A flag that is longer than its column stands apart from what it does.
    assert.match(out, /--request-state-key env:NAME\|file:PATH\n +signs the state/);
    assert.equal(new Set(flags).size, flags.length);
    assert.equal(new Set(settings.map((one) => one.key)).size, settings.length);
    for (const { key: name, kind, default: value } of settings)
      if (value !== undefined) assert.equal(kinds[kind].misfit(value), undefined, name);
  });

  it('has a field of ServeConfig for every setting', () => {
    const top: Record<keyof ServeConfig, true> = {
      modules: true,
      name: true,
      title: true,
      version: true,
      instructions: true,
      websiteUrl: true,
      icons: true,
      http: true,
      host: true,
      path: true,
      sessions: true,
      jsonResponse: true,
      eras: true,
      keepAlive: true,
      healthPath: true,
      direct: true,
      allowedHosts: true,
      allowedOrigins: true,
      cors: true,
      auth: true,
      pageSize: true,
      cache: true,
      errorDetail: true,
      requestStateKey: true,
      logFormat: true,
      limits: true,
    };
    assert.deepEqual([...new Set(settings.map((one) => one.key.split('.')[0]))].sort(), Object.keys(top).sort());
  });

  it('takes a flag before a variable, that before the file, and that before the default', () => {
    const { path } = folder({
      'toolmark.config.json': { http: 1, host: '::1', name: 'file', limits: { calls: 3, queue: 4 } },
      'package.json': { name: 'p', version: '7.8.9' },
    });
    const {
      settings: all,
      transport,
      config,
    } = inspected(
      toolmark(['serve', '--inspect-config', '--http', '3', '--limit', 'calls=5'], path, {
        TOOLMARK_HTTP: '2',
        TOOLMARK_HOST: '127.0.0.2',
      }),
    );
    assert.deepEqual(
      ['http', 'host', 'name', 'version', 'path', 'limits.calls', 'limits.queue', 'limits.queueWait', 'title'].map((name) => all[name]),
      [
        { value: 3, from: 'flag --http' },
        { value: '127.0.0.2', from: 'env TOOLMARK_HOST' },
        { value: 'file', from: 'toolmark.config.json' },
        { value: '7.8.9', from: 'package.json' },
        { value: '/mcp', from: 'default' },
        { value: 5, from: 'flag --limit' },
        { value: 4, from: 'toolmark.config.json' },
        { value: 5000, from: 'default' },
        { value: null, from: 'not set' },
      ],
    );
    assert.equal(transport, 'http');
    assert.equal(config, join(path, 'toolmark.config.json'));
    // An empty variable is none.
    assert.equal(inspected(toolmark(['serve', '--inspect-config'], path, { TOOLMARK_HTTP: '' })).settings['http']?.value, 1);
  });

  it('finds the file upwards, up to the repository, and takes the one that is named', () => {
    const { path } = folder({
      'toolmark.config.json': { name: 'above' },
      'a/b/x.txt': '',
      'other.json': { name: 'named' },
      'a/inner/.git/x': '',
    });
    const at = (cwd: string, ...args: string[]): unknown =>
      inspected(toolmark(['serve', '--inspect-config', ...args], join(path, cwd))).settings['name']?.value;
    assert.equal(at('a/b'), 'above');
    assert.equal(at('a/b', '--config', '../../other.json'), 'named');
    assert.equal(at('a/inner'), null);
    assert.equal(at('a/b', '--no-config'), null);
    refused(toolmark(['serve', '--config', 'none.json'], path), /there is no configuration file 'none\.json'/);
  });

  it('loads programs too: TypeScript with defineConfig, JavaScript, and what a function gives', () => {
    const text =
      "import { defineConfig } from 'toolmark/mcp';\nconst port: number = 4000;\nconsole.log('noise');\nexport default defineConfig({ http: port, auth: { verify: () => undefined }, modules: ['./x.mjs'] });\n";
    const typed = folder({ 'toolmark.config.ts': text, 'package.json': { type: 'module' } }, { modules: true });
    const all = inspected(toolmark(['serve', '--inspect-config'], typed.path));
    assert.deepEqual(all.settings['auth.verify'], { value: '(a function)', from: 'toolmark.config.ts' });
    assert.deepEqual([all.settings['http']?.value, all.modules], [4000, [join(typed.path, 'x.mjs')]]);
    const plain = folder({ 'toolmark.config.mjs': 'export default async () => ({ name: "made" });' });
    assert.equal(inspected(toolmark(['serve', '--inspect-config'], plain.path)).settings['name']?.value, 'made');
    const common = folder({ 'toolmark.config.js': 'module.exports = { name: "common" };' });
    assert.equal(inspected(toolmark(['serve', '--inspect-config'], common.path)).settings['name']?.value, 'common');
    const broken = folder({ 'toolmark.config.mjs': 'throw new Error("no luck");' });
    refused(toolmark(['serve'], broken.path), /cannot load toolmark\.config\.mjs: no luck/);
  });

  it('refuses what is no setting, with the nearest name, file and path', () => {
    const cases: [object | string, RegExp][] = [
      [{ htpp: 1 }, /toolmark\.config\.json: there is no setting 'htpp'\. Did you mean 'http'\?/],
      [{ limits: { cals: 1 } }, /there is no setting 'limits\.cals'\. Did you mean 'limits\.calls'\?/],
      [{ auth: { scope: [] } }, /there is no setting 'auth\.scope'/],
      [{ drain: 5 }, /there is no setting 'drain'\. Did you mean 'limits\.drain'\?/],
      [{ limits: 5 }, /toolmark\.config\.json: limits must be an object of drain, toolTimeout, /],
      [{ http: '80' }, /toolmark\.config\.json: http must be a whole number from 0 to 65535, not string "80"/],
      [{ sessions: 'yes' }, /sessions must be true, false or an object/],
      [{ errorDetail: 'maskd' }, /errorDetail must be message or masked, not string "maskd"; did you mean 'masked'\?/],
      [{ eras: ['new'] }, /eras must be legacy or modern, not string "new"/],
      [{ path: 'mcp' }, /path must be a path that begins with \//],
      [{ allowedHosts: 'a' }, /allowedHosts must be a list of texts/],
      [{ limits: { calls: 0 } }, /toolmark\.config\.json: limits\.calls must be a whole number of calls/],
      [{ auth: { key: 5 } }, /auth\.key must be a text\.$/m],
      [{ auth: { keys: [{ key }] } }, /auth\.keys must be a list of \{ subject, key, scopes\? \}\.$/m],
      [[], /toolmark\.config\.json must hold an object of settings/],
      ['{ "http": 1, }', /toolmark\.config\.json is no JSON/],
    ];
    for (const [content, pattern] of cases)
      refused(toolmark(['serve', '--inspect-config'], folder({ 'toolmark.config.json': content }).path), pattern);
  });

  it('refuses flags that do not fit, or that do nothing', () => {
    const { path } = folder();
    const cases: [string[], RegExp][] = [
      [['--limit', 'calls'], /--limit takes NAME=VALUE/],
      [['--limit', 'cals=3'], /there is no limit 'cals'\. Did you mean 'calls'\?/],
      [['--limit', 'calls=none'], /--limit: limits\.calls must be a whole number/],
      [['--limit', 'rate=3'], /--limit: rate takes CALLS\/SECONDS, such as rate=100\/60, not '3'/],
      [['--drain', 'x'], /--drain: limits\.drain must be/],
      [['--http', '70000'], /--http must be a whole number from 0 to 65535/],
      [['--htp', '1'], /unknown option '--htp'\. Did you mean '--http'\?/],
      [['--http', '1', '--auth-jwks', 'https://a.example/keys', '--inspect-config'], /auth\.jwks goes with auth\.issuer/],
      [['--http', '1', '--auth-issuer', 'https://a.example', '--inspect-config'], /goes with auth\.audience or auth\.resource/],
      [['--http', '1', '--auth-scope', 'x', '--inspect-config'], /say how callers are known/],
      [['--http', '1', '--auth-key', 'env:NOT_THERE'], /auth\.key: the environment variable NOT_THERE is not set/],
      [['--http', '1', '--auth-key', 'file:none.txt'], /auth\.key: cannot read the file none\.txt/],
      [['x.mjs', '--allowed-host', 'a.example'], /--allowed-host goes with --http PORT/],
      [['x.mjs', '--auth-key', key], /--auth-key goes with --http PORT/],
      [[], /name at least one module/],
    ];
    for (const [args, pattern] of cases) refused(toolmark(['serve', ...args], path), pattern);
  });

  it('reads rates, lists and switches as flags give them', () => {
    const { settings: all } = inspected(
      toolmark(
        [
          'serve',
          '--inspect-config',
          '--limit',
          'rate=100/60',
          '--limit',
          'toolTimeout=Infinity',
          '--allowed-host',
          'a.example,b.example',
          '--allowed-host',
          'c.example',
          '--sessions',
        ],
        folder().path,
      ),
    );
    assert.deepEqual(
      ['limits.rate', 'limits.toolTimeout', 'allowedHosts', 'sessions'].map((name) => all[name]?.value),
      [{ calls: 100, per: 60 }, 'Infinity', ['a.example', 'b.example', 'c.example'], true],
    );
  });

  it('never shows a secret, reads it from where it is, and warns of one in plain sight', () => {
    const { path } = folder({
      'deploy/toolmark.config.json': {
        auth: { key: 'file:key.txt', keys: [{ subject: 'ann', key: 'env:ANN', scopes: ['read'] }] },
        requestStateKey: key,
      },
      'deploy/key.txt': `${key}\n`,
    });
    const env = { ANN: `${key}-of-ann` };
    const ran = toolmark(['serve', '--inspect-config', '--config', 'deploy/toolmark.config.json', '--http', '0'], path, env);
    const { settings: all, warnings } = inspected(ran);
    assert.doesNotMatch(ran.out + ran.err, new RegExp(key));
    assert.deepEqual(all['auth.key'], { value: '********', from: 'toolmark.config.json (file:key.txt)' });
    assert.deepEqual(all['auth.keys']?.value, [{ subject: 'ann', key: '********', scopes: ['read'] }]);
    assert.deepEqual(warnings, [
      'toolmark.config.json: requestStateKey is a secret that stands in a file; give "env:NAME" or "file:PATH" instead.',
    ]);
    const bare = inspected(toolmark(['serve', '--inspect-config', '--http', '0', '--auth-key', key], path));
    assert.match(bare.warnings[0] ?? '', /--auth-key shows a secret/);
    assert.equal(
      inspected(toolmark(['serve', '--inspect-config', '--http', '0', '--auth-key', 'env:K'], path, { K: key })).warnings.length,
      0,
    );
  });

  it('shows the defaults of the server where nobody set anything, by transport', () => {
    const { path } = folder({ 'package.json': { name: 'p' } });
    const names = ['keepAlive', 'eras', 'errorDetail', 'direct', 'pageSize', 'cache.ttlMs', 'cache.cacheScope', 'title'];
    const shown = (...args: string[]) => {
      const { settings: all } = inspected(toolmark(['serve', '--inspect-config', ...args], path));
      return names.map((name) => all[name]);
    };
    const by = (value: unknown) => ({ value, from: 'default' });
    const both = [by(true), by('Infinity'), by(0), by('private'), { value: null, from: 'not set' }];
    assert.deepEqual(shown('--http', '0'), [by(15_000), by(['legacy', 'modern']), by('masked'), ...both]);
    assert.deepEqual(shown(), [by(15_000), by(['legacy', 'modern']), by('message'), ...both]);
    assert.deepEqual(shown('--http', '0', '--error-detail', 'message')[2], { value: 'message', from: 'flag --error-detail' });
  });

  it('refuses what is no member of a key, and does not show it', () => {
    const { path } = folder({ 'toolmark.config.json': { auth: { keys: [{ subject: 'ann', key, scope: ['read'] }] } } });
    const { err } = toolmark(['serve', '--inspect-config', '--http', '0'], path);
    assert.match(err, /auth\.keys must be a list of \{ subject, key, scopes\? \}\./);
    assert.doesNotMatch(err, new RegExp(key));
  });

  it('is written down: the guide names every flag', () => {
    const guide = readFileSync(join(root, 'docs/guide/deploy.md'), 'utf8');
    for (const { flag } of settings) if (flag) assert.ok(guide.includes(`--${flag}`), `docs/guide/deploy.md does not name --${flag}`);
  });
});
