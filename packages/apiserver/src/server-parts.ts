import type { Clock, Logger, Random } from '@kubewright/api';
import type { AdmissionChain } from './admission/admission-chain.js';
import type { FieldManagers } from './field-manager/field-managers.js';
import type { Authenticator } from './pipeline/authenticate.js';
import type { Authorizer } from './pipeline/authorize.js';
import type { NodeConnector } from './nodes/node-connector.js';
import type { ImpersonationModes } from './pipeline/impersonation-modes.js';
import type { NonResourceHandler } from './pipeline/route.js';
import type { RuleResolver } from './rbac/policy-index.js';
import type { ResourceTable } from './resources/resource-table.js';
import type { Storage } from './storage/storage.js';
import type { ServiceAccountTokens } from './tokens/service-account-tokens.js';
import type { TokenAuthenticator } from './tokens/token-authenticator.js';
import type { OpenWatches } from './watch/open-watches.js';

/** The parts of one running server, as its pipeline sees them. */
export interface ServerParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly storage: Storage;
  readonly resources: ResourceTable;
  readonly fieldManagers: FieldManagers;
  readonly authenticators: readonly Authenticator[];
  /** The kinds of bearer tokens that the authenticators know. */
  readonly tokenAuthenticators: readonly TokenAuthenticator[];
  /** Issues the tokens of service accounts. */
  readonly tokens: ServiceAccountTokens;
  /** Whether requests without credentials are let in as `system:anonymous`. */
  readonly anonymous: boolean;
  readonly authorizer: Authorizer;
  /** Decides who may act as whom. */
  readonly impersonation: ImpersonationModes;
  /** Which rules the stored roles give to whom, whatever the authorizer makes of it. */
  readonly rules: RuleResolver;
  readonly admission: AdmissionChain;
  readonly watches: OpenWatches;
  /** The way to kubelets. */
  readonly connector: NodeConnector | undefined;
  /** Paths that are not resources: discovery, health, version, OpenAPI. Undefined when the path is none of them. */
  readonly nonResource: (path: string) => NonResourceHandler | undefined;
  /** Called synchronously after each write, once it is visible: custom resources come and go here. */
  readonly afterWrite: () => void;
}
