import { defineKind } from '@kubewright/api';
import type { Kind } from '@kubewright/api';

import type { KindName } from '../paths.js';

/** The kind itself, or one made of its names. */
export function toKind(kind: KindName): Kind {
  if (typeof kind === 'function') return kind as Kind;
  const { group, version, plural, namespaced } = kind;
  return defineKind({ group, version, kind: kind.kind, plural, namespaced });
}
