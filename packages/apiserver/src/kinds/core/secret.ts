import type { Secret } from '@kubewright/api/core/v1';
import { invalid, key, required, tooLong } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { AGE, documented, NAME } from '../shared/columns.js';
import { base64Bytes } from '../shared/data-size.js';
import { age } from '../shared/duration.js';
import { immutable, immutableData } from '../shared/immutable.js';
import { configKey } from '../shared/rules.js';

const MAX_BYTES = 1024 * 1024;

/** registry/core/secret/strategy.go; `stringData` is merged as apis/core/v1/conversion.go does. */
export const secret = behaviour<Secret>({
  group: '',
  kind: 'Secret',
  hasGeneration: false,
  defaults: (object) => {
    mergeStringData(object);
    object.type ??= 'Opaque';
  },
  validate: validateSecret,
  validateUpdate: (object, old) => {
    const errors: FieldError[] = [];
    immutable(errors, 'type', object.type, old.type);
    immutableData(errors, object, old, ['data']);
    return errors;
  },
  selectableFields: { type: ({ type }) => type ?? '' },
  table: {
    columns: [
      NAME,
      documented('Type', 'string', 'core.v1.Secret.type'),
      documented('Data', 'string', 'core.v1.Secret.data'),
      AGE,
    ],
    row: ({ metadata, type, data }, nowMs) => [
      metadata?.name,
      type ?? '',
      Object.keys(data ?? {}).length,
      age(metadata?.creationTimestamp, nowMs),
    ],
  },
});

/** `stringData` can only be written: its values go to `data`, in place of what is there under the same keys. */
function mergeStringData(object: Secret): void {
  const { stringData } = object;
  if (stringData === undefined) return;
  const data = (object.data ??= {});
  for (const name in stringData) data[name] = Buffer.from(stringData[name] as string).toString('base64');
  delete object.stringData;
}

const ACCOUNT = 'kubernetes.io/service-account.name';

/** core validation, ValidateSecret. */
function validateSecret(object: Secret): FieldError[] {
  const errors: FieldError[] = [];
  const { data = {}, type = '' } = object;
  let bytes = 0;
  for (const name in data) {
    configKey(errors, key('data', name), name);
    bytes += base64Bytes(data[name] as string);
  }
  if (bytes > MAX_BYTES) errors.push(tooLong('data', MAX_BYTES));
  if (type === 'kubernetes.io/service-account-token') {
    if (!object.metadata?.annotations?.[ACCOUNT]) errors.push(required(key('metadata.annotations', ACCOUNT)));
  } else {
    TYPE_RULES[type]?.(errors, data);
  }
  return errors;
}

type TypeRule = (errors: FieldError[], data: Readonly<Record<string, string>>) => void;

const TYPE_RULES: Readonly<Record<string, TypeRule>> = {
  'kubernetes.io/dockercfg': (errors, data) => jsonObject(errors, data, '.dockercfg'),
  'kubernetes.io/dockerconfigjson': (errors, data) => jsonObject(errors, data, '.dockerconfigjson'),
  'kubernetes.io/basic-auth': (errors, data) => {
    if (data['username'] !== undefined || data['password'] !== undefined) return;
    requireKeys(errors, data, ['username', 'password']);
  },
  'kubernetes.io/ssh-auth': (errors, data) => {
    if (!data['ssh-privatekey']) errors.push(required(key('data', 'ssh-privatekey')));
  },
  'kubernetes.io/tls': (errors, data) => requireKeys(errors, data, ['tls.crt', 'tls.key']),
};

function requireKeys(
  errors: FieldError[],
  data: Readonly<Record<string, string>>,
  names: readonly string[],
): void {
  for (const name of names) if (data[name] === undefined) errors.push(required(key('data', name)));
}

function jsonObject(errors: FieldError[], data: Readonly<Record<string, string>>, name: string): void {
  const at = key('data', name);
  const value = data[name];
  if (value === undefined) {
    errors.push(required(at));
    return;
  }
  const fault = jsonObjectFault(Buffer.from(value, 'base64').toString());
  if (fault !== undefined) errors.push(invalid(at, '<secret contents redacted>', fault));
}

function jsonObjectFault(text: string): string | undefined {
  if (text === '') return 'unexpected end of JSON input';
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && !Array.isArray(value)) return undefined;
    const kind = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
    return `json: cannot unmarshal ${kind} into Go value of type map[string]interface {}`;
  } catch {
    return `invalid character ${JSON.stringify(text.trimStart().charAt(0)).replaceAll('"', "'")} looking for beginning of value`;
  }
}
