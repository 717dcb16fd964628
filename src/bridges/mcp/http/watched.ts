/** A stream that tells when it is over, and that does not grow for ever when nobody reads it. */

/** Bytes that wait for a reader who does not read. */
const mostWaiting = 4 * 1024 * 1024;

/**
 * The same stream. What comes while nobody reads waits, up to 4 MiB; then the stream breaks.
 * @param over told once: true when all has come, false when the reader left or did not read
 */
export function watched(body: ReadableStream<Uint8Array>, over: (isWhole: boolean) => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let isOver = false;
  const end = (isWhole: boolean): void => {
    if (isOver) return;
    isOver = true;
    over(isWhole);
  };
  const leave = async (reason?: unknown): Promise<void> => {
    end(false);
    await reader.cancel(reason).catch(() => undefined);
  };
  const pump = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (isOver) return;
      // The first piece is taken whatever its size.
      if ((controller.desiredSize ?? 0) <= -mostWaiting) {
        await leave();
        return controller.error(new Error('The stream is not read.'));
      }
      controller.enqueue(next.value);
    }
    if (isOver) return;
    end(true);
    controller.close();
  };
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        pump(controller).catch(() => {
          // What broke ends here.
          if (isOver) return;
          end(true);
          controller.close();
        });
      },
      cancel: leave,
    },
    { highWaterMark: 0, size: ({ byteLength }) => byteLength },
  );
}
