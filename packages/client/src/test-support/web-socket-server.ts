import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** The server's side of a WebSocket, for tests: RFC 6455 without extensions. */
export class ServerSocket {
  readonly url: URL;
  readonly request: IncomingMessage;
  readonly socket: Socket;
  /** Messages that came: opcode and unmasked payload. */
  readonly #received: Array<{ opcode: number; payload: Buffer }> = [];
  #waiting: (() => void) | undefined;
  #bytes = Buffer.alloc(0);
  pongs = 0;
  pings = 0;

  constructor(request: IncomingMessage, socket: Socket) {
    this.request = request;
    this.socket = socket;
    this.url = new URL(request.url ?? '', 'http://server');
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
      while (this.#read());
      this.#waiting?.();
    });
    // A server's sockets stay half open otherwise.
    socket.on('end', () => socket.end());
    socket.on('close', () => this.#waiting?.());
  }

  /** The next message other than ping and pong; undefined when the connection is gone. */
  async next(): Promise<{ opcode: number; payload: Buffer } | undefined> {
    for (;;) {
      const message = this.#received.shift();
      if (message !== undefined) return message;
      if (this.socket.destroyed) return undefined;
      await new Promise<void>((resolve) => (this.#waiting = resolve));
    }
  }

  /** A message on a channel, as text for the test to read. */
  async nextText(): Promise<string | undefined> {
    const message = await this.next();
    return message === undefined
      ? undefined
      : `${message.payload[0]} ${message.payload.subarray(1).toString()}`;
  }

  send(channel: number, data: string | Uint8Array): boolean {
    return this.frame(2, Buffer.concat([Buffer.from([channel]), Buffer.from(data)]));
  }

  close(code = 1000, reason = ''): void {
    this.frame(8, Buffer.concat([Buffer.from([code >> 8, code & 0xff]), Buffer.from(reason)]));
    this.socket.end();
  }

  frame(opcode: number, payload: Buffer, final = true): boolean {
    const { length } = payload;
    const header = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
    header[0] = (final ? 0x80 : 0) | opcode;
    header[1] = length < 126 ? length : length < 65_536 ? 126 : 127;
    if (header.length === 4) header.writeUInt16BE(length, 2);
    if (header.length === 10) header.writeBigUInt64BE(BigInt(length), 2);
    return this.socket.write(Buffer.concat([header, payload]));
  }

  #read(): boolean {
    const bytes = this.#bytes;
    if (bytes.length < 2) return false;
    const short = (bytes[1] as number) & 0x7f;
    const at = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (bytes.length < at + 4) return false;
    const length =
      short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
    if (bytes.length < at + 4 + length) return false;
    if (((bytes[1] as number) & 0x80) === 0) throw new Error('a client must mask its frames');
    const mask = bytes.subarray(at, at + 4);
    const payload = Buffer.from(bytes.subarray(at + 4, at + 4 + length));
    payload.forEach((byte, index) => (payload[index] = byte ^ (mask[index & 3] as number)));
    this.#bytes = bytes.subarray(at + 4 + length);
    const opcode = (bytes[0] as number) & 0x0f;
    if (opcode === 9) this.pings += 1;
    else if (opcode === 10) this.pongs += 1;
    else this.#received.push({ opcode, payload });
    return true;
  }
}

export interface WebSocketServerDouble {
  readonly url: string;
  /** Connections that are open, upgraded ones included. */
  open(): Promise<number>;
  stop(): Promise<void>;
}

/** A server that upgrades each request and hands it to `serve`, or answers with what `refuse` returns. */
export async function startWebSocketServer(options: {
  /** Chooses among the protocols offered; the empty text for none. Defaults to the first. */
  choose?: (offered: readonly string[]) => string;
  refuse?: () => { status: number; body: string } | undefined;
  serve: (socket: ServerSocket) => Promise<void> | void;
}): Promise<WebSocketServerDouble> {
  const server = createServer((_request, response) => response.writeHead(400).end('no upgrade'));
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (request: IncomingMessage, socket: Socket) => {
    const refusal = options.refuse?.();
    if (refusal !== undefined) {
      const { status, body } = refusal;
      socket.end(
        `HTTP/1.1 ${status} No\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
      );
      return;
    }
    const offered = (request.headers['sec-websocket-protocol'] ?? '').split(', ');
    const protocol = (options.choose ?? (([first = '']) => first))(offered);
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    const named = protocol === '' ? '' : `Sec-WebSocket-Protocol: ${protocol}\r\n`;
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n${named}\r\n`,
    );
    void options.serve(new ServerSocket(request, socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: async () => {
      // Closes of the other side are seen when the loop comes round.
      for (let turn = 0; turn < 50 && sockets.size > 0; turn += 1) await new Promise(setImmediate);
      return sockets.size;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
