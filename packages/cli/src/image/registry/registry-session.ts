import type { Readable } from 'node:stream';
import { CliError } from '../../errors.js';
import { formatImageReference } from '../image-reference.js';
import type { ImageReference } from '../image-reference.js';
import { parseChallenge } from './challenge.js';
import type { Challenge } from './challenge.js';
import type { RegistryCredentials } from './credentials.js';

export interface RegistrySessionOptions {
  readonly reference: ImageReference;
  /** What will be done: `pull` or `pull,push`. */
  readonly actions: string;
  /** The global `fetch`, or one that trusts more. */
  readonly fetch: typeof fetch;
  /** Asked when the registry wants to know who calls. */
  readonly credentials: (registry: string) => Promise<RegistryCredentials | undefined>;
  /** Plain HTTP. By default for registries on this machine (`localhost`, `127.0.0.1`, `[::1]`) only. */
  readonly insecure?: boolean;
  readonly signal: AbortSignal;
}

export interface RegistryRequest {
  readonly headers?: Readonly<Record<string, string>>;
  /** Made anew for each attempt. */
  readonly body?: () => Uint8Array | Readable;
  /** Statuses beyond 2xx that are no error. */
  readonly allowed?: readonly number[];
}

/** Requests about one repository of a registry. */
export interface RegistrySession {
  /** `to`: a path below the repository, or a whole URL that the registry named. Throws `CliError` `Refused`. */
  request(method: string, to: string | URL, request?: RegistryRequest): Promise<Response>;
}

/** Signs in when the registry asks for it (distribution: token authentication), once for the session. */
export function createRegistrySession(options: RegistrySessionOptions): RegistrySession {
  const { reference, actions, credentials, signal } = options;
  const name = formatImageReference(reference);
  // Docker's own registry is served by another host than its name says.
  const host = reference.registry === 'docker.io' ? 'registry-1.docker.io' : reference.registry;
  const insecure = options.insecure ?? /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
  const base = new URL(`${insecure ? 'http' : 'https'}://${host}/v2/${reference.repository}/`);
  let authorization: string | undefined;

  async function send(method: string, url: URL, request: RegistryRequest): Promise<Response> {
    const body = request.body?.();
    // Who calls is told to the registry alone, not to the store of blobs that it may send us to.
    const own = url.host === base.host && authorization !== undefined ? { authorization } : {};
    const init = {
      method,
      headers: { 'user-agent': 'kubewright', ...request.headers, ...own },
      signal,
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    };
    try {
      return await options.fetch(url, init as RequestInit);
    } catch (cause) {
      signal.throwIfAborted();
      const why = (cause as { cause?: { message?: string } }).cause?.message ?? (cause as Error).message;
      throw new CliError('CannotConnect', `cannot reach the registry ${reference.registry}: ${why}`, {
        cause,
      });
    }
  }

  async function signIn(challenge: Challenge): Promise<string | undefined> {
    const found = await credentials(reference.registry);
    if (challenge.scheme === 'basic') return found?.type === 'basic' ? `Basic ${basicOf(found)}` : undefined;
    const { realm, service } = challenge.parameters;
    if (challenge.scheme !== 'bearer' || realm === undefined) return undefined;
    const scope = challenge.parameters['scope'] ?? `repository:${reference.repository}:${actions}`;
    const answer = await askForToken({ realm, service, scope, found });
    const token = answer.token ?? answer.access_token;
    return token === undefined ? undefined : `Bearer ${token}`;
  }

  async function askForToken(of: {
    realm: string;
    service: string | undefined;
    scope: string;
    found: RegistryCredentials | undefined;
  }): Promise<{ token?: string; access_token?: string }> {
    const { realm, service, scope, found } = of;
    const fields = new URLSearchParams({ scope, ...(service === undefined ? {} : { service }) });
    let response: Response;
    if (found?.type === 'refresh') {
      fields.set('grant_type', 'refresh_token');
      fields.set('refresh_token', found.token);
      fields.set('client_id', 'kubewright');
      response = await options.fetch(realm, { method: 'POST', body: fields, signal });
    } else {
      const headers = found === undefined ? {} : { authorization: `Basic ${basicOf(found)}` };
      response = await options.fetch(`${realm}?${fields.toString()}`, { headers, signal });
    }
    if (!response.ok) {
      await response.body?.cancel();
      return {};
    }
    return (await response.json()) as { token?: string; access_token?: string };
  }

  return {
    async request(method, to, request = {}) {
      const url = new URL(to, base);
      let response = await send(method, url, request);
      const challenge = response.headers.get('www-authenticate');
      if (response.status === 401 && challenge !== null) {
        await response.body?.cancel();
        authorization = await signIn(parseChallenge(challenge));
        if (authorization !== undefined) response = await send(method, url, request);
      }
      if (response.ok || request.allowed?.includes(response.status) === true) return response;
      throw await refusal(response, method, name, reference.registry);
    },
  };
}

const basicOf = ({ username, password }: { username: string; password: string }): string =>
  Buffer.from(`${username}:${password}`).toString('base64');

async function refusal(
  response: Response,
  method: string,
  name: string,
  registry: string,
): Promise<CliError> {
  const { status } = response;
  const text = await response.text().catch(() => '');
  const verb = method === 'GET' || method === 'HEAD' ? 'read' : 'write';
  if (status === 401 || status === 403)
    return new CliError(
      'Refused',
      `the registry does not let you ${verb} ${name} (${status}): sign in with "docker login ${registry}" or "podman login ${registry}"`,
    );
  if (status === 404) return new CliError('Refused', `the registry has no image ${name}`);
  return new CliError('Refused', `the registry refused to ${verb} ${name}: ${status} ${messageOf(text)}`);
}

/** The first of the errors that a registry tells, else the start of its answer. */
function messageOf(text: string): string {
  try {
    const [first] =
      (JSON.parse(text) as { errors?: Array<{ code?: string; message?: string }> }).errors ?? [];
    if (first !== undefined) return [first.code, first.message].filter(Boolean).join(': ');
  } catch {
    // Not JSON: shown as it is.
  }
  return text.slice(0, 200);
}
