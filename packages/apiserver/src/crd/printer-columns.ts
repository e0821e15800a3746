import type { CustomResourceColumnDefinition } from '@kubewright/api/apiextensions/v1';
import { goNumber } from '../errors/go-text.js';
import type { ApiObject, TableColumn, TableLayout } from '../kinds/behaviour.js';
import { NAME } from '../kinds/shared/columns.js';
import { humanDuration } from '../kinds/shared/duration.js';
import { normalizeTime } from '../schema/go-time.js';
import { JsonPathError, parseJsonPath } from './json-path.js';
import type { JsonPath } from './json-path.js';

const DEFAULT_COLUMNS: readonly CustomResourceColumnDefinition[] = [
  {
    name: 'Age',
    type: 'date',
    jsonPath: '.metadata.creationTimestamp',
    description:
      'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata',
  },
];

/**
 * The table of a custom resource: its name, and the columns of `additionalPrinterColumns`, or else its age. After
 * apiextensions-apiserver's `pkg/registry/customresource/tableconvertor/tableconvertor.go`.
 */
export function printerTable(
  definitions: readonly CustomResourceColumnDefinition[] | undefined,
): TableLayout<ApiObject> {
  const cells = compile((definitions?.length ?? 0) > 0 ? definitions! : DEFAULT_COLUMNS);
  return {
    columns: [NAME, ...cells.map(({ column }) => column)],
    row: (object, nowMs) => [
      object.metadata.name ?? '',
      ...cells.map(({ type, path }) => {
        const results = path(object);
        return results.length === 0 ? null : cell(type, results[0], nowMs);
      }),
    ],
  };
}

interface Cell {
  readonly column: TableColumn;
  readonly type: string;
  readonly path: JsonPath;
}

// A path that is none is accepted in a definition; the table ends before its column.
function compile(definitions: readonly CustomResourceColumnDefinition[]): Cell[] {
  const cells: Cell[] = [];
  try {
    for (const definition of definitions) {
      const { type, jsonPath } = definition;
      cells.push({ column: tableColumn(definition), type, path: parseJsonPath(jsonPath) });
    }
  } catch (error) {
    if (!(error instanceof JsonPathError)) throw error;
  }
  return cells;
}

function tableColumn({
  name,
  type,
  format,
  description = '',
  jsonPath,
  priority,
}: CustomResourceColumnDefinition): TableColumn {
  return {
    name,
    type: type as TableColumn['type'],
    ...(format === undefined ? {} : { format }),
    description:
      description === ''
        ? `Custom resource definition column (in JSONPath format): ${jsonPath}`
        : description,
    ...(priority === undefined ? {} : { priority }),
  };
}

function cell(type: string, value: unknown, nowMs: number): unknown {
  switch (type) {
    case 'string':
      return textCell(value);
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null;
    case 'number':
      return typeof value === 'number' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' ? dateCell(value, nowMs) : null;
    default:
      return null;
  }
}

// Go's templates print what is not there so.
function textCell(value: unknown): string {
  if (value === null || value === undefined) return '<no value>';
  if (typeof value === 'number') return goNumber(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | boolean);
}

function dateCell(text: string, nowMs: number): string {
  if (text === '') return '<unknown>';
  try {
    return humanDuration(nowMs - Date.parse(normalizeTime(text, 'time')));
  } catch {
    return '<invalid>';
  }
}
