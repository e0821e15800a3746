import type { Qualified } from '../errors/status-error.js';
import type { ServedResource } from '../resources/served-resource.js';

/** How errors name the collection: `deployments.apps`. */
export const aboutResource = ({ group, plural }: ServedResource): Qualified => ({ group, resource: plural });

/** How errors name the kind: `Deployment.apps`. */
export const aboutKind = ({ group, kind }: ServedResource): Qualified => ({ group, resource: kind });
