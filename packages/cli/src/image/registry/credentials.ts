import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from '../../errors.js';

/** What a registry is shown. */
export type RegistryCredentials =
  | { readonly type: 'basic'; readonly username: string; readonly password: string }
  /** A token that the registry's token server takes for others (`identitytoken` of Docker). */
  | { readonly type: 'refresh'; readonly token: string };

interface DockerConfig {
  readonly auths?: Readonly<
    Record<string, { auth?: string; username?: string; password?: string; identitytoken?: string }>
  >;
  readonly credHelpers?: Readonly<Record<string, string>>;
  readonly credsStore?: string;
}

/**
 * Finds the credentials that `docker login` or `podman login` stored for a registry: `REGISTRY_AUTH_FILE`,
 * `DOCKER_CONFIG`, podman's file of the session, then `~/.docker/config.json`; and the credential helpers these name.
 * Undefined where none has any. Throws `CliError` when a file or a helper is broken.
 */
export async function findCredentials(
  registry: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<RegistryCredentials | undefined> {
  for (const file of filesOf(env)) {
    const config = await readConfig(file);
    if (config === undefined) continue;
    const found = await fromConfig(config, registry);
    if (found !== undefined) return found;
  }
  return undefined;
}

function filesOf(env: Readonly<Record<string, string | undefined>>): string[] {
  const at = (folder: string | undefined, ...rest: string[]): string[] =>
    folder === undefined || folder === '' ? [] : [path.join(folder, ...rest)];
  return [
    ...at(env['REGISTRY_AUTH_FILE']),
    ...at(env['DOCKER_CONFIG'], 'config.json'),
    ...at(env['XDG_RUNTIME_DIR'], 'containers', 'auth.json'),
    ...at(env['HOME'] ?? env['USERPROFILE'], '.docker', 'config.json'),
  ];
}

async function readConfig(file: string): Promise<DockerConfig | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as DockerConfig;
  } catch (cause) {
    throw new CliError('InvalidManifest', `the credentials file "${file}" is no JSON`, { cause });
  }
}

async function fromConfig(config: DockerConfig, registry: string): Promise<RegistryCredentials | undefined> {
  const names =
    registry === 'docker.io'
      ? ['https://index.docker.io/v1/', 'docker.io']
      : [registry, `https://${registry}`];
  const helper =
    names.map((name) => config.credHelpers?.[name]).find((name) => name !== undefined) ?? config.credsStore;
  if (helper !== undefined) {
    const found = await askHelper(helper, names[0] ?? registry);
    if (found !== undefined) return found;
  }
  const entry = names.map((name) => config.auths?.[name]).find((of) => of !== undefined);
  if (entry === undefined) return undefined;
  if (entry.identitytoken !== undefined) return { type: 'refresh', token: entry.identitytoken };
  const [username = '', ...rest] =
    entry.auth === undefined
      ? [entry.username]
      : Buffer.from(entry.auth, 'base64').toString('utf8').split(':');
  const password = entry.auth === undefined ? (entry.password ?? '') : rest.join(':');
  return username === '' ? undefined : { type: 'basic', username, password };
}

/** Asks `docker-credential-<helper> get`, as docker does (docker-credential-helpers). */
async function askHelper(helper: string, server: string): Promise<RegistryCredentials | undefined> {
  if (!/^[\w.-]+$/.test(helper))
    throw new CliError('InvalidManifest', `"${helper}" is no name of a credential helper`);
  const output = await new Promise<string | undefined>((resolve, reject) => {
    const child = spawn(`docker-credential-${helper}`, ['get'], { stdio: ['pipe', 'pipe', 'ignore'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    child.once('error', (cause) =>
      reject(
        new CliError('CannotRead', `the credential helper "docker-credential-${helper}" cannot be run`, {
          cause,
        }),
      ),
    );
    // A helper without credentials for the server fails; what it says is for people.
    child.once('close', (code) => resolve(code === 0 ? text : undefined));
    child.stdin.on('error', () => undefined).end(server);
  });
  if (output === undefined) return undefined;
  const { Username = '', Secret = '' } = JSON.parse(output) as { Username?: string; Secret?: string };
  if (Secret === '') return undefined;
  return Username === '<token>'
    ? { type: 'refresh', token: Secret }
    : { type: 'basic', username: Username, password: Secret };
}
