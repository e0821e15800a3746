import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sha256 } from '../blob-store.js';

export interface RegistryServer {
  /** `127.0.0.1:<port>`. */
  readonly registry: string;
  readonly blobs: Map<string, Buffer>;
  /** By `repository:tag` and `repository@digest`. */
  readonly manifests: Map<string, { mediaType: string; bytes: Buffer }>;
  /** `METHOD path` of all requests that were let in. */
  readonly requests: string[];
  stop(): Promise<void>;
}

/** A registry in memory, after the OCI distribution specification 1.1, that asks for a token when `password` is given. */
export async function startRegistryServer(options: { password?: string } = {}): Promise<RegistryServer> {
  const blobs = new Map<string, Buffer>();
  const manifests = new Map<string, { mediaType: string; bytes: Buffer }>();
  const requests: string[] = [];
  const { password } = options;

  const server: Server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const registry = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${registry}`);
    const body = await bodyOf(request);
    const end = (status: number, headers: Record<string, string> = {}, content?: Buffer | string): void => {
      response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : content);
    };
    if (url.pathname === '/token') {
      const expected = `Basic ${Buffer.from(`robot:${password}`).toString('base64')}`;
      if (request.headers.authorization !== expected) return end(401);
      const scope = url.searchParams.get('scope') ?? '';
      return end(200, { 'content-type': 'application/json' }, JSON.stringify({ token: `for ${scope}` }));
    }
    const [, repository = '', kind, rest = ''] =
      /^\/v2\/(.+)\/(blobs|manifests)\/(.*)$/.exec(url.pathname) ?? [];
    const scope = `repository:${repository}:${request.method === 'GET' ? 'pull' : 'pull,push'}`;
    if (
      password !== undefined &&
      !(request.headers.authorization ?? '').startsWith(`Bearer for repository:${repository}:pull`)
    )
      return end(401, {
        'www-authenticate': `Bearer realm="http://${registry}/token",service="test",scope="${scope}"`,
      });
    requests.push(`${request.method} ${url.pathname}`);
    if (kind === 'manifests') {
      const key = rest.startsWith('sha256:') ? `${repository}@${rest}` : `${repository}:${rest}`;
      if (request.method === 'PUT') {
        const mediaType = request.headers['content-type'] ?? '';
        manifests
          .set(key, { mediaType, bytes: body })
          .set(`${repository}@${sha256(body)}`, { mediaType, bytes: body });
        return end(201);
      }
      const found = manifests.get(key);
      if (found === undefined)
        return end(404, {}, '{"errors":[{"code":"MANIFEST_UNKNOWN","message":"manifest unknown"}]}');
      return end(200, { 'content-type': found.mediaType }, found.bytes);
    }
    if (request.method === 'POST') return end(202, { location: `/v2/${repository}/blobs/uploads/1?state=a` });
    if (request.method === 'PUT') {
      const digest = url.searchParams.get('digest') ?? '';
      if (sha256(body) !== digest)
        return end(400, {}, '{"errors":[{"code":"DIGEST_INVALID","message":"digest does not match"}]}');
      blobs.set(digest, body);
      return end(201);
    }
    const blob = blobs.get(rest);
    return blob === undefined ? end(404) : end(200, {}, blob);
  }

  return {
    registry,
    blobs,
    manifests,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
