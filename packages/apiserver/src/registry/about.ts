import type { Qualified } from '../errors/status-error.js';
import type { WriteContext } from './write-context.js';
import type { ServedResource } from '../resources/served-resource.js';

/** How errors name the collection: `deployments.apps`. */
export const aboutResource = ({ group, plural }: ServedResource): Qualified => ({ group, resource: plural });

/** How errors name the kind: `Deployment.apps`. */
export const aboutKind = ({ group, kind }: ServedResource): Qualified => ({ group, resource: kind });

/** How errors of the registry name the collection: in the group of the request, whatever the version it works in. */
export const aboutRequest = ({ requestGroup, store }: WriteContext): Qualified => ({
  group: requestGroup,
  resource: store.resource.plural,
});
