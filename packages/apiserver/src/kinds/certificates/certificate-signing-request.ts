import type {
  CertificateSigningRequest,
  CertificateSigningRequestSpec,
} from '@kubewright/api/certificates/v1';
import { invalid, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import type { BehaviourContext } from '../behaviour.js';
import { behaviour } from '../behaviour.js';
import { NONE } from '../shared/cells.js';
import { AGE, column, documented, NAME } from '../shared/columns.js';
import { age, humanDuration } from '../shared/duration.js';

const MIN_EXPIRATION_SECONDS = 600;

// The columns have the words of v1beta1.
const SIGNER_NAME = [
  'Requested signer for the request. It is a qualified name in the form: `scope-hostname.io/name`. If empty, it will be defaulted:',
  " 1. If it's a kubelet client certificate, it is assigned",
  '    "kubernetes.io/kube-apiserver-client-kubelet".',
  " 2. If it's a kubelet serving certificate, it is assigned",
  '    "kubernetes.io/kubelet-serving".',
  ' 3. Otherwise, it is assigned "kubernetes.io/legacy-unknown".',
  'Distribution of trust for signers happens out of band. You can select on this field using `spec.signerName`.',
].join('\n');

/** registry/certificates/certificates/strategy.go. Who asks is written into the request. */
export const certificateSigningRequest = behaviour<CertificateSigningRequest>({
  group: 'certificates.k8s.io',
  kind: 'CertificateSigningRequest',
  nameRule: 'pathSegment',
  hasGeneration: false,
  prepareForCreate: (object, context) => {
    const { username: _username, groups: _groups, uid: _uid, extra: _extra, ...asked } = object.spec;
    object.spec = { ...asked, ...requestor(context.user) };
    object.status = {};
  },
  prepareForUpdate: (object, old) => {
    object.spec = old.spec;
  },
  validate: ({ spec }) => {
    const errors: FieldError[] = [];
    if ((spec.usages?.length ?? 0) === 0) errors.push(required('spec.usages'));
    const seconds = spec.expirationSeconds;
    if (seconds !== undefined && seconds < MIN_EXPIRATION_SECONDS) {
      errors.push(
        invalid(
          'spec.expirationSeconds',
          seconds,
          'may not specify a duration less than 600 seconds (10 minutes)',
        ),
      );
    }
    if (!spec.signerName) errors.push(required('spec.signerName'));
    return errors;
  },
  selectableFields: { 'spec.signerName': ({ spec }) => spec.signerName },
  table: {
    columns: [
      NAME,
      AGE,
      column('SignerName', 'string', SIGNER_NAME),
      column('Requestor', 'string', 'Base64-encoded PKCS#10 CSR data'),
      documented(
        'RequestedDuration',
        'string',
        'certificates.v1.CertificateSigningRequestSpec.expirationSeconds',
      ),
      column('Condition', 'string', 'Conditions applied to the request, such as approval or denial.'),
    ],
    row: (object, nowMs) => [
      object.metadata?.name,
      age(object.metadata?.creationTimestamp, nowMs),
      ...specCells(object.spec),
      conditionCell(object),
    ],
  },
});

// A bookmark is about an object without a spec.
function specCells(spec?: CertificateSigningRequestSpec): unknown[] {
  const seconds = spec?.expirationSeconds;
  return [
    spec?.signerName || NONE,
    spec?.username ?? '',
    seconds === undefined ? NONE : humanDuration(seconds * 1000),
  ];
}

/** Who asks, whatever the request says of that. */
function requestor({
  name,
  groups,
  uid = '',
  extra = {},
}: BehaviourContext['user']): Partial<CertificateSigningRequest['spec']> {
  return {
    username: name,
    ...(uid === '' ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups: [...groups] }),
    ...(Object.keys(extra).length === 0
      ? {}
      : { extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]])) }),
  };
}

function conditionCell({ status }: CertificateSigningRequest): string {
  const has = (type: string) => status?.conditions?.some((condition) => condition.type === type) === true;
  const words = [has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending'];
  if (has('Failed')) words.push('Failed');
  if (status?.certificate) words.push('Issued');
  return words.join(',');
}
