import type { ConfigMap } from '@kubewright/api/core/v1';
import { invalid, key, tooLong } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { AGE, documented, NAME } from '../shared/columns.js';
import { base64Bytes } from '../shared/data-size.js';
import { age } from '../shared/duration.js';
import { immutableData } from '../shared/immutable.js';
import { configKey } from '../shared/rules.js';

const MAX_BYTES = 1024 * 1024;

/** registry/core/configmap/strategy.go. */
export const configMap = behaviour<ConfigMap>({
  group: '',
  kind: 'ConfigMap',
  hasGeneration: false,
  validate: validateConfigMap,
  validateUpdate: (object, old) => {
    const errors: FieldError[] = [];
    immutableData(errors, object, old, ['data', 'binaryData']);
    return errors;
  },
  table: {
    columns: [NAME, documented('Data', 'string', 'core.v1.ConfigMap.data'), AGE],
    row: ({ metadata, data, binaryData }, nowMs) => [
      metadata?.name,
      Object.keys(data ?? {}).length + Object.keys(binaryData ?? {}).length,
      age(metadata?.creationTimestamp, nowMs),
    ],
  },
});

/** core validation, ValidateConfigMap. */
function validateConfigMap({ data, binaryData }: ConfigMap): FieldError[] {
  const errors: FieldError[] = [];
  let bytes = 0;
  for (const name in data) {
    const at = key('data', name);
    configKey(errors, at, name);
    if (binaryData?.[name] !== undefined)
      errors.push(invalid(at, name, 'duplicate of key present in binaryData'));
    bytes += Buffer.byteLength(data[name] as string);
  }
  for (const name in binaryData) {
    configKey(errors, key('binaryData', name), name);
    bytes += base64Bytes(binaryData[name] as string);
  }
  if (bytes > MAX_BYTES) errors.push(tooLong('', MAX_BYTES));
  return errors;
}
