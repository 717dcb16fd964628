/** What the tests of samples have in common that ask a model. */
import { spawn } from 'node:child_process';
import type { Line } from '../bridges/calling/matrix/server.js';
import type { Subject } from '../bridges/calling/matrix/subject.js';
import { root } from '../build/support.js';

export interface ProviderSample {
  /** The API that the sample's model is at: the title of a subject. */
  subject: string;
  /** What points its client at a server on loopback. */
  env(url: string): Record<string, string>;
  /** With this in the environment, the sample is run against the real API, too. */
  key: string;
}

export const openaiSample: ProviderSample = {
  subject: 'OpenAI Chat Completions',
  env: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'none' }),
  key: 'OPENAI_API_KEY',
};

export const geminiSample: ProviderSample = {
  subject: 'Gemini',
  env: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'none' }),
  key: 'GEMINI_API_KEY',
};

/** Arguments of the call that each sample's model makes. */
export const nearbyArguments = { latitude: 48.86, longitude: 2.35, radius: 30, limit: 3 };

/** That call, as a subject's server says it. */
export function nearbyCall(subject: Subject): Line {
  const id = subject.id(0);
  return { calls: [{ ...(id !== undefined && { id }), name: 'nearby', args: nearbyArguments }] };
}

/** Standard output of the sample. @param file from the folder, or absolute @param flags for Node */
export function runSample(file: string, env: Record<string, string>, { folder = root, flags = ['--import', 'tsx'] } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...flags, file], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(output.trim()) : reject(new Error(`${file} ended with ${code}: ${errors}`))));
  });
}

/** The names of the samples among the files of a folder. */
export const sampleNames = (files: readonly string[]): string[] =>
  files.flatMap((file) => (file.endsWith('.ts') && file !== 'registry.ts' ? [file.slice(0, -'.ts'.length)] : [])).sort();
