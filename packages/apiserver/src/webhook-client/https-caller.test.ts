import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@kubewright/api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiServer } from '../api-server.js';
import { createApiServer } from '../create-api-server.js';
import { ManualClock } from '../test-support/manual-clock.js';
import { seededRandom } from '../test-support/seeded-random.js';
import { TestClient } from '../test-support/test-client.js';
import { makeCertificates } from '../transport/certificates.js';
import type { Certificates } from '../transport/certificates.js';

const CONFIGURATIONS = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
  review: { request: { uid: string } },
) => void;

const allow: Answer = (_, response, { request: { uid } }) => {
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
      response: { uid, allowed: true },
    }),
  );
};

describe('webhooks over HTTPS', () => {
  let certificates: Certificates;
  let hook: Server;
  let port: number;
  let answer: Answer;
  let connections: number;
  let paths: string[];
  let server: ApiServer;
  let clock: ManualClock;
  let client: TestClient;

  beforeAll(async () => {
    const names = { serverNames: ['127.0.0.1', 'hook.default.svc'], client: { commonName: 'nobody' } };
    certificates = await makeCertificates({ clock: systemClock, random: seededRandom(), ...names });
    hook = createServer(
      { key: certificates.serverKeyPem, cert: certificates.serverPem },
      (request, response) => {
        paths.push(`${request.method} ${request.url}`);
        const pieces: Buffer[] = [];
        request.on('data', (piece: Buffer) => pieces.push(piece));
        request.on('end', () => {
          const text = Buffer.concat(pieces).toString();
          answer(request, response, (text === '' ? {} : JSON.parse(text)) as Parameters<Answer>[2]);
        });
      },
    );
    hook.on('secureConnection', () => connections++);
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
    ({ port } = hook.address() as AddressInfo);
  });

  afterAll(async () => {
    hook.closeAllConnections();
    await new Promise((resolve) => hook.close(resolve));
  });

  beforeEach(() => {
    answer = allow;
    connections = 0;
    paths = [];
    clock = new ManualClock();
    const services = { 'default/hook': `127.0.0.1:${port}`, 'default/other': `127.0.0.1:${port}` };
    server = createApiServer({ clock, random: seededRandom(), webhooks: { services } });
    client = new TestClient(server.transport);
  });

  afterEach(() => server.close());

  async function configure(clientConfig: object, more: object = {}): Promise<void> {
    const rules = [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }];
    const webhook = { name: 'hook.example.com', sideEffects: 'None', admissionReviewVersions: ['v1'], rules };
    const configured = await client.create(CONFIGURATIONS, {
      metadata: { name: 'hook' },
      webhooks: [{ ...webhook, clientConfig, ...more }],
    });
    expect(configured.status).toBe(201);
  }

  const create = (name: string) => client.create(CONFIG_MAPS, { metadata: { name } });
  const caBundle = () => Buffer.from(certificates.caPem).toString('base64');
  const url = (path = '/') => `https://127.0.0.1:${port}${path}`;
  const failure = (why: string): string =>
    `Internal error occurred: failed calling webhook "hook.example.com": failed to call webhook: ${why}`;
  const postFailure = (why: string, at = url('/v')): string => failure(`Post "${at}?timeout=10s": ${why}`);

  it('are called by url, on one connection', async () => {
    await configure({ url: url('/v'), caBundle: caBundle() });
    expect((await create('a')).status).toBe(201);
    expect((await create('b')).status).toBe(201);
    expect(paths).toEqual(['POST /v?timeout=10s', 'POST /v?timeout=10s']);
    expect(connections).toBe(1);
  });

  it('are called as a service, with the name of the service', async () => {
    let host: string | undefined;
    answer = (request, response, review) => {
      ({ host } = request.headers);
      allow(request, response, review);
    };
    const service = { namespace: 'default', name: 'hook', path: '/check', port: 8443 };
    await configure({ service, caBundle: caBundle() });
    expect((await create('a')).status).toBe(201);
    expect(host).toBe('hook.default.svc:8443');
    expect(paths).toEqual(['POST /check?timeout=10s']);
  });

  it('must have a certificate with the name of the service', async () => {
    await configure({ service: { namespace: 'default', name: 'other' }, caBundle: caBundle() });
    const { body } = await create('a');
    const why =
      'tls: failed to verify certificate: x509: certificate is valid for 127.0.0.1, hook.default.svc, not other.default.svc';
    expect(body['message']).toBe(postFailure(why, 'https://other.default.svc:443/'));
  });

  it('must have a certificate from the authority in caBundle', async () => {
    await configure({ url: url('/v') });
    const { body } = await create('a');
    expect(body['message']).toBe(
      postFailure('tls: failed to verify certificate: x509: certificate signed by unknown authority'),
    );
  });

  it('are told to be unreachable in the words of Go', async () => {
    await configure({ url: 'https://127.0.0.1:1/v' });
    const { body } = await create('a');
    const why = 'dial tcp 127.0.0.1:1: connect: connection refused';
    expect(body['message']).toBe(postFailure(why, 'https://127.0.0.1:1/v'));
  });

  it('are told to have hung up', async () => {
    answer = (request) => request.socket.destroy();
    await configure({ url: url('/v'), caBundle: caBundle() });
    expect((await create('a')).body['message']).toBe(postFailure('EOF'));
  });

  it('are not waited for beyond their timeout', async () => {
    const called = new Promise<void>((resolve) => (answer = () => resolve()));
    await configure({ url: url('/v'), caBundle: caBundle() }, { timeoutSeconds: 2 });
    const pending = create('a');
    await called;
    clock.advance(2000);
    const { body } = await pending;
    expect(body['message']).toBe(failure(`Post "${url('/v')}?timeout=2s": context deadline exceeded`));
    expect(clock.timers).toBe(0);
  });

  it('are called again when they say when', async () => {
    let calls = 0;
    const twice = new Promise<void>((resolve) => {
      answer = (request, response, review) => {
        if (++calls === 1) {
          response.writeHead(429, { 'retry-after': '1' }).end('later');
          resolve();
        } else allow(request, response, review);
      };
    });
    await configure({ url: url('/v'), caBundle: caBundle() });
    const pending = create('a');
    await twice;
    // One timer is the deadline, the other one the pause.
    while (clock.timers < 2) await new Promise((resolve) => setImmediate(resolve));
    clock.advance(1000);
    expect((await pending).status).toBe(201);
    expect(calls).toBe(2);
  });

  it('may send the request elsewhere', async () => {
    answer = (request, response, review) => {
      if (request.url === '/there') allow(request, response, review);
      else response.writeHead(307, { location: '/there' }).end();
    };
    await configure({ url: url('/v'), caBundle: caBundle() });
    expect((await create('a')).status).toBe(201);
    expect(paths).toEqual(['POST /v?timeout=10s', 'POST /there']);
  });

  it('may not send the request around in circles', async () => {
    answer = (_, response) => response.writeHead(307, { location: '/v' }).end();
    await configure({ url: url('/v'), caBundle: caBundle() });
    expect((await create('a')).body['message']).toBe(postFailure('stopped after 10 redirects'));
  });
});
