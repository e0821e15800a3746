import { jsonEquals } from '@kubewright/api';
import type {
  LimitedPriorityLevelConfiguration,
  LimitResponse,
  PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
  QueuingConfiguration,
} from '@kubewright/api/flowcontrol/v1';
import { child, forbidden, invalid, notSupported, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { NONE } from '../shared/cells.js';
import { AGE, documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { rangeMessage } from '../shared/numbers.js';
import { MANDATORY, PRIORITY_LEVELS } from './bootstrap.js';
import { keepMetadata, validateConditions } from './status-rules.js';

/** registry/flowcontrol/prioritylevelconfiguration/strategy.go. */
export const priorityLevelConfiguration = behaviour<PriorityLevelConfiguration>({
  group: 'flowcontrol.apiserver.k8s.io',
  kind: 'PriorityLevelConfiguration',
  defaults: ({ spec }) => {
    if (spec?.exempt !== undefined) {
      spec.exempt.nominalConcurrencyShares ??= 0;
      spec.exempt.lendablePercent ??= 0;
    }
    if (spec?.limited === undefined) return;
    const { limited } = spec;
    limited.nominalConcurrencyShares ??= 30;
    limited.lendablePercent ??= 0;
    const queuing = limited.limitResponse?.queuing;
    if (queuing === undefined) return;
    queuing.queues ||= 64;
    queuing.handSize ||= 8;
    queuing.queueLengthLimit ||= 50;
  },
  prepareForStatusUpdate: keepMetadata,
  validate: (object) => [...validateLevel(object), ...validateConditions(object)],
  validateStatusUpdate: validateConditions,
  table: {
    columns: [
      NAME,
      documented('Type', 'string', 'flowcontrol.v1.PriorityLevelConfigurationSpec.type'),
      documented(
        'NominalConcurrencyShares',
        'string',
        'flowcontrol.v1.LimitedPriorityLevelConfiguration.nominalConcurrencyShares',
      ),
      documented('Queues', 'string', 'flowcontrol.v1.QueuingConfiguration.queues'),
      documented('HandSize', 'string', 'flowcontrol.v1.QueuingConfiguration.handSize'),
      documented('QueueLengthLimit', 'string', 'flowcontrol.v1.QueuingConfiguration.queueLengthLimit'),
      AGE,
    ],
    row: ({ metadata, spec }, nowMs) => {
      const queuing = spec?.limited?.limitResponse?.queuing;
      return [
        metadata?.name,
        spec?.type ?? '',
        spec?.limited === undefined ? NONE : (spec.limited.nominalConcurrencyShares ?? 0),
        queuing?.queues ?? NONE,
        queuing?.handSize ?? NONE,
        queuing?.queueLengthLimit ?? NONE,
        age(metadata?.creationTimestamp, nowMs),
      ];
    },
  },
});

const ROUND_TRIP_ANNOTATION = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares';

/** flowcontrol validation, ValidatePriorityLevelConfiguration. */
function validateLevel({
  metadata,
  spec = {} as PriorityLevelConfigurationSpec,
}: PriorityLevelConfiguration): FieldError[] {
  const errors: FieldError[] = [];
  const name = metadata?.name ?? '';
  if (metadata?.annotations?.[ROUND_TRIP_ANNOTATION] !== undefined) {
    const message = `annotation '${ROUND_TRIP_ANNOTATION}' is forbidden`;
    errors.push(forbidden('metadata.annotations', message));
  }
  typeRules(errors, name, spec);
  if (!MANDATORY.includes(name)) return errors;
  const fixed = PRIORITY_LEVELS[name];
  const isExempt = name === 'exempt';
  const have = isExempt ? { ...spec, exempt: fixed?.exempt } : spec;
  if (!jsonEquals(have, fixed)) {
    const except = isExempt ? " except the 'spec.exempt' field" : '';
    errors.push(invalid('spec', spec, `spec of '${name}'${except} must equal the fixed value`));
  }
  return errors;
}

function typeRules(errors: FieldError[], name: string, spec: PriorityLevelConfigurationSpec): void {
  const { exempt, limited } = spec;
  const type: string = spec.type ?? '';
  if ((name === 'exempt') !== (type === 'Exempt')) {
    errors.push(invalid('spec.type', type, "must be 'Exempt' if and only if `name` is 'exempt'"));
  }
  if (type === 'Exempt') {
    if (limited !== undefined)
      errors.push(forbidden('spec.limited', 'must be nil if the type is not Limited'));
    if (exempt === undefined) return;
    shares(errors, 'spec.exempt', exempt);
  } else if (type === 'Limited') {
    if (exempt !== undefined) errors.push(forbidden('spec.exempt', 'must be nil if the type is Limited'));
    if (limited === undefined)
      errors.push(required('spec.limited', 'must not be empty when type is Limited'));
    else limitedRules(errors, 'spec.limited', limited);
  } else {
    errors.push(notSupported('spec.type', type, ['Exempt', 'Limited']));
  }
}

function shares(
  errors: FieldError[],
  path: string,
  {
    nominalConcurrencyShares,
    lendablePercent,
  }: { nominalConcurrencyShares?: number; lendablePercent?: number },
): void {
  if (nominalConcurrencyShares !== undefined && nominalConcurrencyShares < 0) {
    const message = 'must be a non-negative integer';
    errors.push(invalid(child(path, 'nominalConcurrencyShares'), nominalConcurrencyShares, message));
  }
  if (lendablePercent !== undefined && (lendablePercent < 0 || lendablePercent > 100)) {
    errors.push(invalid(child(path, 'lendablePercent'), lendablePercent, rangeMessage(0, 100)));
  }
}

function limitedRules(errors: FieldError[], path: string, limited: LimitedPriorityLevelConfiguration): void {
  shares(errors, path, limited);
  responseRules(errors, child(path, 'limitResponse'), limited.limitResponse);
  const borrowing = limited.borrowingLimitPercent;
  if (borrowing !== undefined && borrowing < 0) {
    const message = 'if specified, must be a non-negative integer';
    errors.push(invalid(child(path, 'borrowingLimitPercent'), borrowing, message));
  }
}

function responseRules(errors: FieldError[], path: string, response: LimitResponse | undefined): void {
  const type: string = response?.type ?? '';
  const queuing = response?.queuing;
  const at = child(path, 'queuing');
  if (type === 'Reject') {
    if (queuing !== undefined)
      errors.push(forbidden(at, 'must be nil if limited.limitResponse.type is not Limited'));
  } else if (type === 'Queue') {
    if (queuing === undefined)
      errors.push(required(at, 'must not be empty if limited.limitResponse.type is Limited'));
    else queuingRules(errors, at, queuing);
  } else {
    errors.push(notSupported(child(path, 'type'), type, ['Queue', 'Reject']));
  }
}

const MAX_QUEUES = 10_000_000;
// Of apiserver `pkg/util/shufflesharding`.
const MAX_HASH_BITS = 60;

function queuingRules(errors: FieldError[], path: string, queuing: QueuingConfiguration): void {
  const { queues = 0, handSize = 0, queueLengthLimit = 0 } = queuing;
  if (queueLengthLimit <= 0)
    errors.push(invalid(child(path, 'queueLengthLimit'), queueLengthLimit, 'must be positive'));
  if (queues <= 0) errors.push(invalid(child(path, 'queues'), queues, 'must be positive'));
  else if (queues > MAX_QUEUES)
    errors.push(invalid(child(path, 'queues'), queues, `must not be greater than ${MAX_QUEUES}`));
  const fault = handFault(queues, handSize);
  if (fault !== undefined) errors.push(invalid(child(path, 'handSize'), handSize, fault));
}

function handFault(queues: number, handSize: number): string | undefined {
  if (handSize <= 0) return 'must be positive';
  if (handSize > queues) return `should not be greater than queues (${queues})`;
  if (Math.ceil(Math.log2(queues) * handSize) <= MAX_HASH_BITS) return undefined;
  return `required entropy bits of deckSize ${queues} and handSize ${handSize} should not be greater than ${MAX_HASH_BITS}`;
}
