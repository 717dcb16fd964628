/** A stream that tells when it is over. */

/** The same stream; `over` is told once, with whether it was read to its end. */
export function watched(body: ReadableStream<Uint8Array>, over: (isRead: boolean) => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const next = await reader.read();
        if (!next.done) return controller.enqueue(next.value);
      } catch {
        // What broke ends here.
      }
      over(true);
      controller.close();
    },
    async cancel(reason) {
      over(false);
      await reader.cancel(reason).catch(() => undefined);
    },
  });
}
