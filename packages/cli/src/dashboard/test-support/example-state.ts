import type { ControllerState, DashboardState, ObjectState } from '../state.js';

export const startedAtMs = Date.parse('2026-01-01T00:00:00Z');

export function objectState(
  kind: string,
  name: string,
  rest: Partial<Omit<ObjectState, 'kind' | 'name'>> = {},
): ObjectState {
  return {
    uid: `${kind}-${name}`,
    apiVersion: 'v1',
    kind,
    namespace: 'default',
    name,
    status: 'Current',
    state: 'Ready',
    createdAtMs: startedAtMs,
    conditions: [],
    children: [],
    ...rest,
  };
}

function controllerState(name: string, rest: Partial<ControllerState> = {}): ControllerState {
  return {
    ...{ name, ready: true, workers: 1, depth: 0, delayed: 0, active: 0, failing: 0 },
    ...{ total: 0, failed: 0, perSecond: 0 },
    ...rest,
  };
}

/** What is shown at the start of a run. */
export const emptyState: DashboardState = {
  project: 'shop',
  phase: 'starting',
  startedAtMs,
  operator: { status: 'stopped', restarts: 0 },
  diagnostics: [],
  objects: [],
  controllers: [],
  reconciles: { perSecond: 0, total: 0, failed: 0, history: [] },
  errors: [],
  hotLoops: [],
  timelines: [],
  logs: [],
};

/** A run with something of everything: five objects, of which two are not ready, and one failing. */
export const exampleState: DashboardState = {
  ...emptyState,
  phase: 'running',
  controlPlane: { url: 'https://127.0.0.1:6443', kubeconfig: '.kubewright/kubeconfig' },
  pageUrl: 'http://127.0.0.1:8090/?token=abc',
  operator: { status: 'running', pid: 42, restarts: 2, lastReloadMs: 84 },
  objects: [
    objectState('Shop', 'books', {
      status: 'InProgress',
      state: 'MinimumReplicas',
      conditions: [
        { type: 'Available', status: 'False', reason: 'MinimumReplicas', message: '1 of 2 pods is there' },
        { type: 'Degraded', status: 'False' },
      ],
      children: [
        objectState('Deployment', 'books', {
          status: 'InProgress',
          state: '1/2 ready',
          children: [
            objectState('Pod', 'books-1', {
              state: 'Running',
              conditions: [{ type: 'Ready', status: 'True' }],
            }),
            objectState('Pod', 'books-2', { status: 'Failed', state: 'ImagePullBackOff' }),
          ],
        }),
        objectState('Service', 'books', { state: 'ClusterIP 80/TCP' }),
      ],
    }),
  ],
  controllers: [
    controllerState('shop', {
      depth: 3,
      active: 1,
      delayed: 2,
      failing: 1,
      total: 14,
      failed: 2,
      perSecond: 0.4,
    }),
  ],
  reconciles: { perSecond: 0.4, total: 14, failed: 2, history: [0, 4, 2, 0, 1] },
  diagnostics: [
    {
      source: 'generator',
      severity: 'error',
      message: 'unknown marker +kubebuilder:validation:Minimun',
      hint: 'did you mean Minimum?',
      file: 'src/api/v1/shop.ts',
      line: 12,
      column: 5,
    },
  ],
  errors: [
    {
      controller: 'shop',
      namespace: 'default',
      name: 'books',
      message: 'the registry refused the image\nbooks:9',
      atMs: startedAtMs + 55_000,
      count: 3,
    },
  ],
  logs: [
    { sequence: 1, atMs: startedAtMs + 100, source: 'dev', level: 'info', text: 'control plane ready' },
    {
      sequence: 2,
      atMs: startedAtMs + 1_500,
      source: 'operator',
      level: 'info',
      text: 'reconciled name=books',
    },
    {
      sequence: 3,
      atMs: startedAtMs + 55_000,
      source: 'operator',
      level: 'error',
      text: 'reconcile failed name=books',
    },
  ],
};
