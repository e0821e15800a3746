import { encodeJson } from '../bytes/json.js';
import type { Clock } from '@kubewright/api';
import type { ApiObject, TableColumn, TableLayout } from '../kinds/behaviour.js';
import type { ResourceStore } from '../registry/resource-store.js';
import type { StoredEntry } from '../storage/storage.js';
import { defaultTable } from '../kinds/shared/columns.js';
import type { ListMeta, Presenter } from './presenter.js';

/** How much of each object goes along with its row (`?includeObject=`). */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

export interface TableOptions {
  readonly metaVersion: string;
  readonly includeObject: IncludeObject;
  readonly clock: Clock;
}

/** Rows as `kubectl get` prints them (meta/v1 Table). In a watch only the first event says the columns. */
export function tablePresenter(store: ResourceStore, options: TableOptions): Presenter {
  const { metaVersion } = options;
  const layout = (store.internal.behaviour.table ?? defaultTable) as TableLayout<ApiObject>;
  // Where the real server converts rows one by one (apiserver `registry/rest/table.go`), no rows are no list.
  const isDefault = layout === defaultTable;
  const head = { kind: 'Table', apiVersion: `meta.k8s.io/${metaVersion}` };
  const rowOf = (entry: StoredEntry) =>
    tableRow(store.decodeInternal(entry), layout, options, () => store.decode(entry));
  let columnsSent = false;
  const table = (entries: readonly StoredEntry[], metadata: ListMeta) =>
    encodeJson({
      ...head,
      metadata,
      columnDefinitions: layout.columns.map(columnDefinition),
      rows: entries.length === 0 && isDefault ? null : entries.map(rowOf),
    });
  return {
    object: (entry) => table([entry], { resourceVersion: String(entry.revision) }),
    list: (entries, meta) => [table(entries, meta)],
    watchObject(entry) {
      const metadata = { resourceVersion: String(entry.revision) };
      if (!columnsSent) {
        columnsSent = true;
        return table([entry], metadata);
      }
      return encodeJson({ ...head, metadata, columnDefinitions: null, rows: [rowOf(entry)] });
    },
    bookmark: (resourceVersion, annotations) =>
      encodeJson({
        ...head,
        metadata: { resourceVersion },
        columnDefinitions: null,
        rows: [
          {
            cells: layout.row(NO_OBJECT, options.clock.now()),
            object: {
              kind: 'PartialObjectMetadata',
              apiVersion: head.apiVersion,
              metadata: { resourceVersion, ...(annotations === undefined ? {} : { annotations }) },
            },
          },
        ],
      }),
  };
}

/** What the row of a bookmark is about. */
const NO_OBJECT: ApiObject = { kind: '', apiVersion: '', metadata: { name: '' } };

/** One object as a table. */
export function objectTable(
  object: ApiObject,
  layout: TableLayout<ApiObject>,
  options: TableOptions,
): Record<string, unknown> {
  const { resourceVersion } = object.metadata;
  return {
    kind: 'Table',
    apiVersion: `meta.k8s.io/${options.metaVersion}`,
    metadata: resourceVersion === undefined ? {} : { resourceVersion },
    columnDefinitions: layout.columns.map(columnDefinition),
    rows: [tableRow(object, layout, options)],
  };
}

function tableRow(
  object: ApiObject,
  layout: TableLayout<ApiObject>,
  { metaVersion, includeObject, clock }: TableOptions,
  whole: () => ApiObject = () => object,
): { cells: unknown[]; object: unknown } {
  const cells = layout.row(object, clock.now());
  if (includeObject === 'None') return { cells, object: null };
  if (includeObject === 'Object') return { cells, object: whole() };
  const { metadata } = object;
  const apiVersion = `meta.k8s.io/${metaVersion}`;
  return { cells, object: { kind: 'PartialObjectMetadata', apiVersion, metadata } };
}

function columnDefinition({ name, type, format = '', description = '', priority = 0 }: TableColumn) {
  return { name, type, format, description, priority };
}
