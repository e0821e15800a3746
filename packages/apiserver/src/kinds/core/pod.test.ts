import type { Pod } from '@kubewright/api/core/v1';
import { describe, expect, it } from 'vitest';
import { fieldErrorMessage } from '../../errors/field-error.js';
import { behaviourContext } from '../../test-support/behaviour-context.js';
import { imageTag } from '../shared/pod/container-defaults.js';
import { pod } from './pod.js';

const draft = (more: Partial<Pod> = {}, spec: Partial<NonNullable<Pod['spec']>> = {}): Pod => {
  const object: Pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a', namespace: 'default', resourceVersion: '1' },
    ...more,
    spec: { containers: [{ name: 'a', image: 'b' }], ...spec },
  };
  pod.defaults?.(object);
  return object;
};

describe('the time a pod gets to end', () => {
  const graceful = (object: Pod, requested?: number): number | undefined =>
    pod.gracePeriodSeconds?.(object, requested);

  it('is 30 seconds unless the pod or the request says otherwise', () => {
    expect(graceful(draft({}, { nodeName: 'n' }))).toBe(30);
    expect(graceful(draft({}, { nodeName: 'n', terminationGracePeriodSeconds: 5 }))).toBe(5);
    expect(graceful(draft({}, { nodeName: 'n' }), 7)).toBe(7);
    expect(graceful(draft({}, { nodeName: 'n' }), 0)).toBe(0);
    expect(graceful(draft({}, { nodeName: 'n' }), -1)).toBe(1);
  });

  it('is none when no node runs it, or when it has ended', () => {
    expect(graceful(draft())).toBe(0);
    expect(graceful(draft({ status: { phase: 'Succeeded' } }, { nodeName: 'n' }))).toBe(0);
    expect(graceful(draft({ status: { phase: 'Failed' } }, { nodeName: 'n' }), 60)).toBe(0);
  });
});

describe('an update of a pod', () => {
  const faults = (object: Pod, old: Pod): string[] =>
    (pod.validateUpdate?.(object, old, behaviourContext()) ?? []).map(fieldErrorMessage);

  it('may change an image and add tolerations', () => {
    const object = draft(
      {},
      { containers: [{ name: 'a', image: 'c' }], tolerations: [{ operator: 'Exists' }] },
    );
    expect(faults(object, draft())).toEqual([]);
  });

  it('cannot change anything else; the refusal shows what differs', () => {
    expect(faults(draft({}, { hostname: 'x' }), draft({}, { hostname: 'y' }))).toEqual([
      [
        'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
        '@@ -8,7 +8,7 @@',
        '    "terminationMessagePolicy": "File"',
        '   }',
        '  ],',
        '- "hostname": "y",',
        '+ "hostname": "x",',
        '  "dnsPolicy": "ClusterFirst",',
        '  "restartPolicy": "Always",',
        '  "securityContext": {},',
        '',
      ].join('\n'),
    ]);
  });

  it('cannot add or remove containers', () => {
    const object = draft(
      {},
      {
        containers: [
          { name: 'a', image: 'b' },
          { name: 'c', image: 'd' },
        ],
      },
    );
    expect(faults(object, draft())).toEqual([
      'spec.containers: Forbidden: pod updates may not add or remove containers',
    ]);
  });

  it('cannot remove a toleration', () => {
    const old = draft({}, { tolerations: [{ key: 'a', operator: 'Exists' }] });
    expect(faults(draft(), old)[0]).toContain(
      'existing toleration can not be modified except its tolerationSeconds',
    );
  });
});

describe('the tag of an image name', () => {
  it.each([
    ['nginx', 'latest'],
    ['nginx:1.27', '1.27'],
    ['registry:5000/a/b', 'latest'],
    ['registry:5000/a/b:v1', 'v1'],
    [`a@sha256:${'0'.repeat(64)}`, ''],
    ['', ''],
    ['UPPER', ''],
  ])('of %j is %j', (image, tag) => {
    expect(imageTag(image)).toBe(tag);
  });
});
