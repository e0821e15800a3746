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
  readonly clientCertificatePem?: string;
  readonly clientKeyPem?: string;
  /** Which name the server's certificate must have, when it is not that of the URL. */
  readonly tlsServerName?: string;
  /** Accepts any certificate. */
  readonly insecureSkipTlsVerify?: boolean;
  readonly token?: string;
  /** Read again as time passes; wins over `token`, which is what to use when it cannot be read. */
  readonly tokenFile?: string;
  readonly username?: string;
  readonly password?: string;
  readonly impersonate?: Impersonation;
  /** `http://` or `https://`. */
  readonly proxyUrl?: string;
}

/** Acts as another user: https://kubernetes.io/docs/reference/access-authn-authz/user-impersonation/ */
export interface Impersonation {
  readonly username: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

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
  readonly exec?: { readonly command?: string };
  readonly 'auth-provider'?: { readonly name?: string };
}

export interface ContextEntry {
  readonly cluster?: string;
  readonly user?: string;
  readonly namespace?: string;
}
