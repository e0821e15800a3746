import { describe, expect, it } from 'vitest';

import { ResponseParser } from './response-parser.js';

interface Seen {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
  ended: boolean;
  keepAlive: boolean;
}

/** What a parser makes of these pieces, and of the close after them. */
function parse(pieces: readonly (string | Buffer)[], { close = false, upgrading = false } = {}): Seen {
  const seen: Seen = { status: 0, headers: {}, body: '', ended: false, keepAlive: true };
  const parser = new ResponseParser({
    onHead: (status, headers) => Object.assign(seen, { status, headers }),
    onBody: (bytes) => {
      seen.body += Buffer.from(bytes).toString('latin1');
    },
    onEnd: () => {
      seen.ended = true;
    },
  });
  parser.expect({ upgrading });
  for (const piece of pieces) parser.feed(Buffer.from(piece as string, 'latin1'));
  if (close) parser.close();
  seen.keepAlive = parser.keepAlive;
  return seen;
}

const HEAD = 'HTTP/1.1 200 OK\r\n';
const samples: Array<[what: string, text: string, body: string]> = [
  [
    'a body of a given length',
    `${HEAD}Content-Length: 11\r\nContent-Type: a/b\r\n\r\nhello world`,
    'hello world',
  ],
  ['an empty body', `${HEAD}Content-Length: 0\r\n\r\n`, ''],
  [
    'chunks',
    `${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n`,
    'hello world',
  ],
  [
    'chunks with a trailer',
    `${HEAD}Transfer-Encoding: chunked\r\n\r\nA\r\n0123456789\r\n0\r\nX: y\r\n\r\n`,
    '0123456789',
  ],
  ['no content', 'HTTP/1.1 204 No Content\r\nDate: today\r\n\r\n', ''],
  [
    'an interim response first',
    `HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${HEAD}Content-Length: 2\r\n\r\nok`,
    'ok',
  ],
];

describe('a parser of responses', () => {
  it.each(samples)('reads %s, whole', (_what, text, body) => {
    expect(parse([text])).toMatchObject({ body, ended: true, keepAlive: true });
  });

  it.each(samples)('reads %s, cut at any place', (_what, text, body) => {
    for (let at = 1; at < text.length; at += 1) {
      expect(parse([text.slice(0, at), text.slice(at)])).toMatchObject({ body, ended: true });
    }
    expect(parse([...text])).toMatchObject({ body, ended: true });
  });

  it('gives header names in lower case, and all values of one that came several times', () => {
    const { status, headers } = parse([
      'HTTP/1.1 429 Too Many Requests\r\nRetry-After:  3 \r\nWarning: a\r\nwarning: b\r\nContent-Length: 0\r\n\r\n',
    ]);
    expect(status).toBe(429);
    expect(headers).toEqual({ 'retry-after': '3', warning: ['a', 'b'], 'content-length': '0' });
  });

  it('takes the close as the end of a body without a length, and does not use the connection again', () => {
    const seen = parse([`${HEAD}\r\nall `, 'of it'], { close: true });
    expect(seen).toMatchObject({ body: 'all of it', ended: true, keepAlive: false });
  });

  it('does not take the close as the end of any other body', () => {
    expect(parse([`${HEAD}Content-Length: 5\r\n\r\nhel`], { close: true })).toMatchObject({ ended: false });
  });

  it.each([
    ['HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', false],
    ['HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n', false],
    ['HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n', true],
  ])('knows whether the connection stays: %j', (text, keepAlive) => {
    expect(parse([text])).toMatchObject({ ended: true, keepAlive });
  });

  it('hands back what follows an upgrade', () => {
    const parser = new ResponseParser({
      onHead: () => undefined,
      onBody: () => undefined,
      onEnd: () => undefined,
    });
    parser.expect({ upgrading: true });
    const rest = parser.feed(
      Buffer.from('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\nframe'),
    );
    expect(rest?.toString()).toBe('frame');
  });

  it.each([
    ['SSH-2.0-OpenSSH\r\n\r\n', 'it begins with "SSH-2.0-OpenSSH"'],
    [`${HEAD}Content-Length: 5\r\nContent-Length: 6\r\n\r\n`, 'its content length is ["5","6"]'],
    [`${HEAD}Content-Length: -1\r\n\r\n`, 'its content length is "-1"'],
    [`${HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`, 'in two ways'],
    [`${HEAD}Transfer-Encoding: gzip\r\n\r\n`, 'its transfer encoding is "gzip"'],
    [`${HEAD}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`, 'the size of a chunk is "xyz"'],
    [`${HEAD}Transfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n`, 'a chunk is longer than it says'],
    [`${HEAD} folded: x\r\n\r\n`, 'a header of it is " folded: x"'],
    [`${HEAD}Content-Length: 1\r\n\r\nxHTTP/1.1 200 OK\r\n\r\n`, 'more came than was asked for'],
    [`${HEAD}X: ${'y'.repeat(70_000)}`, 'too long'],
  ])('refuses %j', (text, why) => {
    expect(() => parse([text])).toThrow(why);
  });
});
