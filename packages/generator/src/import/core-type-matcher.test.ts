import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCoreTypes } from '../core-types/core-types.js';
import { Diagnostics } from '../diagnostics/diagnostics.js';
import { createMarkerRegistry } from '../markers/registry.js';
import { SchemaBuilder } from '../schema/schema-builder.js';
import { createCoreTypeMatcher } from './core-type-matcher.js';
import type { CoreTypeMatcher } from './core-type-names.js';

let matcher: CoreTypeMatcher;
beforeAll(() => {
  matcher = createCoreTypeMatcher();
});

/** As controller-gen writes it, which the generator's own goldens see to. */
function schemaOf(name: string, goPackage = 'k8s.io/api/core/v1'): JSONSchemaProps {
  const type = createCoreTypes({ registry: createMarkerRegistry() }).find(goPackage, name);
  if (type?.type !== 'reference') throw new Error(`no type ${name}`);
  return structuredClone(
    new SchemaBuilder({ diagnostics: new Diagnostics() }).declarationSchema(type.declaration),
  );
}

function withoutDescriptions<T>(schema: T): T {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === 'description' && typeof value === 'string' ? undefined : value,
    ),
  ) as T;
}

describe('the types of Kubernetes', () => {
  it.each([
    ['PodTemplateSpec', 'core/v1'],
    ['Container', 'core/v1'],
    ['EnvVar', 'core/v1'],
    ['ResourceRequirements', 'core/v1'],
    ['SecretKeySelector', 'core/v1'],
    ['ConfigMapKeySelector', 'core/v1'],
    ['LocalObjectReference', 'core/v1'],
    ['LabelSelector', 'meta/v1'],
    ['Condition', 'meta/v1'],
    ['DeploymentSpec', 'apps/v1'],
    ['JobSpec', 'batch/v1'],
  ])('such as %s are recognized, whatever is said of their place', (name, module) => {
    const goPackage = module === 'meta/v1' ? 'k8s.io/apimachinery/pkg/apis/meta/v1' : `k8s.io/api/${module}`;
    const schema = schemaOf(name, goPackage);
    expect(matcher.match({ ...schema, description: 'Of the field.', default: {}, nullable: true })).toEqual({
      module,
      name,
    });
  });

  it('are recognized in older words and without any, if they are large', () => {
    const container = schemaOf('Container');
    for (const property of Object.values(container.properties ?? {})) property.description = 'Other words.';
    expect(matcher.match(container)).toEqual({ module: 'core/v1', name: 'Container' });
    expect(matcher.match(withoutDescriptions(schemaOf('PodSpec')))).toMatchObject({ name: 'PodSpec' });
    const selector = schemaOf('LabelSelector', 'k8s.io/apimachinery/pkg/apis/meta/v1');
    expect(matcher.match(withoutDescriptions(selector))).toMatchObject({ name: 'LabelSelector' });
  });

  it('are not taken for what only looks like them: small types in other words', () => {
    expect(matcher.match(withoutDescriptions(schemaOf('SecretKeySelector')))).toBeUndefined();
    const own = schemaOf('LocalObjectReference');
    for (const property of Object.values(own.properties ?? {})) property.description = 'My own.';
    expect(matcher.match(own)).toBeUndefined();
  });

  it('are not recognized when a field is missing, new or different', () => {
    const change = (edit: (properties: Record<string, JSONSchemaProps>) => void): JSONSchemaProps => {
      const schema = schemaOf('Container');
      edit(schema.properties ?? {});
      return schema;
    };
    expect(matcher.match(change((properties) => delete properties['image']))).toBeUndefined();
    expect(matcher.match(change((properties) => (properties['more'] = { type: 'string' })))).toBeUndefined();
    expect(
      matcher.match(change((properties) => (properties['image'] = { type: 'integer' }))),
    ).toBeUndefined();
    expect(matcher.match({ ...schemaOf('Container'), required: [] })).toBeUndefined();
    expect(matcher.match({ type: 'object' })).toBeUndefined();
    expect(matcher.match({ type: 'string' })).toBeUndefined();
  });
});
