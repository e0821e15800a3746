import { readFileSync } from 'node:fs';
import { systemClock, systemRandom } from '@kubewright/api';
import type { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { describe, expect, it } from 'vitest';
import { fieldErrorCause } from '../../errors/field-error.js';
import { builtinObjectSchema } from '../../schema/builtin-schema.js';
import type { ApiObject, BehaviourContext } from '../behaviour.js';
import { customResourceDefinition } from './custom-resource-definition.js';

interface Cause {
  readonly reason: string;
  readonly message: string;
  readonly field: string;
}

/** What kube-apiserver 1.36.1 answered to the create of these definitions; causes sorted, as Go's maps shuffle them. */
const verdicts = JSON.parse(
  readFileSync(new URL('../../crd/testdata/definition-errors.json', import.meta.url), 'utf8'),
) as Array<{ case: string; crd: ApiObject; code: number; causes?: Cause[]; warnings?: string[] }>;

const schema = builtinObjectSchema('apiextensions.k8s.io', 'v1', 'CustomResourceDefinition');
const rules = customResourceDefinition;

function contextWith(warnings: string[]): BehaviourContext {
  return {
    clock: systemClock,
    random: systemRandom,
    user: { name: 'tester', groups: [] },
    dryRun: false,
    requestGroup: '',
    warn: (text) => warnings.push(text),
    objects: { get: () => undefined, list: () => [] },
  };
}

function create(crd: ApiObject): { causes: Cause[]; warnings: string[]; crd: CustomResourceDefinition } {
  const object = structuredClone(crd);
  const warnings: string[] = [];
  const context = contextWith(warnings);
  schema.decode(object);
  rules.defaults?.(object);
  rules.prepareForCreate?.(object, context);
  const causes = (rules.validate?.(object, context) ?? []).map(fieldErrorCause) as Cause[];
  causes.sort((a, b) => (`${a.field}\0${a.message}` < `${b.field}\0${b.message}` ? -1 : 1));
  return { causes, warnings, crd: object as unknown as CustomResourceDefinition };
}

const definition = (): ApiObject => structuredClone(verdicts[0]!.crd);

describe('customResourceDefinition', () => {
  it.each(verdicts)('judges "$case" as the real server does', ({ crd, causes = [], warnings = [], code }) => {
    const result = create(crd);
    expect(result.causes).toEqual(causes);
    if (code === 201) expect(result.warnings).toEqual(warnings);
  });

  it('fills in singular, listKind and the conversion strategy, and starts with an empty status', () => {
    const { crd } = create(definition());
    expect(crd.spec.names).toEqual({ plural: 'foos', singular: 'foo', kind: 'Foo', listKind: 'FooList' });
    expect(crd.spec.conversion).toEqual({ strategy: 'None' });
    expect(crd.status).toEqual({
      conditions: null,
      acceptedNames: { plural: '', kind: '' },
      storedVersions: ['v1'],
    });
  });

  it('keeps scope and kind once established, group and plural always', () => {
    const old = create(definition()).crd;
    old.status!.conditions = [{ type: 'Established', status: 'True' }];
    const changed = structuredClone(old);
    changed.spec.scope = 'Cluster';
    changed.spec.names.kind = 'Bar';
    const fields = rules.validateUpdate!(changed, old, contextWith([])).map(
      ({ field, detail }) => `${field}: ${detail}`,
    );
    expect(fields).toContain('spec.scope: field is immutable');
    expect(fields).toContain('spec.names.kind: field is immutable');
    delete old.status!.conditions;
    expect(rules.validateUpdate!(changed, old, contextWith([])).map(({ field }) => field)).not.toContain(
      'spec.scope',
    );
  });

  it('remembers every version that was ever stored', () => {
    const old = create(definition()).crd;
    const next = structuredClone(old);
    next.spec.versions = [
      { ...old.spec.versions[0]!, storage: false },
      { ...old.spec.versions[0]!, name: 'v2' },
    ];
    rules.prepareForUpdate!(next, old, contextWith([]));
    expect(next.status?.storedVersions).toEqual(['v1', 'v2']);
    next.spec.versions.shift();
    const errors = rules.validateUpdate!(next, old, contextWith([])).map(fieldErrorCause);
    expect(errors.map(({ field }) => field)).toEqual(['status.storedVersions[0]']);
    expect(errors[0]!.message).toMatch(
      /^Invalid value: "v1": missing from spec.versions; v1 was previously a storage version/,
    );
  });

  it('shows name and creation time', () => {
    const { crd } = create(definition());
    crd.metadata = { name: 'foos.e.com', creationTimestamp: '2020-01-01T00:00:00Z' };
    expect(rules.table!.row(crd, 0)).toEqual(['foos.e.com', '2020-01-01T00:00:00Z']);
  });
});
