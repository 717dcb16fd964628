// The MCP inspector's command line: a process for each request.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const folder = dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json'));
const program = join(folder, 'cli/build/cli.js');

function run(args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, '--cli', ...args], { cwd, env: { ...process.env, NO_COLOR: '1' }, timeout: 60_000 });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(JSON.parse(out)) : reject(new Error(`the inspector ended with ${code}: ${err}${out}`)),
    );
  });
}

const words = (flag, args = {}) => Object.entries(args).flatMap(([name, value]) => [flag, `${name}=${value}`]);
const textsOf = (content) => content.filter((part) => part.type === 'text').map((part) => part.text);

export const inspector = {
  name: '@modelcontextprotocol/inspector --cli',
  connect: async (target) => {
    const ask = (...args) =>
      run(target.url ? [target.url, '--transport', 'http', ...args] : [target.command, ...target.args, ...args], target.cwd);
    return {
      tools: async () => (await ask('--method', 'tools/list')).tools.map((tool) => tool.name),
      call: async (name, args) => {
        const { content, isError } = await ask('--method', 'tools/call', '--tool-name', name, ...words('--tool-arg', args));
        return { text: textsOf(content).join('\n'), isError: isError === true };
      },
      resource: async (uri) =>
        (await ask('--method', 'resources/read', '--uri', uri)).contents.map((one) => one.text ?? one.blob).join('\n'),
      prompt: async (name, args) =>
        textsOf(
          (await ask('--method', 'prompts/get', '--prompt-name', name, ...words('--prompt-args', args))).messages.map((one) => one.content),
        ).join('\n'),
      close: async () => undefined,
    };
  },
};
