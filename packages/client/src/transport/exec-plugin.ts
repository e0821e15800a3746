import { checkPair } from '../kubeconfig/pem.js';
import type { ClusterConfig, ExecConfig } from '../kubeconfig/types.js';
import { TransportError } from './errors.js';

/** What a credential plugin is started with, and what came of it. */
export interface PluginRun {
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the environment of this process. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether it may ask the user: it then has this process's standard input. */
  readonly interactive: boolean;
}

/** Resolves to what the plugin wrote to its standard output; its standard error goes to this process's. */
export type RunPlugin = (run: PluginRun) => Promise<{ exitCode: number | null; stdout: string }>;

/** A credential, until it expires. */
export interface PluginCredential {
  readonly token?: string | undefined;
  readonly certificate?: string | undefined;
  readonly key?: string | undefined;
  /** Unix epoch; unset when it does not expire. */
  readonly expiresAt?: number | undefined;
}

export type Plugin = () => Promise<PluginCredential>;

interface ExecCredential {
  apiVersion?: unknown;
  kind?: unknown;
  status?: {
    token?: string;
    clientCertificateData?: string;
    clientKeyData?: string;
    expirationTimestamp?: string | null;
  } | null;
}

/** How a plugin is asked and understood: client-go's plugin/pkg/client/auth/exec/exec.go, `refreshCredsLocked`. */
export function createPlugin(config: ClusterConfig, exec: ExecConfig, run: RunPlugin | undefined): Plugin {
  const fail = (why: string, cause?: unknown) =>
    new TransportError(
      'CredentialUnreadable',
      `the credential plugin ${JSON.stringify(exec.command)} ${why}`,
      {
        host: config.server,
        cause,
      },
    );
  return async () => {
    const { isTerminal, runProcess } = await import('./plugin-process.js');
    const interactive = exec.interactiveMode !== 'Never' && isTerminal();
    if (exec.interactiveMode === 'Always' && !interactive) {
      throw fail('wants to ask the user (interactiveMode: Always), but standard input is not a terminal');
    }
    const info = {
      apiVersion: exec.apiVersion,
      kind: 'ExecCredential',
      spec: {
        ...(exec.provideClusterInfo === true ? { cluster: clusterInfo(config, exec) } : {}),
        interactive,
      },
    };
    const { exitCode, stdout } = await (run ?? runProcess)({
      command: exec.command,
      args: exec.args ?? [],
      env: { ...exec.env, KUBERNETES_EXEC_INFO: JSON.stringify(info) },
      interactive,
    }).catch((error: unknown) => {
      const missing = (error as { code?: unknown }).code === 'ENOENT';
      const why = missing ? 'was not found' : `cannot be run: ${(error as Error).message}`;
      const hint = exec.installHint === undefined ? '' : `\n\n${printable(exec.installHint)}`;
      throw fail(why + (missing ? hint : ''), error);
    });
    if (exitCode !== 0) throw fail(`failed with exit code ${exitCode}: its standard error says why`);
    return understand(stdout, exec, fail);
  };
}

function understand(
  stdout: string,
  exec: ExecConfig,
  fail: (why: string, cause?: unknown) => TransportError,
): PluginCredential {
  let answer: ExecCredential;
  try {
    answer = JSON.parse(stdout) as ExecCredential;
  } catch {
    // The cause would quote what may be a secret.
    throw fail('did not write an ExecCredential as JSON to its standard output');
  }
  if (answer.kind !== 'ExecCredential') throw fail('did not write an ExecCredential to its standard output');
  if (answer.apiVersion !== exec.apiVersion) {
    throw fail(`answered in ${String(answer.apiVersion)}, but the kubeconfig asks for ${exec.apiVersion}`);
  }
  const { token, clientCertificateData, clientKeyData, expirationTimestamp } = answer.status ?? {};
  const certificate = clientCertificateData === '' ? undefined : clientCertificateData;
  const key = clientKeyData === '' ? undefined : clientKeyData;
  if ((token === undefined || token === '') && certificate === undefined && key === undefined) {
    throw fail('returned neither a token nor a certificate and key');
  }
  if ((certificate === undefined) !== (key === undefined)) {
    throw fail('returned only one of certificate and key');
  }
  if (certificate !== undefined && key !== undefined) {
    try {
      checkPair(certificate, key, { certificate: 'clientCertificateData', key: 'clientKeyData' });
    } catch (error) {
      throw fail(`returned a certificate that cannot be used: ${(error as Error).message}`, error);
    }
  }
  const expiresAt = expirationTimestamp ? Date.parse(expirationTimestamp) : undefined;
  if (Number.isNaN(expiresAt)) throw fail('returned an expirationTimestamp that is no time');
  return { token: token === '' ? undefined : token, certificate, key, expiresAt };
}

/** client.authentication.k8s.io/v1, `Cluster`. */
function clusterInfo(config: ClusterConfig, exec: ExecConfig): Record<string, unknown> {
  const { server, tlsServerName, insecureSkipTlsVerify, caCertificatePem, proxyUrl } = config;
  return {
    server,
    ...(tlsServerName === undefined ? {} : { 'tls-server-name': tlsServerName }),
    ...(insecureSkipTlsVerify === true ? { 'insecure-skip-tls-verify': true } : {}),
    ...(caCertificatePem === undefined
      ? {}
      : { 'certificate-authority-data': Buffer.from(caCertificatePem).toString('base64') }),
    ...(proxyUrl === undefined ? {} : { 'proxy-url': proxyUrl }),
    // The API's null when there is none.
    config: exec.clusterConfig ?? null,
  };
}

/** Control characters of a hint could confuse the terminal (clientcmd's `cleanANSIEscapeCodes`). */
function printable(text: string): string {
  return text.replace(/[^\P{C}\t-\r]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  });
}
