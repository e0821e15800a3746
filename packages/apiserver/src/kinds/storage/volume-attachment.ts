import { validateDns1123Subdomain } from '@kubewright/api';
import type { VolumeAttachment, VolumeAttachmentSource, VolumeError } from '@kubewright/api/storage/v1';
import { child, forbidden, invalid, required, tooLong } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { AGE, documented, NAME } from '../shared/columns.js';
import { driverName } from '../shared/driver-name.js';
import { age } from '../shared/duration.js';
import { goStruct } from '../shared/go-struct.js';
import { IMMUTABLE_MESSAGE, sameValue } from '../shared/immutable.js';
import { metadataStays } from '../shared/metadata-stays.js';
import { MAX_INT32, rangeMessage } from '../shared/numbers.js';
import { faults } from '../shared/rules.js';
import { inlineVolumeSpec } from '../shared/volume-spec.js';

const MAX_METADATA_BYTES = 256 * 1024;
const MAX_MESSAGE_LENGTH = 1024;

/** registry/storage/volumeattachment/strategy.go. */
export const volumeAttachment = behaviour<VolumeAttachment>({
  group: 'storage.k8s.io',
  kind: 'VolumeAttachment',
  hasGeneration: false,
  prepareForCreate: (object) => {
    object.status = { attached: false };
  },
  prepareForStatusUpdate: metadataStays,
  validate,
  validateUpdate: (object, old) => {
    const errors: FieldError[] = [];
    if (!sameValue(object.spec, old.spec)) {
      errors.push(invalid('spec', goStruct(object.spec, SPEC), IMMUTABLE_MESSAGE));
    }
    return errors;
  },
  validateStatusUpdate: (object) => validate(object),
  table: {
    columns: [
      NAME,
      documented('Attacher', 'string', 'storage.v1.VolumeAttachmentSpec.attacher', { format: 'name' }),
      documented('PV', 'string', 'storage.v1.VolumeAttachmentSource.persistentVolumeName'),
      documented('Node', 'string', 'storage.v1.VolumeAttachmentSpec.nodeName'),
      documented('Attached', 'boolean', 'storage.v1.VolumeAttachmentStatus.attached'),
      AGE,
    ],
    row: ({ metadata, spec = NO_SPEC, status }, nowMs) => [
      metadata?.name,
      spec.attacher,
      spec.source.persistentVolumeName ?? '',
      spec.nodeName,
      status?.attached ?? false,
      age(metadata?.creationTimestamp, nowMs),
    ],
  },
});

const NO_SPEC: VolumeAttachment['spec'] = { attacher: '', nodeName: '', source: {} };

// As the real server prints its internal type.
const SPEC = {
  attacher: '',
  source: { persistentVolumeName: null, inlineVolumeSpec: null },
  nodeName: '',
};

/** storage validation, ValidateVolumeAttachment. */
function validate({ spec, status }: VolumeAttachment): FieldError[] {
  const errors: FieldError[] = [];
  driverName(errors, 'spec.attacher', spec?.attacher);
  sourceRules(errors, 'spec.source', spec?.source ?? {});
  const nodeName = spec?.nodeName ?? '';
  faults(errors, 'spec.nodeName', nodeName, validateDns1123Subdomain(nodeName));
  const metadata = status?.attachmentMetadata;
  if (metadata !== undefined && bytesOf(metadata) > MAX_METADATA_BYTES) {
    errors.push(tooLong('status.attachmentMetadata', MAX_METADATA_BYTES));
  }
  errorRules(errors, 'status.attachError', status?.attachError);
  errorRules(errors, 'status.detachError', status?.detachError);
  return errors;
}

const bytesOf = (map: Readonly<Record<string, string>>): number =>
  Object.entries(map).reduce((sum, pair) => sum + Buffer.byteLength(pair.join('')), 0);

function sourceRules(errors: FieldError[], path: string, source: VolumeAttachmentSource): void {
  const { inlineVolumeSpec: inline, persistentVolumeName: name } = source;
  const message = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
  if (inline === undefined && name === undefined) errors.push(required(path, message));
  else if (inline !== undefined && name !== undefined) errors.push(forbidden(path, message));
  else if (inline !== undefined) inlineVolumeSpec(errors, child(path, 'inlineVolumeSpec'), inline);
  if (name === undefined) return;
  const at = child(path, 'persistentVolumeName');
  if (name === '' && inline === undefined)
    errors.push(required(at, 'must specify non empty persistentVolumeName'));
  faults(errors, at, name, validateDns1123Subdomain(name));
}

function errorRules(errors: FieldError[], path: string, error: VolumeError | undefined): void {
  if (error === undefined) return;
  if (Buffer.byteLength(error.message ?? '') > MAX_MESSAGE_LENGTH) {
    // The real server names the limit of another field.
    errors.push(tooLong(child(path, 'message'), MAX_METADATA_BYTES));
  }
  const code = error.errorCode;
  if (code !== undefined && code < 0)
    errors.push(invalid(child(path, 'errorCode'), code, rangeMessage(0, MAX_INT32)));
}
