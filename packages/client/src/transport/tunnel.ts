import type { Socket } from 'node:net';

import { urlAddress } from '../url-address.js';
import { TransportError } from './errors.js';
import type { HttpTransportSettings } from './http-options.js';
import { connectTcp, tlsConnector } from './http1/connect.js';
import { readSome } from './read-some.js';
import { socks5Handshake } from './socks5.js';

interface Address {
  host: string;
  port: number;
}

/** Opens connections through an HTTP, HTTPS or SOCKS5 proxy; the server's TLS is end to end. */
export function tunnelConnector(
  proxyUrl: string,
  settings: HttpTransportSettings,
): (target: Address) => Promise<Socket> {
  const proxy = new URL(proxyUrl);
  const address = urlAddress(proxy);
  return async (target) => {
    const socket = await connectProxy(proxy, address, settings);
    try {
      await openTunnel(proxy, socket, target, settings);
      return socket;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  };
}

async function connectProxy(proxy: URL, address: Address, settings: HttpTransportSettings): Promise<Socket> {
  try {
    if (proxy.protocol !== 'https:') return await connectTcp(address, settings);
    const { createSecureContext } = await import('node:tls');
    const secureContext = createSecureContext();
    const { host } = address;
    return await tlsConnector(
      { secureContext, servername: undefined, host, rejectUnauthorized: true },
      settings,
    )(address);
  } catch (error) {
    throw proxyError(proxy, 'it cannot be reached', error);
  }
}

async function openTunnel(
  proxy: URL,
  socket: Socket,
  to: Address,
  { clock, connectTimeoutMs }: HttpTransportSettings,
): Promise<void> {
  const timer = clock.setTimer(
    () => socket.destroy(proxyError(proxy, 'it did not answer in time')),
    connectTimeoutMs,
    { unref: true },
  );
  try {
    if (proxy.protocol.startsWith('socks5')) await socks5Handshake(socket, to, credentials(proxy));
    else await httpConnect(socket, to, credentials(proxy));
  } catch (error) {
    throw error instanceof TransportError ? error : proxyError(proxy, (error as Error).message, error);
  } finally {
    timer.cancel();
  }
}

/** RFC 9110, section 9.3.6. */
async function httpConnect(
  socket: Socket,
  { host, port }: { host: string; port: number },
  login: { username: string; password: string } | undefined,
): Promise<void> {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const basic = login && Buffer.from(`${login.username}:${login.password}`).toString('base64');
  const authorization = basic === undefined ? '' : `Proxy-Authorization: Basic ${basic}\r\n`;
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${authorization}\r\n`);
  let head = Buffer.alloc(0);
  while (!head.includes('\r\n\r\n')) {
    if (head.length > 16_384) throw new Error('its answer is no HTTP');
    head = Buffer.concat([head, await readSome(socket)]);
  }
  const end = head.indexOf('\r\n\r\n') + 4;
  if (end < head.length) socket.unshift(head.subarray(end));
  const [statusLine = ''] = head.toString('latin1').split('\r\n', 1);
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1];
  if (status === '407') throw new Error('it wants a user name and password: put them into its URL');
  if (status?.startsWith('2') !== true) throw new Error(`it answered ${JSON.stringify(statusLine)}`);
}

function credentials(proxy: URL): { username: string; password: string } | undefined {
  if (proxy.username === '' && proxy.password === '') return undefined;
  return { username: decodeURIComponent(proxy.username), password: decodeURIComponent(proxy.password) };
}

/** Without what may be a password. */
function proxyError(proxy: URL, what: string, cause?: unknown): TransportError {
  return new TransportError(
    'ConnectionFailed',
    `the proxy ${proxy.protocol}//${proxy.host} failed: ${what}`,
    { cause },
  );
}
