import type { ApiObject, TableLayout } from '../kinds/behaviour.js';
import { AGE, NAME } from '../kinds/shared/columns.js';
import { age } from '../kinds/shared/duration.js';

/** The columns of kinds that have none of their own. */
export const defaultTable: TableLayout<ApiObject> = {
  columns: [NAME, AGE],
  row: ({ metadata }, nowMs) => [metadata.name ?? '', age(metadata.creationTimestamp, nowMs)],
};
