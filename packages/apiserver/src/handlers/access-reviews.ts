import type {
  LocalSubjectAccessReview,
  ResourceAttributes,
  SelfSubjectAccessReview,
  SubjectAccessReview,
  SubjectAccessReviewStatus,
} from '@kubewright/api/authorization/v1';
import { orderedMeta } from '../bytes/stored-object.js';
import { child, index, invalid, required } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import { badRequestError, invalidError } from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { selectorValues, validRequirement } from '../kinds/shared/labels.js';
import type { AuthorizationAttributes } from '../pipeline/authorize.js';
import type { UserInfo } from '../pipeline/server-request.js';
import type { ResourceCall } from './resource-call.js';
import { review } from './reviews.js';
import { selectorErrors } from './review-selectors.js';

// May somebody do something? (pkg/registry/authorization, pkg/apis/authorization/validation)

type AnySpec = SubjectAccessReview['spec'];

/** May I: `kubectl auth can-i`. */
export const selfSubjectAccessReview = review(async (call, question) => {
  const { spec } = question as ApiObject & SelfSubjectAccessReview;
  refuse([...specErrors(spec), ...metadataErrors(question, 'must be empty')]);
  return { status: await accessStatus(call, call.user, spec) };
});

/** May somebody. */
export const subjectAccessReview = review(async (call, question) => {
  const { spec } = question as ApiObject & SubjectAccessReview;
  refuse([...specErrors(spec), ...subjectErrors(spec), ...metadataErrors(question, 'must be empty')]);
  return { status: await accessStatus(call, subjectOf(spec), spec) };
});

/** May somebody, in this namespace. */
export const localSubjectAccessReview = review(async (call, question) => {
  const { spec } = question as ApiObject & LocalSubjectAccessReview;
  const { namespace } = call.info;
  const errors = [
    ...specErrors(spec),
    ...subjectErrors(spec),
    ...metadataErrors(question, 'must be empty except for namespace'),
  ];
  const { resourceAttributes, nonResourceAttributes } = spec;
  if (resourceAttributes !== undefined && (resourceAttributes.namespace ?? '') !== namespace) {
    const field = 'spec.resourceAttributes.namespace';
    errors.push(invalid(field, resourceAttributes.namespace ?? '', 'must match metadata.namespace'));
  }
  if (nonResourceAttributes !== undefined) {
    const field = 'spec.nonResourceAttributes';
    errors.push(invalid(field, goPath(nonResourceAttributes), 'disallowed on this kind of request'));
  }
  refuse(errors);
  if (namespace === '') throw badRequestError('namespace is required on this type: ');
  return { status: await accessStatus(call, subjectOf(spec), spec) };
});

const subjectOf = ({ user = '', groups = [], uid, extra }: AnySpec): UserInfo => ({
  name: user,
  groups,
  ...(uid === undefined ? {} : { uid }),
  ...(extra === undefined ? {} : { extra }),
});

async function accessStatus(
  { server }: ResourceCall,
  user: UserInfo,
  spec: AnySpec,
): Promise<SubjectAccessReviewStatus> {
  const { allowed, reason } = await server.authorizer.authorize(attributesOf(user, spec));
  const evaluationError = selectorErrors(spec.resourceAttributes).join('; ');
  return {
    allowed,
    ...(reason === undefined || reason === '' ? {} : { reason }),
    ...(evaluationError === '' ? {} : { evaluationError }),
  };
}

function attributesOf(
  user: UserInfo,
  { resourceAttributes, nonResourceAttributes }: AnySpec,
): AuthorizationAttributes {
  const {
    verb = '',
    group = '',
    version = '',
    resource = '',
    subresource = '',
    namespace = '',
    name = '',
  } = resourceAttributes ?? { verb: nonResourceAttributes?.verb };
  const isResource = resourceAttributes !== undefined;
  return {
    user,
    verb,
    isResource,
    group,
    version: isResource && version === '' ? '*' : version,
    resource,
    subresource,
    namespace,
    name,
    path: nonResourceAttributes?.path ?? '',
  };
}

/** The kind of a review is not known any more when it is validated: the message begins with a dot. */
function refuse(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalidError({ group: 'authorization.k8s.io', resource: '' }, '', errors);
}

/** As the internal type of the real server is written. */
const goPath = ({ path = '', verb = '' }: { path?: string; verb?: string }): object => ({
  Path: path,
  Verb: verb,
});

function specErrors({ resourceAttributes, nonResourceAttributes }: AnySpec): FieldError[] {
  if (resourceAttributes === undefined) {
    if (nonResourceAttributes !== undefined) return [];
    const message = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
    return [invalid('spec.resourceAttributes', undefined, message)];
  }
  const errors: FieldError[] = [];
  if (nonResourceAttributes !== undefined) {
    const message = 'cannot be specified in combination with resourceAttributes';
    errors.push(invalid('spec.nonResourceAttributes', goPath(nonResourceAttributes), message));
  }
  return [...errors, ...selectorRules(resourceAttributes)];
}

function subjectErrors({ user = '', groups = [] }: AnySpec): FieldError[] {
  if (user !== '' || groups.length > 0) return [];
  return [invalid('spec.user', user, 'at least one of user or group must be specified')];
}

function metadataErrors({ metadata }: ApiObject, message: string): FieldError[] {
  const { namespace: _namespace, managedFields: _managedFields, ...rest } = orderedMeta(metadata);
  if (Object.keys(rest).length === 0) return [];
  return [invalid('metadata', orderedMeta(metadata), message)];
}

function selectorRules({ fieldSelector, labelSelector }: ResourceAttributes): FieldError[] {
  const errors: FieldError[] = [];
  const anyOperator = true;
  selectorRule(errors, 'spec.resourceAttributes.fieldSelector', fieldSelector, (path, requirement) => {
    if (requirement.key === '') errors.push(required(child(path, 'key'), 'must be specified'));
    selectorValues(errors, path, requirement, { anyOperator });
  });
  selectorRule(errors, 'spec.resourceAttributes.labelSelector', labelSelector, (path, requirement) =>
    validRequirement(errors, path, requirement, { anyOperator }),
  );
  return errors;
}

interface Requirement {
  key: string;
  operator: string;
  values?: string[];
}

function selectorRule(
  errors: FieldError[],
  path: string,
  selector: { rawSelector?: string; requirements?: Requirement[] } | undefined,
  requirementRule: (path: string, requirement: Requirement) => void,
): void {
  if (selector === undefined) return;
  const { rawSelector = '', requirements = [] } = selector;
  const at = child(path, 'requirements');
  if (rawSelector !== '' && requirements.length > 0) {
    const message = 'may not specified at the same time as requirements';
    errors.push(invalid(child(path, 'rawSelector'), rawSelector, message));
  }
  if (rawSelector === '' && requirements.length === 0) {
    errors.push(required(at, `when ${path} is specified, requirements or rawSelector is required`));
  }
  requirements.forEach((requirement, i) => requirementRule(index(at, i), requirement));
}
