import { isIPv4, isIPv6 } from 'node:net';
import type { Socket } from 'node:net';

import { readSome } from './read-some.js';

/** RFC 1928, section 6. */
const REPLIES = [
  '',
  'general failure',
  'its rules do not allow the connection',
  'network unreachable',
  'host unreachable',
  'connection refused',
  'TTL expired',
  'command not supported',
  'address type not supported',
];

const VERSION = 5;
const NO_LOGIN = 0;
const LOGIN = 2;

/** Asks a SOCKS5 proxy for a connection; names are resolved there (RFC 1928, RFC 1929). */
export async function socks5Handshake(
  socket: Socket,
  { host, port }: { host: string; port: number },
  login: { username: string; password: string } | undefined,
): Promise<void> {
  const reader = new ExactReader(socket);
  socket.write(Buffer.from(login === undefined ? [VERSION, 1, NO_LOGIN] : [VERSION, 2, NO_LOGIN, LOGIN]));
  const [version, method] = await reader.take(2);
  if (version !== VERSION) throw new Error('it does not speak SOCKS5');
  if (method === LOGIN && login !== undefined) {
    const username = Buffer.from(login.username);
    const password = Buffer.from(login.password);
    socket.write(Buffer.from([1, username.length, ...username, password.length, ...password]));
    const [, status] = await reader.take(2);
    if (status !== 0) throw new Error('it does not accept the user name and password of its URL');
  } else if (method !== NO_LOGIN) {
    throw new Error('it wants a user name and password: put them into its URL');
  }
  socket.write(Buffer.from([VERSION, 1, 0, ...address(host), port >> 8, port & 0xff]));
  const [, reply = 1, , type] = await reader.take(4);
  if (reply !== 0) throw new Error(REPLIES[reply] ?? `it answered ${reply}`);
  const length = type === 1 ? 4 : type === 4 ? 16 : ((await reader.take(1))[0] ?? 0);
  await reader.take(length + 2);
  reader.giveBack();
}

function address(host: string): number[] {
  if (isIPv4(host)) return [1, ...host.split('.').map(Number)];
  if (isIPv6(host)) return [4, ...ipv6Bytes(host)];
  const name = Buffer.from(host);
  return [3, name.length, ...name];
}

function ipv6Bytes(host: string): number[] {
  const [head = '', tail] = host.split('::');
  const words = (text: string) => (text === '' ? [] : text.split(':').map((word) => parseInt(word, 16)));
  const before = words(head);
  const after = words(tail ?? '');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<number>(zeros).fill(0), ...after].flatMap((word) => [word >> 8, word & 0xff]);
}

/** Reads so many bytes and no more: what follows belongs to TLS. */
class ExactReader {
  readonly #socket: Socket;
  #held = Buffer.alloc(0);

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  async take(length: number): Promise<Buffer> {
    while (this.#held.length < length) this.#held = Buffer.concat([this.#held, await readSome(this.#socket)]);
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return taken;
  }

  giveBack(): void {
    if (this.#held.length > 0) this.#socket.unshift(this.#held);
  }
}
