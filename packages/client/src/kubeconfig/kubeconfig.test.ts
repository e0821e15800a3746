import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { systemClock } from '@kubewright/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createAuthority } from '../test-support/certificates.js';
import type { Authority, Pair } from '../test-support/certificates.js';
import { isKubeconfigError, KubeconfigError } from './errors.js';
import { kubeconfigFromObject, loadClusterConfig, loadKubeconfig } from './load.js';
import { loadInClusterConfig } from './in-cluster.js';

let root = '';
let directory = '';
let authority: Authority;
let pair: Pair;
let count = 0;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'kubeconfig-test-'));
  authority = await createAuthority('test authority');
  pair = await authority.issue('me');
});
beforeEach(async () => {
  count += 1;
  directory = path.join(root, String(count));
  await mkdir(directory);
});
afterAll(() => rm(root, { recursive: true }));

const base64 = (text: string) => Buffer.from(text).toString('base64');
const file = (name: string) => path.join(directory, name);

async function write(name: string, content: string | object): Promise<string> {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  await mkdir(path.dirname(file(name)), { recursive: true });
  await writeFile(file(name), text);
  return file(name);
}

/** A kubeconfig with one context `c`, cluster `k` and user `u`. */
function config(cluster: object = {}, user: object = {}, rest: object = {}): Record<string, unknown> {
  return {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'c',
    clusters: [{ name: 'k', cluster: { server: 'https://10.0.0.1:6443', ...cluster } }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'c', context: { cluster: 'k', user: 'u', namespace: 'ns' } }],
    ...rest,
  };
}

const PLUGIN = { command: 'aws', apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Never' };

async function refusal(promise: Promise<unknown>): Promise<KubeconfigError> {
  const error = await promise.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(KubeconfigError);
  expect((error as Error).message).not.toContain('\n');
  return error as KubeconfigError;
}

describe('loadKubeconfig', () => {
  it('reads YAML', async () => {
    const text = [
      'apiVersion: v1',
      'kind: Config',
      'current-context: c',
      'clusters:',
      '- name: k',
      '  cluster: { server: "https://10.0.0.1:6443/" }',
      'contexts:',
      '- {name: c, context: {cluster: k, user: u}}',
      'users:',
      '- name: u',
      '  user:',
      '    token: secret',
    ].join('\n');
    expect(await loadKubeconfig({ path: await write('config', text) })).toEqual({
      context: 'c',
      namespace: 'default',
      server: 'https://10.0.0.1:6443',
      token: 'secret',
    });
  });

  it('takes the default from HOME', async () => {
    await write('.kube/config', config());
    expect(await loadKubeconfig({ env: { HOME: directory } })).toMatchObject({
      server: 'https://10.0.0.1:6443',
      namespace: 'ns',
    });
  });

  it('takes the context that is asked for', async () => {
    const contexts = [
      { name: 'c', context: { cluster: 'k' } },
      { name: 'd', context: { cluster: 'k', namespace: 'other' } },
    ];
    const source = await write('config', config({}, {}, { contexts }));
    expect(await loadKubeconfig({ path: source, context: 'd' })).toMatchObject({
      context: 'd',
      namespace: 'other',
    });
  });

  it('reads certificates from files beside the kubeconfig, or from data, which wins', async () => {
    await write('ca.crt', authority.certificatePem);
    await write('me.crt', pair.certificatePem);
    await write('me.key', pair.keyPem);
    const expected = {
      caCertificatePem: authority.certificatePem,
      clientCertificatePem: pair.certificatePem,
      clientKeyPem: pair.keyPem,
    };
    const files = config(
      { 'certificate-authority': 'ca.crt' },
      { 'client-certificate': './me.crt', 'client-key': file('me.key') },
    );
    expect(await loadKubeconfig({ path: await write('files', files) })).toMatchObject(expected);
    const data = config(
      { 'certificate-authority': 'missing', 'certificate-authority-data': base64(authority.certificatePem) },
      { 'client-certificate-data': base64(pair.certificatePem), 'client-key-data': base64(pair.keyPem) },
    );
    expect(await loadKubeconfig({ path: await write('data', data) })).toMatchObject(expected);
  });

  it('reads all that says how to connect and as whom', async () => {
    const source = await write(
      'config',
      config(
        { 'tls-server-name': 'api', 'insecure-skip-tls-verify': true, 'proxy-url': 'http://proxy:3128' },
        {
          tokenFile: 'token',
          as: 'bob',
          'as-uid': '7',
          'as-groups': ['g'],
          'as-user-extra': { scopes: ['a', 'b'] },
        },
      ),
    );
    expect(await loadKubeconfig({ path: source })).toEqual({
      context: 'c',
      namespace: 'ns',
      server: 'https://10.0.0.1:6443',
      tlsServerName: 'api',
      insecureSkipTlsVerify: true,
      proxyUrl: 'http://proxy:3128',
      tokenFile: file('token'),
      impersonate: { username: 'bob', uid: '7', groups: ['g'], extra: { scopes: ['a', 'b'] } },
    });
    expect(
      await loadKubeconfig({ path: await write('basic', config({}, { username: 'me', password: 'p' })) }),
    ).toMatchObject({
      username: 'me',
      password: 'p',
    });
  });

  it('takes a server without a scheme for HTTPS when TLS is spoken of, as client-go does', async () => {
    const tls = config({
      server: '10.0.0.1:6443',
      'certificate-authority-data': base64(authority.certificatePem),
    });
    expect(await kubeconfigFromObject(tls)).toMatchObject({ server: 'https://10.0.0.1:6443' });
    expect(await kubeconfigFromObject(config({ server: 'localhost:8080' }))).toMatchObject({
      server: 'http://localhost:8080',
    });
  });

  it('keeps the path of a server URL', async () => {
    expect(await kubeconfigFromObject(config({ server: 'https://h/k8s/clusters/c-1/' }))).toMatchObject({
      server: 'https://h/k8s/clusters/c-1',
    });
  });
});

describe('several files', () => {
  it('are merged: the first to name an entry or a current context wins, whole', async () => {
    const first = await write('a/first', {
      contexts: [{ name: 'c', context: { cluster: 'k', user: 'u', namespace: 'first' } }],
      users: [{ name: 'u', user: { tokenFile: 'token' } }],
    });
    const second = await write(
      'b/second',
      config({}, { token: 'unused', as: 'unused' }, { 'current-context': 'c' }),
    );
    const third = await write('c/third', { 'current-context': 'other' });
    const KUBECONFIG = [first, second, '', first, third].join(path.delimiter);
    expect(await loadKubeconfig({ env: { KUBECONFIG } })).toEqual({
      context: 'c',
      namespace: 'first',
      server: 'https://10.0.0.1:6443',
      tokenFile: file('a/token'),
    });
    expect(await loadKubeconfig({ paths: [first, second] })).toMatchObject({ namespace: 'first' });
  });

  it('may be missing as long as one is there', async () => {
    const source = await write('config', config());
    expect(await loadKubeconfig({ paths: [file('missing'), source] })).toMatchObject({ context: 'c' });
    const error = await refusal(loadKubeconfig({ env: { KUBECONFIG: file('missing') } }));
    expect(error).toMatchObject({
      code: 'FileNotFound',
      message: `no kubeconfig: ${file('missing')} (from KUBECONFIG) does not exist; name another with KUBECONFIG`,
    });
  });
});

describe('bad input is refused in one sentence', () => {
  it('a missing file', async () => {
    expect(await refusal(loadKubeconfig({ path: file('none') }))).toMatchObject({ code: 'FileNotFound' });
  });

  it('a file that cannot be read', async () => {
    const error = await refusal(loadKubeconfig({ path: directory }));
    expect(error).toMatchObject({
      code: 'FileUnreadable',
      message: `the kubeconfig ${directory} cannot be read: it is a directory`,
    });
  });

  it.each([
    ['a tab', 'clusters:\n\t- token: sekret'],
    ['an open quote', 'users:\n- name: "sekret'],
    ['an alias to nothing', 'users: *sekret'],
    ['two documents', 'a: 1\n---\ntoken: sekret'],
    ['a stray scalar', 'token: "sekret" sekret'],
  ])('malformed YAML with %s, without quoting the file', async (_what, text) => {
    const source = await write('config', text);
    const error = await refusal(loadKubeconfig({ path: source }));
    expect(error.code).toBe('MalformedYaml');
    expect(error.message).toContain(source);
    expect(`${error.message} ${String(error.cause)}`).not.toContain('sekret');
  });

  it.each([
    ['the document must be a mapping', '- a', 'the document must be a mapping'],
    ['another kind', { kind: 'Secret' }, 'kind must be Config'],
    ['no list', { clusters: { a: 1 } }, 'clusters must be a list'],
    ['no mapping in a list', { users: ['x'] }, 'users[0] must be a mapping with name and user'],
    ['no name', { contexts: [{ context: {} }] }, 'contexts[0].name must be text'],
    [
      'a cluster that is text',
      { clusters: [{ name: 'k', cluster: 'x' }] },
      'clusters[0].cluster must be a mapping',
    ],
    ['a token that is a number', config({}, { token: 12345 }), 'users[0].user.token must be text (in quotes'],
    [
      'groups that are no list',
      config({}, { as: 'a', 'as-groups': 'g' }),
      'users[0].user.as-groups must be a list of texts',
    ],
    ['a current-context that is a list', { 'current-context': [] }, 'current-context must be text'],
    ['a name twice', { clusters: [{ name: 'k' }, { name: 'k' }] }, 'clusters has two entries named "k"'],
  ])('the wrong shape: %s', async (_what, content, message) => {
    const source = await write('config', content);
    const error = await refusal(loadKubeconfig({ path: source }));
    expect(error).toMatchObject({
      code: 'InvalidShape',
      message: expect.stringContaining(message) as string,
    });
    expect(error.message).toContain(source);
    expect(error.message).not.toContain('12345');
  });

  it('an empty file', async () => {
    const source = await write('config', '');
    expect(await refusal(loadKubeconfig({ path: source }))).toMatchObject({
      code: 'NoCurrentContext',
      message: `${source} has no current-context: it has none at all`,
    });
  });

  it('names that lead nowhere, with the names that exist', async () => {
    const noContext = await refusal(kubeconfigFromObject(config(), { context: 'x' }));
    expect(noContext).toMatchObject({
      code: 'ContextNotFound',
      message: 'the kubeconfig object has no context "x": choose one of c',
    });
    const none = await refusal(kubeconfigFromObject(config({}, {}, { 'current-context': '' })));
    expect(none).toMatchObject({
      code: 'NoCurrentContext',
      message: 'the kubeconfig object has no current-context: name a context of c',
    });
    const noCluster = await refusal(
      kubeconfigFromObject(
        config({}, {}, { contexts: [{ name: 'c', context: { cluster: 'x', user: 'u' } }] }),
      ),
    );
    expect(noCluster).toMatchObject({
      code: 'ClusterNotFound',
      message:
        'the context "c" of the kubeconfig object names the cluster "x", which is not there: choose one of k',
    });
    const noUser = await refusal(
      kubeconfigFromObject(
        config({}, {}, { contexts: [{ name: 'c', context: { cluster: 'k', user: 'x' } }] }),
      ),
    );
    expect(noUser).toMatchObject({
      code: 'UserNotFound',
      message: expect.stringContaining('"x", which is not there: choose one of u') as string,
    });
    const empty = await refusal(kubeconfigFromObject(config({}, {}, { contexts: [{ name: 'c' }] })));
    expect(empty).toMatchObject({
      code: 'ClusterNotFound',
      message: expect.stringContaining('names no cluster') as string,
    });
  });

  it.each([
    ['ftp://host', 'InvalidServerUrl', '"ftp://host", which is no URL of an API server'],
    ['https://', 'InvalidServerUrl', 'write it as https://host:port'],
    ['https://host:99999', 'InvalidServerUrl', '"https://host:99999"'],
    ['https://me:sekret@host', 'InvalidServerUrl', 'credentials in its server URL'],
    ['https://me:sekret@host:x', 'InvalidServerUrl', '"https://host:x"'],
    ['', 'InvalidServerUrl', 'has no server'],
  ])('the server %j', async (server, code, message) => {
    const error = await refusal(kubeconfigFromObject(config({ server })));
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) as string });
    expect(error.message).toContain('the cluster "k" of the kubeconfig object');
    expect(error.message).not.toContain('sekret');
  });

  it.each([
    ['socks4://proxy', 'InvalidProxyUrl'],
    ['proxy:3128', 'InvalidProxyUrl'],
    ['http://me:sekret@:x', 'InvalidProxyUrl'],
  ])('the proxy %s', async (proxy, code) => {
    const error = await refusal(kubeconfigFromObject(config({ 'proxy-url': proxy })));
    expect(error.code).toBe(code);
    expect(error.message).not.toContain('sekret');
  });

  it('certificates that are missing, broken or incomplete', async () => {
    const directoryOption = { directory };
    expect(
      await refusal(kubeconfigFromObject(config({ 'certificate-authority': 'ca.crt' }), directoryOption)),
    ).toMatchObject({
      code: 'CertificateUnreadable',
      message: `certificate-authority of the cluster "k" of the kubeconfig object is ${file('ca.crt')}, which cannot be read: it does not exist`,
    });
    const cases: Array<[object, object, string, string]> = [
      [
        { 'certificate-authority-data': '?' },
        {},
        'InvalidCertificate',
        'certificate-authority-data of the cluster "k" of the kubeconfig object is not base64',
      ],
      [{ 'certificate-authority-data': base64('x') }, {}, 'InvalidCertificate', 'holds no PEM certificate'],
      [
        { 'certificate-authority-data': base64('-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----') },
        {},
        'InvalidCertificate',
        'holds a certificate that cannot be read',
      ],
      [
        { 'certificate-authority-data': base64(authority.certificatePem), 'insecure-skip-tls-verify': true },
        {},
        'InvalidCluster',
        'remove one',
      ],
      [{}, { 'client-certificate-data': base64(pair.certificatePem) }, 'InvalidUser', 'no client-key'],
      [{}, { 'client-key-data': base64(pair.keyPem) }, 'InvalidUser', 'no client-certificate'],
      [
        {},
        { 'client-certificate-data': base64(pair.certificatePem), 'client-key-data': base64('sekret') },
        'InvalidCertificate',
        'client-key of the user "u" of the kubeconfig object is no PEM private key',
      ],
    ];
    for (const [cluster, user, code, message] of cases) {
      const error = await refusal(kubeconfigFromObject(config(cluster, user)));
      expect(error).toMatchObject({ code, message: expect.stringContaining(message) as string });
      expect(error.message).not.toContain('sekret');
    }
  });

  it('credentials that contradict each other', async () => {
    const both = await refusal(
      kubeconfigFromObject(config({}, { token: 'sekret', username: 'me', password: 'sekret' })),
    );
    expect(both.code).toBe('InvalidUser');
    expect(both.message).not.toContain('sekret');
    expect(await refusal(kubeconfigFromObject(config({}, { 'as-groups': ['g'] })))).toMatchObject({
      code: 'InvalidUser',
    });
  });

  it('an auth-provider, which Kubernetes has removed', async () => {
    const provider = await refusal(kubeconfigFromObject(config({}, { 'auth-provider': { name: 'gcp' } })));
    expect(provider).toMatchObject({
      code: 'NotSupported',
      message: expect.stringContaining('auth-provider "gcp", which Kubernetes has removed') as string,
    });
  });

  it.each([
    [{ args: [] }, 'has no command'],
    [{ command: 'x' }, 'has the apiVersion ""'],
    [{ command: 'x', apiVersion: 'client.authentication.k8s.io/v1alpha1' }, 'v1alpha1'],
    [{ command: 'x', apiVersion: 'client.authentication.k8s.io/v1' }, 'needs an interactiveMode'],
    [{ ...PLUGIN, interactiveMode: 'Sometimes' }, 'needs an interactiveMode'],
    [{ ...PLUGIN, args: ['a', 1] }, 'args'],
    [{ ...PLUGIN, env: [{ name: 'A' }] }, 'lacks name or value'],
    [{ ...PLUGIN, provideClusterInfo: 'yes' }, 'provideClusterInfo'],
  ])('the credential plugin %j', async (exec, message) => {
    const error = await refusal(kubeconfigFromObject(config({}, { exec })));
    expect(error.code).toBe('InvalidUser');
    expect(error.message).toContain('the exec plugin of the user "u" of the kubeconfig object');
    expect(error.message).toContain(message);
  });

  it('a client certificate that has expired, and since when', async () => {
    const now = Date.now() + 7 * 86_400_000;
    const user = {
      'client-certificate-data': base64(pair.certificatePem),
      'client-key-data': base64(pair.keyPem),
    };
    const error = await refusal(
      kubeconfigFromObject(config({}, user), { clock: { ...systemClock, now: () => now } }),
    );
    expect(error.code).toBe('InvalidCertificate');
    expect(error.message).toMatch(
      /^client-certificate of the user "u" of .* has expired on \d{4}-\d\d-\d\dT.*Z: get a new one/,
    );
  });

  it('a client certificate with the key of another', async () => {
    const user = {
      'client-certificate-data': base64(pair.certificatePem),
      'client-key-data': base64((await authority.issue('you')).keyPem),
    };
    expect(await refusal(kubeconfigFromObject(config({}, user)))).toMatchObject({
      code: 'InvalidCertificate',
      message: expect.stringContaining('do not belong together') as string,
    });
  });

  it('a cluster or user that was asked for and is not there', async () => {
    expect(await refusal(kubeconfigFromObject(config(), { cluster: 'x' }))).toMatchObject({
      code: 'ClusterNotFound',
      message: 'the kubeconfig object has no cluster "x": choose one of k',
    });
    expect(await refusal(kubeconfigFromObject(config(), { user: 'x' }))).toMatchObject({
      code: 'UserNotFound',
      message: 'the kubeconfig object has no user "x": choose one of u',
    });
  });

  it('and is recognised behind other errors', async () => {
    const error = new Error('cannot start', { cause: await refusal(loadKubeconfig({ path: file('none') })) });
    expect(isKubeconfigError(error)).toBe(true);
    expect(isKubeconfigError(error, 'FileNotFound')).toBe(true);
    expect(isKubeconfigError(error, 'NotInCluster')).toBe(false);
    expect(isKubeconfigError(new Error('no'))).toBe(false);
  });
});

describe('what is asked for', () => {
  it('counts more than what the context says', async () => {
    const all = config(
      {},
      { token: 'mine' },
      {
        clusters: [
          { name: 'k', cluster: { server: 'https://10.0.0.1:6443' } },
          { name: 'l', cluster: { server: 'https://10.0.0.2:6443' } },
        ],
        users: [
          { name: 'u', user: { token: 'mine' } },
          { name: 'v', user: { token: 'yours' } },
        ],
      },
    );
    expect(await kubeconfigFromObject(all, { cluster: 'l', user: 'v', namespace: 'other', env: {} })).toEqual(
      {
        context: 'c',
        namespace: 'other',
        server: 'https://10.0.0.2:6443',
        token: 'yours',
      },
    );
  });
});

describe('a credential plugin', () => {
  it('is read with what the cluster says for it, its path relative to the kubeconfig', async () => {
    const extensions = [{ name: 'client.authentication.k8s.io/exec', extension: { audience: 'x' } }];
    const exec = {
      ...PLUGIN,
      command: './bin/login',
      args: ['--quiet'],
      env: [{ name: 'A', value: 'b' }],
      installHint: 'get it',
      provideClusterInfo: true,
    };
    const { exec: found } = await kubeconfigFromObject(config({ extensions }, { exec }), { directory });
    expect(found).toEqual({
      ...exec,
      command: file('bin/login'),
      env: { A: 'b' },
      clusterConfig: { audience: 'x' },
    });
  });

  it('is looked for in PATH by its name, and may not say in v1beta1 whether it asks', async () => {
    const exec = { command: 'aws', apiVersion: 'client.authentication.k8s.io/v1beta1' };
    expect(await kubeconfigFromObject(config({}, { exec }))).toMatchObject({
      exec: { command: 'aws', interactiveMode: 'IfAvailable' },
    });
  });

  it('is not asked when the user has a token', async () => {
    const found = await kubeconfigFromObject(config({}, { exec: PLUGIN, token: 'secret' }));
    expect(found).not.toHaveProperty('exec');
  });
});

describe('the proxy', () => {
  const far = 'https://api.example.com:6443';
  it.each([
    [far, { HTTPS_PROXY: 'http://proxy:3128' }, 'http://proxy:3128'],
    [far, { https_proxy: 'proxy:3128' }, 'http://proxy:3128'],
    [far, { HTTP_PROXY: 'http://proxy:3128' }, undefined],
    ['http://api.example.com', { HTTP_PROXY: 'socks5://proxy:1080' }, 'socks5://proxy:1080'],
    [far, { NO_PROXY: '*' }, undefined],
    [far, { NO_PROXY: ' other.com , Example.com' }, undefined],
    [far, { NO_PROXY: '.example.com' }, undefined],
    [far, { NO_PROXY: '*.example.com' }, undefined],
    [far, { NO_PROXY: '.api.example.com' }, 'http://p'],
    [far, { NO_PROXY: 'ample.com' }, 'http://p'],
    [far, { NO_PROXY: 'api.example.com:6443' }, undefined],
    [far, { NO_PROXY: 'api.example.com:443' }, 'http://p'],
    ['https://10.1.2.3', { NO_PROXY: '10.0.0.0/8' }, undefined],
    ['https://11.1.2.3', { NO_PROXY: '10.0.0.0/8,11.1.2.4,x/y' }, 'http://p'],
    ['https://[fd00::1]', { no_proxy: 'fd00::/16' }, undefined],
    ['https://127.0.0.1:6443', {}, undefined],
    ['https://localhost', {}, undefined],
    ['https://[::1]', {}, undefined],
  ])('of %s with %j is %s', async (server, variables, expected) => {
    const env = Object.keys(variables).some((name) => /^https?_proxy$/i.test(name))
      ? variables
      : { ...variables, HTTPS_PROXY: 'http://p' };
    expect((await kubeconfigFromObject(config({ server }), { env })).proxyUrl).toBe(expected);
  });

  it('of the cluster counts more than that of the environment', async () => {
    const env = { HTTPS_PROXY: 'http://p', NO_PROXY: '*' };
    const own = { server: far, 'proxy-url': 'socks5://q:1080' };
    expect((await kubeconfigFromObject(config(own), { env })).proxyUrl).toBe('socks5://q:1080');
  });
});

describe('in a pod', () => {
  const env = { KUBERNETES_SERVICE_HOST: '10.96.0.1', KUBERNETES_SERVICE_PORT: '443' };

  it('the mounted service account says all', async () => {
    await write('token', 'secret');
    await write('ca.crt', authority.certificatePem);
    await write('namespace', 'ns\n');
    expect(await loadInClusterConfig({ env, directory })).toEqual({
      server: 'https://10.96.0.1:443',
      namespace: 'ns',
      caCertificatePem: authority.certificatePem,
      caCertificateFile: file('ca.crt'),
      tokenFile: file('token'),
    });
    const ipv6 = { ...env, KUBERNETES_SERVICE_HOST: 'fd00::1' };
    expect(await loadInClusterConfig({ env: ipv6, directory })).toMatchObject({
      server: 'https://[fd00::1]:443',
    });
  });

  it('what is not mounted is named', async () => {
    expect(await refusal(loadInClusterConfig({ env: {} }))).toMatchObject({ code: 'NotInCluster' });
    expect(await refusal(loadInClusterConfig({ env, directory }))).toMatchObject({
      code: 'TokenUnreadable',
      message: expect.stringContaining(`${file('token')} cannot be read: it does not exist`) as string,
    });
    await write('token', 'secret');
    expect(await refusal(loadInClusterConfig({ env, directory }))).toMatchObject({
      code: 'CertificateUnreadable',
    });
  });
});

describe('loadClusterConfig', () => {
  const inPod = { KUBERNETES_SERVICE_HOST: '10.96.0.1', KUBERNETES_SERVICE_PORT: '443' };

  it('prefers a kubeconfig that is named, then the pod, then the default kubeconfig', async () => {
    const source = await write('.kube/config', config());
    const server = 'https://10.0.0.1:6443';
    expect(await loadClusterConfig({ env: { ...inPod, KUBECONFIG: source } })).toMatchObject({ server });
    expect(await loadClusterConfig({ env: inPod, path: source })).toMatchObject({ server });
    expect(await loadClusterConfig({ env: { HOME: directory } })).toMatchObject({ server });
    // Here no service account is mounted, which is what the error says.
    expect(await refusal(loadClusterConfig({ env: { ...inPod, HOME: directory } }))).toMatchObject({
      code: 'TokenUnreadable',
    });
  });
});
