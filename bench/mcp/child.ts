/** A contender in a process of its own, so that its CPU and its memory are its own. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { compiled } from './compile.js';
import type { Contender } from './contenders.js';
import type { Usage } from './results.js';

const patience = 30_000;

export class Child {
  private constructor(
    private readonly process: ChildProcess,
    readonly port: number,
  ) {}

  /** Starts a contender with so many tools. @throws Error with what it wrote when it does not come up */
  static async start({ file, argument, name }: Contender, tools: number): Promise<Child> {
    const env = { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' };
    const child = fork(compiled(file), [argument, String(tools)], {
      execArgv: ['--expose-gc'],
      env,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let complaint = '';
    child.stderr?.on('data', (chunk: Buffer) => (complaint = `${complaint}${chunk.toString()}`.slice(-2000)));
    const { port } = await answerOf<{ port: number }>(child).catch((error: unknown) => {
      child.kill('SIGKILL');
      throw new Error(`${name} did not start: ${String(error)}\n${complaint}`);
    });
    return new Child(child, port);
  }

  /** CPU so far; memory is read after a collection of all garbage when it is asked for. */
  async usage(wanted: 'cpu' | 'memory'): Promise<Usage> {
    const answer = answerOf<Usage>(this.process);
    this.process.send(wanted);
    return answer;
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const gone = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await gone;
  }
}

/** The next message of a child. @throws Error when it ends or is silent */
async function answerOf<T>(child: ChildProcess): Promise<T> {
  const ended = new AbortController();
  const { signal } = ended;
  const timer = setTimeout(() => ended.abort(new Error('it is silent')), patience);
  const stop = (): void => ended.abort(new Error('it ended'));
  child.once('exit', stop);
  try {
    const [message] = (await once(child, 'message', { signal })) as [T];
    return message;
  } catch {
    throw signal.reason;
  } finally {
    clearTimeout(timer);
    child.off('exit', stop);
  }
}
