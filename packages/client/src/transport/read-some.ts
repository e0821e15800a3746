import type { Socket } from 'node:net';

/** The next bytes of a socket that nobody else reads. Throws when it ends. */
export async function readSome(socket: Socket): Promise<Buffer> {
  for (;;) {
    const chunk = socket.read() as Buffer | null;
    if (chunk !== null) return chunk;
    if (socket.readableEnded || socket.destroyed) throw socket.errored ?? new Error('it hung up');
    await new Promise<void>((resolve) => {
      const events = ['readable', 'end', 'close', 'error'];
      const onEvent = () => {
        for (const event of events) socket.off(event, onEvent);
        resolve();
      };
      for (const event of events) socket.on(event, onEvent);
    });
  }
}
