import type {
  AuditAnnotation,
  ParamKind,
  TypeChecking,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicySpec,
  Validation,
} from '@kubewright/api/admissionregistration/v1';
import { child, duplicate, index, invalid, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { UNSET } from '../shared/cells.js';
import { AGE, column, NAME } from '../shared/columns.js';
import { validConditions } from '../shared/conditions.js';
import { age } from '../shared/duration.js';
import { metadataStays } from '../shared/metadata-stays.js';
import { optionalOneOf, qualifiedName } from '../shared/rules.js';
import { matchConditionRules } from './match-conditions.js';
import { defaultMatchResources, matchConstraintRules } from './match-resources.js';
import { paramKindRules, variableRules } from './policy-parameters.js';

/** registry/admissionregistration/validatingadmissionpolicy/strategy.go. */
export const validatingAdmissionPolicy = behaviour<ValidatingAdmissionPolicy>({
  group: 'admissionregistration.k8s.io',
  kind: 'ValidatingAdmissionPolicy',
  defaults: (object) => {
    const spec = (object.spec ??= {});
    spec.failurePolicy ??= 'Fail';
    defaultMatchResources(spec.matchConstraints);
  },
  prepareForStatusUpdate: metadataStays,
  validate: ({ metadata, spec }) => validateSpec(metadata?.name ?? '', spec ?? {}),
  validateStatusUpdate: ({ status }) => {
    const errors: FieldError[] = [];
    typeCheckingRules(errors, 'status.typeChecking.expressionWarnings', status?.typeChecking);
    validConditions(errors, 'status.conditions', status?.conditions);
    return errors;
  },
  table: {
    columns: [
      NAME,
      column(
        'Validations',
        'integer',
        'Validations indicates the number of validation rules defined in this configuration',
      ),
      column(
        'ParamKind',
        'string',
        'ParamKind specifies the kind of resources used to parameterize this policy',
      ),
      AGE,
    ],
    row: ({ metadata, spec }, nowMs) => [
      metadata?.name,
      spec?.validations?.length ?? 0,
      paramKindCell(spec?.paramKind),
      age(metadata?.creationTimestamp, nowMs),
    ],
  },
});

export const paramKindCell = (kind: ParamKind | undefined): string =>
  kind === undefined ? UNSET : `${kind.apiVersion ?? ''}/${kind.kind ?? ''}`;

const MAX_AUDIT_ANNOTATIONS = 20;

/** admissionregistration validation, validateValidatingAdmissionPolicySpec. */
function validateSpec(name: string, spec: ValidatingAdmissionPolicySpec): FieldError[] {
  const errors: FieldError[] = [];
  optionalOneOf(errors, 'spec.failurePolicy', spec.failurePolicy, ['Fail', 'Ignore']);
  if (spec.paramKind !== undefined) paramKindRules(errors, 'spec.paramKind', spec.paramKind);
  matchConstraintRules(errors, 'spec.matchConstraints', spec.matchConstraints);
  matchConditionRules(errors, 'spec.matchConditions', spec.matchConditions);
  variableRules(errors, 'spec.variables', spec.variables);
  const annotations = spec.auditAnnotations ?? [];
  const validations = spec.validations ?? [];
  if (validations.length === 0 && annotations.length === 0) {
    const message = 'validations or auditAnnotations must contain at least one item';
    errors.push(required('spec.validations', message), required('spec.auditAnnotations', message));
    return errors;
  }
  validations.forEach((one, i) => validationRules(errors, index('spec.validations', i), one));
  if (annotations.length > MAX_AUDIT_ANNOTATIONS) {
    const message = `must not have more than ${MAX_AUDIT_ANNOTATIONS} auditAnnotations`;
    const shown = annotations.map(({ key, valueExpression }) => ({
      Key: key,
      ValueExpression: valueExpression,
    }));
    errors.push(invalid('spec.auditAnnotations', shown, message));
  }
  annotations.forEach((one, i) => {
    const at = index('spec.auditAnnotations', i);
    annotationRules(errors, at, name, one);
    if (annotations.findIndex(({ key }) => key === one.key) < i)
      errors.push(duplicate(child(at, 'key'), one.key));
  });
  return errors;
}

const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];

function validationRules(errors: FieldError[], path: string, validation: Validation): void {
  const { expression = '', message = '', messageExpression = '', reason } = validation;
  if (expression.trim() === '')
    errors.push(required(child(path, 'expression'), 'expression is not specified'));
  const empty = 'must be non-empty if specified';
  if (messageExpression !== '' && messageExpression.trim() === '')
    errors.push(invalid(child(path, 'messageExpression'), messageExpression, empty));
  const at = child(path, 'message');
  if (message !== '' && message.trim() === '') errors.push(invalid(at, message, empty));
  else if (/[\n\r]/.test(message.trim())) errors.push(invalid(at, message, 'must not contain line breaks'));
  optionalOneOf(errors, child(path, 'reason'), reason, REASONS);
}

const MAX_VALUE_EXPRESSION_BYTES = 5 * 1024;

function annotationRules(
  errors: FieldError[],
  path: string,
  policy: string,
  { key, valueExpression = '' }: AuditAnnotation,
): void {
  qualifiedName(errors, child(path, 'key'), `${policy}/${key ?? ''}`);
  const at = child(path, 'valueExpression');
  const trimmed = valueExpression.trim();
  if (trimmed === '') errors.push(required(at, 'valueExpression is not specified'));
  else if (Buffer.byteLength(trimmed) > MAX_VALUE_EXPRESSION_BYTES)
    errors.push(required(at, `must not exceed ${MAX_VALUE_EXPRESSION_BYTES} bytes in length`));
}

function typeCheckingRules(errors: FieldError[], path: string, checking: TypeChecking | undefined): void {
  checking?.expressionWarnings?.forEach(({ warning, fieldRef }, i) => {
    const at = index(path, i);
    if (!warning) errors.push(required(child(at, 'warning')));
    if (!fieldRef?.trim()) errors.push(required(child(at, 'fieldRef')));
  });
}
