import type { StatusCause } from '@kubewright/api';
import { managerOf, pathText } from '@kubewright/api/structured-merge';
import type { Conflict } from '@kubewright/api/structured-merge';
import { StatusError } from '../errors/status-error.js';
import { goQuote } from '../errors/go-text.js';

/** 409 with a cause for each field (apimachinery `pkg/util/managedfields/internal/conflict.go`). */
export function applyConflictError(conflicts: readonly Conflict[], cause: unknown): StatusError {
  const causes: StatusCause[] = conflicts.map(({ manager, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${managerText(manager)}`,
    field: pathText(path),
  }));
  return new StatusError({
    code: 409,
    reason: 'Conflict',
    message: conflictMessage(conflicts),
    details: { causes },
    cause,
  });
}

function conflictMessage(conflicts: readonly Conflict[]): string {
  const [only] = conflicts;
  if (only !== undefined && conflicts.length === 1) {
    return `Apply failed with 1 conflict: conflict with ${managerText(only.manager)}: ${pathText(only.path)}`;
  }
  const lines: string[] = [];
  let current: string | undefined;
  for (const { manager, path } of conflicts) {
    if (manager !== current) lines.push(`conflicts with ${managerText(manager)}:`);
    current = manager;
    lines.push(`- ${pathText(path)}`);
  }
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`;
}

function managerText(identifier: string): string {
  const { manager = '', operation, apiVersion = '', subresource = '' } = managerOf(identifier);
  const name =
    subresource === '' ? goQuote(manager) : `${goQuote(manager)} with subresource ${goQuote(subresource)}`;
  return operation === 'Update' ? `${name} using ${apiVersion}` : name;
}
