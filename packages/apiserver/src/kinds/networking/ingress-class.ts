import { validateDns1123Label } from '@kubewright/api';
import type { IngressClass, IngressClassParametersReference } from '@kubewright/api/networking/v1';
import { forbidden, notSupported, required, tooLong } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { NONE } from '../shared/cells.js';
import { AGE, column, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { immutable } from '../shared/immutable.js';
import { domainPrefixedPath, faults } from '../shared/rules.js';
import { referenceRules } from './ingress-spec.js';

const DEFAULT_ANNOTATION = 'ingressclass.kubernetes.io/is-default-class';

/** registry/networking/ingressclass/strategy.go. */
export const ingressClass = behaviour<IngressClass>({
  group: 'networking.k8s.io',
  kind: 'IngressClass',
  hasStatus: false,
  hasGeneration: true,
  defaults: ({ spec }) => {
    if (spec?.parameters !== undefined) spec.parameters.scope ??= 'Cluster';
  },
  validate: validateIngressClass,
  validateUpdate: (object, old) => {
    const errors: FieldError[] = [];
    immutable(errors, 'spec.controller', object.spec?.controller, old.spec?.controller);
    return errors;
  },
  table: {
    columns: [
      NAME,
      column('Controller', 'string', 'Controller that is responsible for handling this class'),
      column('Parameters', 'string', 'A reference to a resource with additional parameters'),
      AGE,
    ],
    row: ({ metadata, spec }, nowMs) => [
      metadata?.annotations?.[DEFAULT_ANNOTATION] === 'true' ? `${metadata.name} (default)` : metadata?.name,
      spec?.controller ?? '',
      parametersCell(spec?.parameters),
      age(metadata?.creationTimestamp, nowMs),
    ],
  },
});

function parametersCell(parameters: IngressClassParametersReference | undefined): string {
  if (parameters === undefined) return NONE;
  const { kind, apiGroup, name } = parameters;
  return `${kind}${apiGroup === undefined ? '' : `.${apiGroup}`}/${name}`;
}

const MAX_CONTROLLER_LENGTH = 250;

/** networking validation, ValidateIngressClass. */
function validateIngressClass({ spec }: IngressClass): FieldError[] {
  const errors: FieldError[] = [];
  const controller = spec?.controller ?? '';
  const path = 'spec.controller';
  if (controller.length > MAX_CONTROLLER_LENGTH) errors.push(tooLong(path, MAX_CONTROLLER_LENGTH));
  domainPrefixedPath(errors, path, controller);
  if (spec?.parameters !== undefined) parameterRules(errors, 'spec.parameters', spec.parameters);
  return errors;
}

function parameterRules(
  errors: FieldError[],
  path: string,
  parameters: IngressClassParametersReference,
): void {
  referenceRules(errors, path, parameters);
  const { scope, namespace } = parameters;
  const at = `${path}.namespace`;
  if (scope === 'Namespace') {
    if (namespace === undefined) errors.push(required(at, "`parameters.scope` is set to 'Namespace'"));
    else faults(errors, at, namespace, validateDns1123Label(namespace));
  } else if (scope === 'Cluster') {
    if (namespace !== undefined) errors.push(forbidden(at, "`parameters.scope` is set to 'Cluster'"));
  } else if (scope !== undefined) {
    errors.push(notSupported(`${path}.scope`, scope, ['Cluster', 'Namespace']));
  }
}
