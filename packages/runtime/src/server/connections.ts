import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The connections of a server: which of them ask nothing, so that they can be closed at its end. Node's
 * closeIdleConnections leaves those alone that have not asked anything yet.
 */
export class Connections {
  readonly #all = new Set<Socket>();
  readonly #quiet = new Set<Socket>();
  #closing = false;

  /** `ready` is the event with which a connection may ask. */
  follow(server: Server, ready: 'connection' | 'secureConnection'): void {
    server.on('connection', (socket: Socket) => {
      this.#all.add(socket);
      socket.once('close', () => this.#all.delete(socket));
    });
    server.on(ready, (socket: Socket) => {
      this.#quiet.add(socket);
      socket.once('close', () => this.#quiet.delete(socket));
      if (this.#closing) socket.end();
    });
  }

  /** A request begins; when it is answered its connection is quiet again. */
  began(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { socket } = incoming;
    this.#quiet.delete(socket);
    if (this.#closing) outgoing.setHeader('connection', 'close');
    outgoing.once('close', () => {
      if (this.#closing) socket.end();
      else if (!socket.destroyed) this.#quiet.add(socket);
    });
  }

  /** Ends those that ask nothing, and the others when they are answered. */
  close(): void {
    this.#closing = true;
    for (const socket of this.#quiet) socket.end();
  }

  cut(): void {
    for (const socket of this.#all) socket.destroy();
  }
}
