import { builtinDescriptions } from '@kubewright/api/schema';
import type { KubernetesObject } from '@kubewright/api';
import type { TableColumn, TableLayout } from '../behaviour.js';

type Type = TableColumn['type'];
type More = Pick<TableColumn, 'format' | 'priority'>;

/** A column with its own description. */
export function column(name: string, type: Type, description: string, more: More = {}): TableColumn {
  return { name, type, ...more, description };
}

/**
 * A column whose description is the documentation of an API field: `documented('Node', 'string', 'core.v1.PodSpec.nodeName')`.
 * Read from the OpenAPI data when a table is first asked for, not when the program starts.
 */
export function documented(
  name: string,
  type: Type,
  field: string,
  { without = '', ...more }: More & { readonly without?: string } = {},
): TableColumn {
  let description: string | undefined;
  return {
    name,
    type,
    ...more,
    get description(): string {
      return (description ??= fieldDescription(field).replace(without, ''));
    },
  };
}

// The OpenAPI documents append the allowed values of an enumeration, which the Go documentation does not have.
const ENUMERATION = '\n\nPossible enum values:';

function fieldDescription(field: string): string {
  const dot = field.lastIndexOf('.');
  const prefix = field.startsWith('meta.') ? 'io.k8s.apimachinery.pkg.apis.' : 'io.k8s.api.';
  const text = builtinDescriptions(prefix + field.slice(0, dot))[`/properties/${field.slice(dot + 1)}`] ?? '';
  const end = text.indexOf(ENUMERATION);
  return end < 0 ? text : text.slice(0, end);
}

const WIDE = { priority: 1 } as const;

export const NAME: TableColumn = documented('Name', 'string', 'meta.v1.ObjectMeta.name', { format: 'name' });
export const AGE: TableColumn = documented('Age', 'string', 'meta.v1.ObjectMeta.creationTimestamp');
export const CONTAINERS: TableColumn = column(
  'Containers',
  'string',
  'Names of each container in the template.',
  WIDE,
);
export const IMAGES: TableColumn = column(
  'Images',
  'string',
  'Images referenced by each container in the template.',
  WIDE,
);

/** The table of kinds that have none of their own (apiserver `registry/rest/table.go`): name and time of creation. */
export const defaultTable: TableLayout<KubernetesObject> = {
  columns: [NAME, documented('Created At', 'date', 'meta.v1.ObjectMeta.creationTimestamp')],
  row: ({ metadata }) => [metadata?.name, metadata?.creationTimestamp],
};
