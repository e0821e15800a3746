import type { ScalePaths, TableColumn } from '../behaviour.js';
import { CONTAINERS, documented, IMAGES } from './columns.js';

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
