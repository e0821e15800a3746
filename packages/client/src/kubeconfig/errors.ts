export type KubeconfigErrorCode =
  | 'FileNotFound'
  | 'FileUnreadable'
  | 'MalformedYaml'
  | 'InvalidShape'
  | 'NoCurrentContext'
  | 'ContextNotFound'
  | 'ClusterNotFound'
  | 'UserNotFound'
  | 'InvalidCluster'
  | 'InvalidUser'
  | 'InvalidServerUrl'
  | 'InvalidProxyUrl'
  | 'CertificateUnreadable'
  | 'InvalidCertificate'
  | 'TokenUnreadable'
  | 'NotSupported'
  | 'NotInCluster';

/** How to reach the cluster could not be learned. The message names the file, the value and how to mend it; never a secret. */
export class KubeconfigError extends Error {
  override readonly name = 'KubeconfigError';
  readonly code: KubeconfigErrorCode;

  constructor(code: KubeconfigErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Whether the error, or a cause of it, is a `KubeconfigError`, of that code if one is given. */
export function isKubeconfigError(error: unknown, code?: KubeconfigErrorCode): error is KubeconfigError {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at.name === 'KubeconfigError') return code === undefined || (at as KubeconfigError).code === code;
  }
  return false;
}

/** What Node says of a file it could not read, in words. */
export function fileProblem(error: unknown): string {
  switch ((error as { code?: unknown }).code) {
    case 'ENOENT':
      return 'it does not exist';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    case 'EISDIR':
      return 'it is a directory';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
