import type {
  FlowSchemaSpec,
  LimitedPriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
  ResourcePolicyRule,
  Subject,
} from '@kubewright/api/flowcontrol/v1';
import type { ApiObject } from '../behaviour.js';

// What every server has from the beginning (apiserver `pkg/apis/flowcontrol/bootstrap/default.go`).

/** Objects whose spec nobody changes; of the level `exempt`, `exempt` may be changed. */
export const MANDATORY: readonly string[] = ['exempt', 'catch-all'];

export const PRIORITY_LEVELS: Readonly<Record<string, PriorityLevelConfigurationSpec>> = {
  exempt: { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } },
  'catch-all': limited({ nominalConcurrencyShares: 5, lendablePercent: 0 }),
  'global-default': queued(20, 50, { queues: 128, handSize: 6 }),
  'leader-election': queued(10, 0, { queues: 16, handSize: 4 }),
  'node-high': queued(40, 25, { queues: 64, handSize: 6 }),
  system: queued(30, 33, { queues: 64, handSize: 6 }),
  'workload-high': queued(40, 50, { queues: 128, handSize: 6 }),
  'workload-low': queued(100, 90, { queues: 128, handSize: 6 }),
};

function limited(
  level: Omit<LimitedPriorityLevelConfiguration, 'limitResponse'>,
  limitResponse: LimitedPriorityLevelConfiguration['limitResponse'] = { type: 'Reject' },
): PriorityLevelConfigurationSpec {
  return { type: 'Limited', limited: { ...level, limitResponse } };
}

function queued(
  nominalConcurrencyShares: number,
  lendablePercent: number,
  queues: { queues: number; handSize: number },
): PriorityLevelConfigurationSpec {
  const queuing = { ...queues, queueLengthLimit: 50 };
  return limited({ nominalConcurrencyShares, lendablePercent }, { type: 'Queue', queuing });
}

const group = (name: string): Subject => ({ kind: 'Group', group: { name } });
const user = (name: string): Subject => ({ kind: 'User', user: { name } });
const systemServiceAccounts: Subject = {
  kind: 'ServiceAccount',
  serviceAccount: { namespace: 'kube-system', name: '*' },
};
const EVERYBODY = [group('system:unauthenticated'), group('system:authenticated')];
const CONTROLLER_MANAGER = user('system:kube-controller-manager');
const SCHEDULER = user('system:kube-scheduler');

const EVERY_RESOURCE: ResourcePolicyRule = {
  verbs: ['*'],
  apiGroups: ['*'],
  resources: ['*'],
  clusterScope: true,
  namespaces: ['*'],
};
const LEASES = { apiGroups: ['coordination.k8s.io'], resources: ['leases'], namespaces: ['*'] };

export const FLOW_SCHEMAS: Readonly<Record<string, FlowSchemaSpec>> = {
  exempt: everything('exempt', 1, undefined, [group('system:masters')]),
  'catch-all': everything('catch-all', 10_000, 'ByUser', EVERYBODY),
  probes: {
    priorityLevelConfiguration: { name: 'exempt' },
    matchingPrecedence: 2,
    rules: [
      {
        subjects: EVERYBODY,
        nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/readyz', '/livez'] }],
      },
    ],
  },
  'system-leader-election': resources(
    'leader-election',
    100,
    [CONTROLLER_MANAGER, SCHEDULER, systemServiceAccounts],
    [{ verbs: ['get', 'create', 'update'], ...LEASES }],
  ),
  'system-node-high': resources(
    'node-high',
    400,
    [group('system:nodes')],
    [
      { ...EVERY_RESOURCE, apiGroups: [''], resources: ['nodes', 'nodes/status'] },
      { verbs: ['*'], ...LEASES },
    ],
  ),
  'system-nodes': everything('system', 500, 'ByUser', [group('system:nodes')]),
  'kube-controller-manager': everything('workload-high', 800, 'ByNamespace', [CONTROLLER_MANAGER]),
  'kube-scheduler': everything('workload-high', 800, 'ByNamespace', [SCHEDULER]),
  'kube-system-service-accounts': everything('workload-high', 900, 'ByNamespace', [systemServiceAccounts]),
  'service-accounts': everything('workload-low', 9000, 'ByUser', [group('system:serviceaccounts')]),
  'global-default': everything('global-default', 9900, 'ByUser', EVERYBODY),
};

type Method = 'ByUser' | 'ByNamespace';

function everything(
  level: string,
  matchingPrecedence: number,
  method: Method | undefined,
  subjects: Subject[],
): FlowSchemaSpec {
  return {
    priorityLevelConfiguration: { name: level },
    matchingPrecedence,
    ...(method === undefined ? {} : { distinguisherMethod: { type: method } }),
    rules: [
      {
        subjects,
        resourceRules: [EVERY_RESOURCE],
        nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
      },
    ],
  };
}

function resources(
  level: string,
  matchingPrecedence: number,
  subjects: Subject[],
  resourceRules: ResourcePolicyRule[],
): FlowSchemaSpec {
  return {
    priorityLevelConfiguration: { name: level },
    matchingPrecedence,
    distinguisherMethod: { type: 'ByUser' },
    rules: [{ subjects, resourceRules }],
  };
}

const AUTOUPDATE = { 'apf.kubernetes.io/autoupdate-spec': 'true' };

export const initialPriorityLevels = (): Array<Pick<ApiObject, 'metadata' | 'spec'>> =>
  Object.entries(PRIORITY_LEVELS).map(([name, spec]) => ({
    metadata: { name, annotations: AUTOUPDATE },
    spec,
  }));

/** With the status that the server's own controller gives them (apiserver `pkg/util/flowcontrol`). */
export const initialFlowSchemas = (now: string): Array<Pick<ApiObject, 'metadata' | 'spec' | 'status'>> =>
  Object.entries(FLOW_SCHEMAS).map(([name, spec]) => {
    const level = JSON.stringify(spec.priorityLevelConfiguration.name);
    const message = `This FlowSchema references the PriorityLevelConfiguration object named ${level} and it exists`;
    const dangling = { type: 'Dangling', status: 'False', lastTransitionTime: now, reason: 'Found', message };
    return { metadata: { name, annotations: AUTOUPDATE }, spec, status: { conditions: [dangling] } };
  });
