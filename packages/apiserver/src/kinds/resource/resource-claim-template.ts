import type { ResourceClaimTemplate } from '@kubewright/api/resource/v1';
import { child, invalid } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { AGE, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { IMMUTABLE_MESSAGE, sameValue } from '../shared/immutable.js';
import { validAnnotations, validLabels } from '../shared/labels.js';
import { adminRequests, defaultDeviceClaim, deviceClaim, internalClaim } from './device-requests.js';

/** registry/resource/resourceclaimtemplate/strategy.go. */
export const resourceClaimTemplate = behaviour<ResourceClaimTemplate>({
  group: 'resource.k8s.io',
  kind: 'ResourceClaimTemplate',
  hasGeneration: false,
  defaults: ({ spec }) => defaultDeviceClaim(spec?.spec?.devices),
  validate: ({ metadata, spec }, context) => {
    const errors: FieldError[] = [];
    if (!metadata?.resourceVersion) adminRequests(errors, spec?.spec?.devices, metadata?.namespace, context);
    const at = 'spec.metadata';
    validLabels(errors, child(at, 'labels'), spec?.metadata?.labels);
    validAnnotations(errors, child(at, 'annotations'), spec?.metadata?.annotations);
    deviceClaim(errors, 'spec.spec.devices', spec?.spec?.devices ?? {});
    return errors;
  },
  validateUpdate: (object, old) =>
    sameValue(object.spec, old.spec)
      ? []
      : [
          invalid(
            'spec',
            { ...metadataOf(object), Spec: internalClaim(object.spec.spec) },
            IMMUTABLE_MESSAGE,
          ),
        ],
  table: {
    columns: [NAME, AGE],
    row: ({ metadata }, nowMs) => [metadata?.name, age(metadata?.creationTimestamp, nowMs)],
  },
});

function metadataOf({ spec }: ResourceClaimTemplate): object {
  const { labels, annotations } = spec.metadata ?? {};
  return {
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
  };
}
