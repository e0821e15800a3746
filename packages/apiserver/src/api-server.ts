import type { Clock, Logger, Random, Transport } from '@kubewright/api';
import type { ServiceAccount } from '@kubewright/api/core/v1';
import type { AdmissionPlugin } from './admission/admission.js';
import type { AdmissionSelection } from './admission/plugin-selection.js';
import type { NodeConnector } from './nodes/node-connector.js';
import type { Authenticator } from './pipeline/authenticate.js';
import type { Authorizer } from './pipeline/authorize.js';
import type { UserInfo } from './pipeline/server-request.js';
import type { Storage } from './storage/storage.js';
import type { ServiceAccountOptions } from './tokens/service-account-tokens.js';
import type { ServiceResolver, WebhookCaller } from './webhook-client/webhook-caller.js';
import type { ListenOptions, Listening } from './transport/listening.js';

/**
 * A Kubernetes API server inside this process. It holds its objects in memory, and ends with `close`.
 */
export interface ApiServer {
  /** Straight into the server, as user `system:admin` of group `system:masters`. Closed with the server. */
  readonly transport: Transport;
  /** Straight into the server as another user. The caller closes it; closing the server closes it too. */
  transportAs(user: UserInfo): Transport;
  /** How many writes there were: the resource version of the latest one. */
  readonly revision: number;
  /** Sends each watch that allows bookmarks one with the present revision. Synchronous: the readers find it next. */
  sendBookmarks(): void;
  /**
   * Opens an HTTPS port. Throws ListenError (`PortInUse`, `ListenFailed`). May be called again for another port.
   */
  listen(options?: ListenOptions): Promise<Listening>;
  /**
   * Signs the token that a secret of type `kubernetes.io/service-account-token` holds: it does not expire, and is good
   * for as long as the secret holds it. For the controller that fills such secrets.
   */
  issueSecretToken(account: ServiceAccount, secretName: string): string;
  /** Ends watches, closes ports and transports. Calling it again waits for the same end. */
  close(): Promise<void>;
}

export interface ApiServerOptions {
  /** Defaults to the machine's clock. */
  readonly clock?: Clock;
  /** Draws uids, generated names, and the token of `listen`. Defaults to the machine's randomness. */
  readonly random?: Random;
  /** Defaults to silence. */
  readonly logger?: Logger;
  /**
   * Decides who may do what. Defaults to the roles and bindings that the server stores, as kube-apiserver does with
   * `--authorization-mode=RBAC`: `system:masters`, whom `transport` and the credentials of `listen` belong to, may do
   * everything, and others what somebody gave them.
   */
  readonly authorizer?: Authorizer;
  /** Whether requests without credentials are let in, as `system:anonymous`. Defaults to false: they are answered 401. */
  readonly anonymous?: boolean;
  /** Who comes with which bearer token, as in the file of kube-apiserver's `--token-auth-file`. Defaults to nobody. */
  readonly tokens?: ReadonlyMap<string, UserInfo>;
  /** How service accounts get their tokens. */
  readonly serviceAccounts?: ServiceAccountOptions;
  /** Asked after the built-in authenticators. Defaults to none. */
  readonly authenticators?: readonly Authenticator[];
  /**
   * Which of the built-in admission plugins are on, as the flags of kube-apiserver say it. Defaults to those of the real
   * server without ServiceAccount, which needs a controller that makes service accounts.
   */
  readonly admissionPlugins?: AdmissionSelection;
  /** Asked after the built-in admission plugins, and before webhooks. Defaults to none. */
  readonly admission?: readonly AdmissionPlugin[];
  /** How webhooks are reached. */
  readonly webhooks?: WebhookOptions;
  /** The way to the kubelets of nodes, for `kubectl logs`. Defaults to none: connections to kubelets are refused. */
  readonly connector?: NodeConnector;
  /** Where objects are kept. Defaults to a new storage in memory. */
  readonly storage?: Storage;
}

/** How the webhooks that configurations and CustomResourceDefinitions name are reached. */
export interface WebhookOptions {
  /** Makes the calls. Defaults to HTTPS; tests answer in the process. Closed with the server. */
  readonly caller?: WebhookCaller;
  /**
   * Where services are, by `namespace/name`, as `host:port`: for webhooks that are served on this machine although their
   * configuration names a service. The certificate must still be that of the service. Services that are not named here
   * are looked up by `resolveService`.
   */
  readonly services?: Readonly<Record<string, string>>;
  /** Says where other services are. Defaults to the ready endpoints of the service in this server. */
  readonly resolveService?: ServiceResolver;
}
