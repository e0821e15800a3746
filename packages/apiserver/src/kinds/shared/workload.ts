import type { ScalePaths } from '../behaviour.js';
import type { TableColumn } from '../behaviour.js';
import { CONTAINERS, documented, IMAGES } from './columns.js';
import { sameValue } from './immutable.js';

/** How the scale subresource reads and writes the replica workloads. */
export const REPLICA_SCALE: ScalePaths = {
  specReplicas: 'spec.replicas',
  statusReplicas: 'status.replicas',
  selector: 'spec.selector',
};

/** Containers, images and selector, which only `-o wide` shows. */
export const wideWorkloadColumns = (selectorField: string): TableColumn[] => [
  CONTAINERS,
  IMAGES,
  documented('Selector', 'string', selectorField, { priority: 1 }),
];

/** For kinds whose generation counts changes of the spec alone. */
export const specChanged = (object: { spec?: unknown }, old: { spec?: unknown }): boolean =>
  !sameValue(object.spec, old.spec);
