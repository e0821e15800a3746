import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/diagnostic.js';
import { Diagnostics } from '../diagnostics/diagnostics.js';
import type { FileMarker, RootType } from '../model/program-model.js';
import type { Marker } from '../model/marker.js';
import type { SchemaType } from '../model/schema-type.js';
import {
  array,
  at,
  declaration,
  field,
  int32,
  known,
  literals,
  marker,
  object,
  reference,
  string,
  validation,
} from '../schema/test-support/models.js';
import type { BuildCrdsOptions, BuiltCrd } from './build-crds.js';
import { buildCrds } from './build-crds.js';
import { checkCrd } from './check-crd.js';

interface RootInit extends Partial<Omit<RootType, 'declaration'>> {
  readonly spec?: SchemaType;
  readonly markers?: Marker[];
  readonly line?: number;
}

function root({
  spec = object(field('size', int32)),
  markers = [],
  line = 1,
  ...init
}: RootInit = {}): RootType {
  const type = object(
    field('apiVersion?', string),
    field('kind?', string),
    field('metadata', known('ObjectMeta')),
    field('spec', spec, { line: line + 1 }),
  );
  return {
    group: 'example.com',
    version: 'v1',
    kind: 'Shop',
    declaration: declaration(init.kind ?? 'Shop', type, { markers, line }),
    position: at(line),
    ...init,
  };
}

function run(
  roots: RootType[],
  options: Partial<BuildCrdsOptions> = {},
  fileMarkers: FileMarker[] = [],
): { built: BuiltCrd[]; problems: string[] } {
  const diagnostics = new Diagnostics();
  const built = buildCrds({ roots, fileMarkers, files: [] }, { diagnostics, ...options });
  if (!diagnostics.hasErrors) for (const one of built) checkCrd(one, diagnostics);
  return { built, problems: diagnostics.all().map((one) => formatDiagnostic(one, '/project')) };
}

function crdOf(roots: RootType[], options?: Partial<BuildCrdsOptions>, fileMarkers?: FileMarker[]) {
  const { built, problems } = run(roots, options, fileMarkers);
  expect(problems).toEqual([]);
  expect(built).toHaveLength(1);
  return built[0]!.crd;
}

describe('a CRD', () => {
  it('has the names that kubebuilder guesses, and one version that is stored', () => {
    const crd = crdOf([root()]);
    expect(crd).toMatchObject({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'shops.example.com' },
      spec: {
        group: 'example.com',
        names: { kind: 'Shop', listKind: 'ShopList', plural: 'shops', singular: 'shop' },
        scope: 'Namespaced',
        versions: [{ name: 'v1', served: true, storage: true }],
      },
    });
    expect(crd.metadata).not.toHaveProperty('annotations');
  });

  it('says of the fields that all objects have what controller-gen says', () => {
    const schema = crdOf([root()]).spec.versions[0]?.schema?.openAPIV3Schema;
    expect(schema?.required).toEqual(['spec']);
    expect(schema?.properties?.['metadata']).toEqual({ type: 'object' });
    expect(schema?.properties?.['kind']?.description).toMatch(/^Kind is a string value/);
  });

  it('has what the markers of its type say', () => {
    const crd = crdOf([
      root({
        spec: object(field('size', int32), field('color?', string)),
        markers: [
          marker('kubebuilder:resource', {
            path: 'stores',
            singular: 'store',
            shortName: ['st'],
            categories: ['all'],
            scope: 'Cluster',
          }),
          marker('kubebuilder:subresource:status'),
          marker('kubebuilder:printcolumn', {
            name: 'Size',
            type: 'integer',
            JSONPath: '.spec.size',
            priority: 1,
          }),
          marker('kubebuilder:selectablefield', { JSONPath: '.spec.color' }),
          marker('kubebuilder:deprecatedversion', { warning: 'old' }),
          marker('kubebuilder:metadata', { labels: ['a=b'], annotations: ['c.d/e=f=g'] }),
        ],
      }),
    ]);
    expect(crd).toMatchObject({
      metadata: { name: 'stores.example.com', labels: { a: 'b' }, annotations: { 'c.d/e': 'f=g' } },
      spec: {
        names: { plural: 'stores', singular: 'store', shortNames: ['st'], categories: ['all'] },
        scope: 'Cluster',
        versions: [
          {
            deprecated: true,
            deprecationWarning: 'old',
            subresources: { status: {} },
            additionalPrinterColumns: [
              { name: 'Size', type: 'integer', jsonPath: '.spec.size', priority: 1 },
            ],
            selectableFields: [{ jsonPath: '.spec.color' }],
          },
        ],
      },
    });
  });

  it('takes plural and scope of defineKind, which markers outrank', () => {
    expect(crdOf([root({ plural: 'stores', namespaced: false })]).spec).toMatchObject({
      names: { plural: 'stores' },
      scope: 'Cluster',
    });
    const markers = [marker('kubebuilder:resource', { scope: 'Namespaced' })];
    expect(crdOf([root({ plural: 'stores', namespaced: false, markers })]).spec).toMatchObject({
      names: { plural: 'stores' },
      scope: 'Namespaced',
    });
  });

  it('holds the versions of its kind, sorted, of which one is stored', () => {
    const crd = crdOf([
      root({ version: 'v2', markers: [marker('kubebuilder:storageversion')] }),
      root({ version: 'v1', markers: [marker('kubebuilder:unservedversion')] }),
    ]);
    expect(crd.spec.versions.map(({ name, served, storage }) => [name, served, storage])).toEqual([
      ['v1', false, false],
      ['v2', true, true],
    ]);
  });

  it('converts by a webhook when told so, as the patches of kubebuilder do', () => {
    const crd = crdOf([root()], {
      conversion: {
        'shops.example.com': {
          service: { name: 'webhook-service', namespace: 'system' },
          injectCaFrom: 'system/serving-cert',
        },
      },
    });
    expect(crd.spec.conversion).toEqual({
      strategy: 'Webhook',
      webhook: {
        clientConfig: { service: { name: 'webhook-service', namespace: 'system', path: '/convert' } },
        conversionReviewVersions: ['v1'],
      },
    });
    expect(crd.metadata?.annotations).toEqual({ 'cert-manager.io/inject-ca-from': 'system/serving-cert' });
  });

  it("has fields that are optional where the package's marker says so", () => {
    const inFile = { ...marker('kubebuilder:validation:Optional'), file: '/project/types.ts' };
    const spec = reference(declaration('Spec', object(field('size', int32)), { line: 9 }));
    const schema = crdOf([root({ spec })], {}, [inFile]).spec.versions[0]?.schema?.openAPIV3Schema;
    expect(schema).not.toHaveProperty('required');
    expect(schema?.properties?.['spec']).not.toHaveProperty('required');
  });

  it('is not made of packages that are skipped', () => {
    const inFolder = { ...marker('kubebuilder:skip'), file: '/project/index.ts' };
    expect(run([root()], {}, [inFolder]).built).toEqual([]);
  });
});

describe('what is wrong is told with its place', () => {
  it.each<[string, RootType[], string[]]>([
    [
      'no storage version',
      [root({ version: 'v1', line: 1 }), root({ version: 'v2', line: 9 })],
      [
        'types.ts:1:1: error InvalidKind: kind Shop of example.com has no storage version among v1, v2 (mark the type of one version +kubebuilder:storageversion)',
      ],
    ],
    [
      'two storage versions',
      [
        root({ version: 'v1', markers: [marker('kubebuilder:storageversion', true, 3)] }),
        root({ version: 'v2', markers: [marker('kubebuilder:storageversion', true, 7)] }),
      ],
      [
        'types.ts:7:1: error ConflictingKinds: kind Shop of example.com has two storage versions, v1 and v2 (leave +kubebuilder:storageversion on one of them)',
      ],
    ],
    [
      'different scopes',
      [
        root({
          version: 'v1',
          markers: [
            marker('kubebuilder:storageversion'),
            marker('kubebuilder:resource', { scope: 'Cluster' }, 3),
          ],
        }),
        root({ version: 'v2', markers: [marker('kubebuilder:resource', { scope: 'Namespaced' }, 7)] }),
      ],
      [
        'types.ts:3:1: error ConflictingKinds: kind Shop has the scope Cluster in version v1 and Namespaced in version v2 (types.ts:7) (all versions of a kind share it)',
        'types.ts:7:1: error ConflictingKinds: kind Shop has the scope Namespaced in version v2 and Cluster in version v1 (types.ts:3) (all versions of a kind share it)',
      ],
    ],
    [
      'one version twice',
      [root({ line: 1 }), root({ line: 9 })],
      [
        'types.ts:9:1: error ConflictingKinds: kind Shop of example.com/v1 is defined twice: Shop here, Shop in /project/types.ts:1 (give one of them another version or kind)',
      ],
    ],
    [
      'a group without a dot',
      [root({ group: 'shops' })],
      [
        'types.ts:1:1: error InvalidKind: shops.shops: spec.group: "shops": should be a domain with at least one dot',
      ],
    ],
    [
      "a group of Kubernetes' own",
      [root({ group: 'shops.k8s.io' })],
      [
        'types.ts:1:1: error InvalidManifest: shops.shops.k8s.io: metadata.annotations[api-approved.kubernetes.io]: protected groups must have approval annotation "api-approved.kubernetes.io", see https://github.com/kubernetes/enhancements/pull/1111 (+kubebuilder:metadata:annotations="api-approved.kubernetes.io=<URL of the pull request>")',
      ],
    ],
    [
      'a default that is not valid',
      [
        root({
          spec: object(
            field('size', int32, { line: 5, markers: [marker('kubebuilder:default', 'many', 4)] }),
          ),
        }),
      ],
      [
        'types.ts:4:1: error InvalidSchema: shops.example.com: spec.size.default: must be of type integer: "string"',
      ],
    ],
    [
      'an example that is not valid',
      [
        root({
          spec: object(
            field('color', literals('red'), { markers: [marker('kubebuilder:example', 'blue', 4)] }),
          ),
        }),
      ],
      [
        'types.ts:4:1: error InvalidSchema: shops.example.com: spec.color.example: the example is not valid: "blue": supported values: "red"',
      ],
    ],
    [
      'a rule that does not compile',
      [
        root({
          spec: object(
            field('size', int32, {
              markers: [
                validation('XValidation', { rule: 'true' }, 3),
                validation('XValidation', { rule: "self == 'a'" }, 4),
              ],
            }),
          ),
        }),
      ],
      [
        "types.ts:4:1: error InvalidRule: shops.example.com: spec.size.x-kubernetes-validations[1].rule: compilation failed: ERROR: <input>:1:6: found no matching overload for '_==_' applied to '(int, string)'\n | self == 'a'\n | .....^",
      ],
    ],
    [
      'a set of objects',
      [
        root({
          spec: object(
            field('list', array(object(field('a', string))), { markers: [marker('listType', 'set', 6)] }),
          ),
        }),
      ],
      [
        'types.ts:2:1: error InvalidSchema: shops.example.com: spec.list.items.x-kubernetes-map-type: must be atomic as item of a list with x-kubernetes-list-type=set',
      ],
    ],
    [
      'a column that is no path',
      [
        root({
          markers: [marker('kubebuilder:printcolumn', { name: 'A', type: 'string', JSONPath: 'spec' }, 2)],
        }),
      ],
      [
        'types.ts:2:1: error InvalidManifest: shops.example.com: spec.additionalPrinterColumns[0].JSONPath: "spec": must be a simple json path starting with .',
      ],
    ],
    [
      'a scale without paths',
      [root({ markers: [marker('kubebuilder:subresource:scale', {}, 2)] })],
      [
        'types.ts:2:1: error InvalidMarker: +kubebuilder:subresource:scale: needs specpath and statuspath, such as specpath=.spec.replicas,statuspath=.status.replicas',
      ],
    ],
  ])('%s', (_name, roots, problems) => {
    expect(run(roots).problems).toEqual(problems);
  });
});
