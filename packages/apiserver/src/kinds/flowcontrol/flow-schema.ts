import { jsonEquals, validateDns1123Label, validateDns1123Subdomain } from '@kubewright/api';
import type {
  FlowSchema,
  FlowSchemaSpec,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  Subject,
} from '@kubewright/api/flowcontrol/v1';
import { child, forbidden, index, invalid, notSupported, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { NONE } from '../shared/cells.js';
import { AGE, column, documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { faults } from '../shared/rules.js';
import { FLOW_SCHEMAS, MANDATORY } from './bootstrap.js';
import { keepMetadata, validateConditions } from './status-rules.js';

/** registry/flowcontrol/flowschema/strategy.go. */
export const flowSchema = behaviour<FlowSchema>({
  group: 'flowcontrol.apiserver.k8s.io',
  kind: 'FlowSchema',
  defaults: (object) => {
    const spec = (object.spec ??= {} as FlowSchemaSpec);
    spec.matchingPrecedence ||= 1000;
  },
  prepareForStatusUpdate: keepMetadata,
  validate: (object) => [...validateSpec(object), ...validateConditions(object)],
  validateStatusUpdate: validateConditions,
  table: {
    columns: [
      NAME,
      documented('PriorityLevel', 'string', 'flowcontrol.v1.PriorityLevelConfigurationReference.name'),
      documented('MatchingPrecedence', 'string', 'flowcontrol.v1.FlowSchemaSpec.matchingPrecedence'),
      documented('DistinguisherMethod', 'string', 'flowcontrol.v1.FlowSchemaSpec.distinguisherMethod'),
      AGE,
      column('MissingPL', 'string', 'references a broken or non-existent PriorityLevelConfiguration'),
    ],
    row: ({ metadata, spec, status }, nowMs) => [
      metadata?.name,
      spec?.priorityLevelConfiguration?.name ?? '',
      spec?.matchingPrecedence ?? 0,
      spec?.distinguisherMethod?.type ?? NONE,
      age(metadata?.creationTimestamp, nowMs),
      status?.conditions?.find(({ type }) => type === 'Dangling')?.status ?? '?',
    ],
  },
});

const METHODS: readonly string[] = ['ByNamespace', 'ByUser'];
const MAX_PRECEDENCE = 10_000;

/** flowcontrol validation, ValidateFlowSchema. */
function validateSpec({ metadata, spec = {} as FlowSchemaSpec }: FlowSchema): FieldError[] {
  const errors: FieldError[] = [];
  const name = metadata?.name ?? '';
  const precedence = spec.matchingPrecedence ?? 0;
  const precedenceFault = (message: string) =>
    errors.push(invalid('spec.matchingPrecedence', precedence, message));
  if (precedence <= 0) precedenceFault('must be a positive value');
  if (precedence > MAX_PRECEDENCE) precedenceFault(`must not be greater than ${MAX_PRECEDENCE}`);
  if (precedence === 1 && name !== 'exempt') {
    precedenceFault("only the schema named 'exempt' may have matchingPrecedence 1");
  }
  const method = spec.distinguisherMethod;
  if (method !== undefined && !METHODS.includes(method.type)) {
    // The real server prints its internal type here.
    errors.push(notSupported('spec.distinguisherMethod.type', { Type: method.type ?? '' }, METHODS));
  }
  const level = spec.priorityLevelConfiguration?.name;
  const levelPath = 'spec.priorityLevelConfiguration.name';
  if (!level) errors.push(required(levelPath, 'must reference a priority level'));
  else faults(errors, levelPath, level, validateDns1123Subdomain(level));
  spec.rules?.forEach((rule, i) => policyRules(errors, index('spec.rules', i), rule));
  if (MANDATORY.includes(name) && !jsonEquals(spec, FLOW_SCHEMAS[name])) {
    errors.push(invalid('spec', spec, `spec of '${name}' must equal the fixed value`));
  }
  return errors;
}

function policyRules(errors: FieldError[], path: string, rule: PolicyRulesWithSubjects): void {
  const { subjects, resourceRules, nonResourceRules } = rule;
  const subjectsPath = child(path, 'subjects');
  if ((subjects?.length ?? 0) === 0)
    errors.push(required(subjectsPath, 'subjects must contain at least one value'));
  subjects?.forEach((subject, i) => subjectRules(errors, index(subjectsPath, i), subject));
  if ((resourceRules?.length ?? 0) === 0 && (nonResourceRules?.length ?? 0) === 0) {
    const message = 'at least one of resourceRules and nonResourceRules has to be non-empty';
    errors.push(required(path, message));
  }
  resourceRules?.forEach((one, i) => resourceRule(errors, index(child(path, 'resourceRules'), i), one));
  nonResourceRules?.forEach((one, i) =>
    nonResourceRule(errors, index(child(path, 'nonResourceRules'), i), one),
  );
}

const SUBJECT_FIELDS = { Group: 'group', ServiceAccount: 'serviceAccount', User: 'user' } as const;
type SubjectKind = keyof typeof SUBJECT_FIELDS;
const SUBJECT_KINDS = Object.keys(SUBJECT_FIELDS) as SubjectKind[];

function subjectRules(errors: FieldError[], path: string, subject: Subject): void {
  const kind = (subject.kind ?? '') as SubjectKind;
  if (!SUBJECT_KINDS.includes(kind)) {
    errors.push(notSupported(child(path, 'kind'), kind, SUBJECT_KINDS));
    return;
  }
  const field = SUBJECT_FIELDS[kind];
  const at = child(path, field);
  const named = subject[field];
  if (named === undefined) errors.push(required(at, `${field} is required when subject kind is '${kind}'`));
  else if (!named.name) errors.push(required(child(at, 'name')));
  if (kind === 'ServiceAccount' && subject.serviceAccount !== undefined)
    accountRules(errors, at, subject.serviceAccount);
  for (const other of SUBJECT_KINDS) {
    const unused = SUBJECT_FIELDS[other];
    if (other === kind || subject[unused] === undefined) continue;
    const message = `${unused} is forbidden when subject kind is not '${other}'`;
    errors.push(forbidden(child(path, unused), message));
  }
}

function accountRules(
  errors: FieldError[],
  path: string,
  { name, namespace }: { name: string; namespace: string },
): void {
  if (name && name !== '*') faults(errors, child(path, 'name'), name, validateDns1123Subdomain(name));
  const at = child(path, 'namespace');
  if (!namespace) errors.push(required(at, 'must specify namespace for service account'));
  else faults(errors, at, namespace, validateDns1123Label(namespace));
}

const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch'];

function verbRules(errors: FieldError[], path: string, given: readonly string[] | null): void {
  const verbs = given ?? [];
  if (verbs.length === 0) errors.push(required(path, 'verbs must contain at least one value'));
  else if (verbs.includes('*')) onlyStar(errors, path, verbs, 'verbs');
  else if (!verbs.every((verb) => VERBS.includes(verb))) errors.push(notSupported(path, verbs, VERBS));
}

function onlyStar(errors: FieldError[], path: string, values: readonly string[], what: string): void {
  if (!values.includes('*') || values.length === 1) return;
  errors.push(invalid(path, values, `if '*' is present, must not specify other ${what}`));
}

function nonResourceRule(errors: FieldError[], path: string, rule: NonResourcePolicyRule): void {
  verbRules(errors, child(path, 'verbs'), rule.verbs);
  const urls = rule.nonResourceURLs ?? [];
  const at = child(path, 'nonResourceURLs');
  if (urls.length === 0) errors.push(required(at, 'nonResourceURLs must contain at least one value'));
  else if (urls.includes('*')) onlyStar(errors, at, urls, 'non-resource URLs');
  else {
    urls.forEach((url, i) => {
      const fault = urlFault(url);
      if (fault !== undefined) errors.push(invalid(index(at, i), url, fault));
    });
  }
}

/** flowcontrol validation, ValidateNonResourceURLPath. */
function urlFault(url: string): string | undefined {
  if (url === '') return 'must not be empty';
  if (url === '/') return undefined;
  if (!url.startsWith('/')) return 'must start with slash';
  if (url.includes(' ')) return 'must not contain white-space';
  if (url.includes('//')) return 'must not contain double slash';
  const star = url.indexOf('*');
  return star < 0 || (star === url.length - 1 && url.endsWith('/*'))
    ? undefined
    : 'wildcard can only do suffix matching';
}

const NAMESPACE_RULE = "each member of this list must be '*' or a DNS-1123 label; ";

function resourceRule(errors: FieldError[], path: string, rule: ResourcePolicyRule): void {
  verbRules(errors, child(path, 'verbs'), rule.verbs);
  for (const [field, one, what] of [
    ['apiGroups', 'api group', 'api groups'],
    ['resources', 'resource', 'resources'],
  ] as const) {
    const values = rule[field] ?? [];
    const at = child(path, field);
    if (values.length === 0) errors.push(required(at, `resource rules must supply at least one ${one}`));
    else onlyStar(errors, at, values, what);
  }
  const namespaces = rule.namespaces ?? [];
  const at = child(path, 'namespaces');
  if (namespaces.length === 0 && rule.clusterScope !== true) {
    const message = 'resource rules that are not cluster scoped must supply at least one namespace';
    errors.push(required(at, message));
  } else if (namespaces.includes('*')) onlyStar(errors, at, namespaces, 'namespaces');
  else {
    namespaces.forEach((namespace, i) => {
      const messages = validateDns1123Label(namespace).map((message) => NAMESPACE_RULE + message);
      faults(errors, index(at, i), namespace, messages);
    });
  }
}
