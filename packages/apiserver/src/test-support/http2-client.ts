import { connect } from 'node:http2';
import type { ClientHttp2Session, ClientHttp2Stream, OutgoingHttpHeaders } from 'node:http2';
import type { Listening } from '../transport/listening.js';

export interface Http2Answer {
  readonly status: number;
  readonly text: string;
}

/** A connection of HTTP/2 to a server under test. The test closes it. */
export function http2Client({ url, caCertificatePem }: Listening, options = {}): ClientHttp2Session {
  const session = connect(url, { ca: caCertificatePem, ...options });
  session.on('error', () => undefined);
  return session;
}

/** One request, read to the end. */
export function http2Request(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  body?: string,
): Promise<Http2Answer> {
  return new Promise((resolve, reject) => {
    const stream = session.request(headers, { endStream: body === undefined });
    const pieces: Buffer[] = [];
    let status = 0;
    stream.on('response', (answer) => (status = Number(answer[':status'])));
    stream.on('data', (piece: Buffer) => pieces.push(piece));
    stream.on('error', reject);
    stream.on('close', () => resolve({ status, text: Buffer.concat(pieces).toString() }));
    if (body !== undefined) stream.end(body);
  });
}

/** The next piece that comes on a stream. */
export function nextPiece(stream: ClientHttp2Stream): Promise<string> {
  return new Promise((resolve, reject) => {
    stream.once('data', (piece: Buffer) => resolve(piece.toString()));
    stream.once('error', reject);
  });
}
