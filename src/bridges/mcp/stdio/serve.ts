/** Serves one client on a pair of streams, until it goes or is told to end. */
import type { Readable, Writable } from 'node:stream';
import type { Publication } from '../eras/publication.js';
import { Connection } from './connection.js';
import { Eras } from './eras.js';

/** One served client. */
export interface Serving {
  /** Lets running calls finish, ends the rest with an answer, and stops. */
  end(): Promise<void>;
  /** Fulfilled when it is over. */
  readonly ended: Promise<void>;
}

/** Milliseconds: with what flushing takes, all stays below two seconds. */
const grace = { finish: 1000, answer: 200 };

export function serveStreams(publication: Publication, input: Readable, output: Writable): Serving {
  const connection: Connection = new Connection(input, output, (message) => eras.take(message), publication.log);
  const eras = new Eras(publication, (message) => connection.send(message));
  let settle = (): void => undefined;
  const ended = new Promise<void>((resolve) => (settle = resolve));
  let ending: Promise<void> | undefined;

  const drain = async (): Promise<void> => {
    // A client that writes its requests and closes its end still wants the answers.
    await connection.idle(grace.finish);
    publication.calls.abortAll(new Error('The server is shutting down.'));
    await connection.idle(grace.answer);
    await eras.close();
    connection.stop();
    settle();
  };
  const end = (): Promise<void> => (ending ??= drain());
  const onInputEnd = (): void => void end();
  connection.start();
  for (const event of ['end', 'close', 'error'] as const) input.once(event, onInputEnd);
  void ended.then(() => {
    for (const event of ['end', 'close', 'error'] as const) input.off(event, onInputEnd);
  });
  return {
    ended,
    end: () => {
      connection.stop();
      return end();
    },
  };
}
