import { labelSelectorMatcher, parseLabelSelector } from '@kubewright/api';
import type { LabelSelector } from '@kubewright/api';
import type { KindName } from '@kubewright/client';

import { hasOwnerOf } from '../controller/owner-mapping.js';
import type { ObjectEvent } from './generic-event.js';

/*
 * Predicates that ask what an object is, not what changed. They read the metadata that the cache keeps and parse no
 * object.
 */

/**
 * Lets events of objects through that the selector selects, of updates by the new labels: `app=web,tier in (a, b)`, or
 * the form of the API (controller-runtime's `LabelSelectorPredicate`). Throws a LabelSelectorError.
 */
export function labelSelectorPredicate(selector: string | LabelSelector): (event: ObjectEvent) => boolean {
  const matcher =
    typeof selector === 'string' ? parseLabelSelector(selector) : labelSelectorMatcher(selector);
  return (event) => matcher.matches(event.meta.labels);
}

/**
 * Lets events of objects through that an object of this kind owns, of updates when it did before or does now. Without
 * `matchEveryOwner` only the controlling owner counts.
 */
export function ownerPredicate(
  ownerKind: KindName,
  options: { matchEveryOwner?: boolean } = {},
): (event: ObjectEvent) => boolean {
  const mapping = { ownerKind, matchEveryOwner: options.matchEveryOwner ?? false };
  return (event) =>
    hasOwnerOf(event.meta, mapping) || (event.type === 'update' && hasOwnerOf(event.oldMeta, mapping));
}
