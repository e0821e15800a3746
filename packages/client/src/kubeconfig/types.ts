/** How to reach one cluster as one user: everything resolved, certificates read. Plain data; it holds secrets. */
export interface ClusterConfig {
  /** The URL of the API server, without a trailing slash; it may have a path. */
  readonly server: string;
  /** The namespace of the context; `default` when it names none. */
  readonly namespace: string;
  /** The context this came from; unset for an in-cluster configuration. */
  readonly context?: string;
  /** PEM, one or more certificates. Unset: those that Node trusts. */
  readonly caCertificatePem?: string;
  /** Where `caCertificatePem` was read, and is again every five minutes. */
  readonly caCertificateFile?: string;
  readonly clientCertificatePem?: string;
  readonly clientKeyPem?: string;
  /** Where `clientCertificatePem` was read, and is again every five minutes; new connections use what is there then. */
  readonly clientCertificateFile?: string;
  readonly clientKeyFile?: string;
  /** Which name the server's certificate must have, when it is not that of the URL. */
  readonly tlsServerName?: string;
  /** Accepts any certificate. */
  readonly insecureSkipTlsVerify?: boolean;
  readonly token?: string;
  /** Read again as time passes; wins over `token`, which is what to use when it cannot be read. */
  readonly tokenFile?: string;
  readonly username?: string;
  readonly password?: string;
  /** Makes tokens or client certificates; used when there are none of the above. */
  readonly exec?: ExecConfig;
  readonly impersonate?: Impersonation;
  /** `http://`, `https://`, `socks5://` or `socks5h://`, with user name and password where it wants them. */
  readonly proxyUrl?: string;
}

/** A credential plugin: https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins */
export interface ExecConfig {
  readonly apiVersion: 'client.authentication.k8s.io/v1' | 'client.authentication.k8s.io/v1beta1';
  /** A path, or a name that is looked for in PATH. No shell reads it. */
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Shown when the command is not there. */
  readonly installHint?: string;
  readonly provideClusterInfo?: boolean;
  readonly interactiveMode: 'Never' | 'IfAvailable' | 'Always';
  /** What the cluster entry says for the plugin, in its extension `client.authentication.k8s.io/exec`. */
  readonly clusterConfig?: unknown;
}

/** Acts as another user: https://kubernetes.io/docs/reference/access-authn-authz/user-impersonation/ */
export interface Impersonation {
  readonly username: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** What to take instead of what the kubeconfig says, as kubectl's flags of the same names. */
export interface ContextOverrides {
  /** Defaults to the current context of the file. */
  context?: string | undefined;
  /** Defaults to that of the context. */
  cluster?: string | undefined;
  /** Defaults to that of the context. */
  user?: string | undefined;
  /** Defaults to that of the context, or else to `default`. */
  namespace?: string | undefined;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** A kubeconfig as it stands in a file, as far as it is used (client-go's tools/clientcmd/api/v1/types.go). */
export interface KubeconfigFile {
  readonly currentContext: string | undefined;
  readonly clusters: ReadonlyMap<string, Entry<ClusterEntry>>;
  readonly users: ReadonlyMap<string, Entry<UserEntry>>;
  readonly contexts: ReadonlyMap<string, Entry<ContextEntry>>;
}

/** An entry, and where it came from: relative paths in it are relative to `directory`. */
export interface Entry<T> {
  readonly source: string;
  readonly directory: string;
  readonly value: T;
}

export interface ClusterEntry {
  readonly server?: string;
  readonly 'tls-server-name'?: string;
  readonly 'insecure-skip-tls-verify'?: boolean;
  readonly 'certificate-authority'?: string;
  readonly 'certificate-authority-data'?: string;
  readonly 'proxy-url'?: string;
  readonly 'disable-compression'?: boolean;
  readonly extensions?: readonly unknown[];
}

export interface UserEntry {
  readonly 'client-certificate'?: string;
  readonly 'client-certificate-data'?: string;
  readonly 'client-key'?: string;
  readonly 'client-key-data'?: string;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly username?: string;
  readonly password?: string;
  readonly as?: string;
  readonly 'as-uid'?: string;
  readonly 'as-groups'?: readonly string[];
  readonly 'as-user-extra'?: Readonly<Record<string, readonly string[]>>;
  readonly exec?: Readonly<Record<string, unknown>>;
  readonly 'auth-provider'?: { readonly name?: string };
}

export interface ContextEntry {
  readonly cluster?: string;
  readonly user?: string;
  readonly namespace?: string;
}
