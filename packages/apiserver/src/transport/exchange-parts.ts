import type { Clock, Logger } from '@kubewright/api';
import type { ServerRequest, ServerResponse } from '../pipeline/server-request.js';
import type { Connection } from './connections.js';

/** What an exchange needs, whichever version of HTTP it speaks. */
export interface ExchangeParts {
  readonly handle: (request: ServerRequest) => Promise<ServerResponse>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly connection: Connection;
}
