/** Answers of a provider for its official client, without a server: whole, or as a stream that is cut anywhere. */
import { inPieces } from './matrix/server.js';

/** A fetch that always gives this JSON. */
export const answering =
  (body: unknown): typeof fetch =>
  async () =>
    Response.json(body);

/** The text of server-sent events. An event with a type says it in a line of its own. */
export const eventText = (events: readonly object[], end = 'data: [DONE]\n\n'): string =>
  events.map((event) => `${'type' in event ? `event: ${String(event.type)}\n` : ''}data: ${JSON.stringify(event)}\n\n`).join('') + end;

/** A fetch that streams this text, in pieces of so many bytes. */
export const streaming =
  (text: string, size = 1 << 20, contentType = 'text/event-stream'): typeof fetch =>
  async () =>
    new Response(inPieces(new TextEncoder().encode(text), size), { headers: { 'content-type': contentType } });

/** A fetch that streams this text in two pieces, cut at this byte. */
export const cutAt =
  (text: string, at: number, contentType = 'text/event-stream'): typeof fetch =>
  async () => {
    const bytes = new TextEncoder().encode(text);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.slice(0, at));
        controller.enqueue(bytes.slice(at));
        controller.close();
      },
    });
    return new Response(stream, { headers: { 'content-type': contentType } });
  };
