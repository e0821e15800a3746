import { isJsonObject } from '@kubewright/api';
import {
  compareTyped,
  difference,
  FieldConflictError,
  fieldSetOf,
  hasPath,
  isFieldConflictError,
  isTypedValueError,
  validateTyped,
} from '@kubewright/api/structured-merge';
import type { FieldSet, SchemaType } from '@kubewright/api/structured-merge';
import type { ApiObject } from '../kinds/behaviour.js';

/** The annotation in which `kubectl apply` keeps what it applied. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

const MAX_ANNOTATIONS_BYTES = 256 * 1024;

/**
 * Applies; conflicts over fields that kubectl applied from the client, and that are as it applied them, do not count
 * (apimachinery `pkg/util/managedfields/internal/lastappliedmanager.go`).
 */
export function applyOverLastApplied<T>(
  live: ApiObject,
  type: SchemaType,
  apply: (force: boolean) => T,
  force: boolean,
): T {
  try {
    return apply(force);
  } catch (error) {
    if (!isFieldConflictError(error)) throw error;
    const own = fieldsOfLastApplied(live, type);
    if (own === undefined) throw error;
    const left = error.conflicts.filter(({ path }) => !hasPath(own, path));
    if (left.length > 0) throw new FieldConflictError(left);
    return apply(true);
  }
}

function fieldsOfLastApplied(live: ApiObject, type: SchemaType): FieldSet | undefined {
  const text = live.metadata.annotations?.[LAST_APPLIED] ?? '';
  if (text === '') return undefined;
  try {
    const last: unknown = JSON.parse(text);
    if (!isJsonObject(last) || last['apiVersion'] !== live.apiVersion) return undefined;
    validateTyped(type, live);
    validateTyped(type, last);
    const { added, modified, removed } = compareTyped(type, last, live);
    return difference(difference(difference(fieldSetOf(type, last), modified), added), removed);
  } catch (error) {
    if (error instanceof SyntaxError || isTypedValueError(error)) return undefined;
    throw error;
  }
}

/** Brings the annotation in line with what kubectl applies now, if there is one. In place (`lastappliedupdater.go`). */
export function updateLastApplied(object: ApiObject, config: ApiObject): void {
  const { annotations } = object.metadata;
  if (annotations === undefined || (annotations[LAST_APPLIED] ?? '') === '') return;
  const { [LAST_APPLIED]: _, ...others } = config.metadata.annotations ?? {};
  const text = `${JSON.stringify(sorted({ ...config, metadata: withAnnotations(config, others) }))}\n`;
  const next: Record<string, string> = { ...annotations, [LAST_APPLIED]: text };
  let size = 0;
  for (const name of Object.keys(next)) {
    size += Buffer.byteLength(name) + Buffer.byteLength(next[name] ?? '');
  }
  object.metadata.annotations = size > MAX_ANNOTATIONS_BYTES ? without(annotations) : next;
}

function withAnnotations({ metadata }: ApiObject, annotations: Record<string, string>): object {
  const { annotations: _, ...rest } = metadata;
  return Object.keys(annotations).length === 0 ? rest : { ...rest, annotations };
}

function without({ [LAST_APPLIED]: _, ...annotations }: Record<string, string>): Record<string, string> {
  return annotations;
}

// Go writes maps with sorted keys.
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}
