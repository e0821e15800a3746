import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '@kubewright/api/apiextensions/v1';
import type { ChangeCode } from '@kubewright/generator';

/** A change of a definition beside the schemas of its versions. */
export interface DefinitionChange {
  readonly what: string;
  readonly codes: readonly ChangeCode[];
  /** Of the definition that `definition` makes, in place. */
  readonly before?: (definition: CustomResourceDefinition) => void;
  readonly after: (definition: CustomResourceDefinition) => void;
  /** Whether a server refuses the new definition in place of the old one. */
  readonly refused?: boolean;
}

const GROUP = 'definitions.example.com';

/** A definition with two versions, of which v1 is stored. */
function definition(index: number): CustomResourceDefinition {
  const plural = `parts${index}`;
  const version = (name: string, storage: boolean): CustomResourceDefinitionVersion => ({
    name,
    served: true,
    storage,
    schema: {
      openAPIV3Schema: {
        type: 'object',
        properties: {
          spec: {
            type: 'object',
            properties: { replicas: { type: 'integer' }, color: { type: 'string' } },
          },
          status: { type: 'object', properties: { replicas: { type: 'integer' } } },
        },
      },
    },
    subresources: {
      status: {},
      scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
    },
  });
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Cluster',
      names: { plural, kind: `Part${index}`, singular: `part${index}`, shortNames: [`pt${index}`] },
      versions: [version('v1', true), version('v2', false)],
    },
  };
}

const first = ({ spec }: CustomResourceDefinition): CustomResourceDefinitionVersion => spec.versions[0]!;
const second = ({ spec }: CustomResourceDefinition): CustomResourceDefinitionVersion => spec.versions[1]!;
const storeInSecond = (crd: CustomResourceDefinition): void => {
  first(crd).storage = false;
  second(crd).storage = true;
};
/** In both versions: with the same schema in all, the server refuses selectable fields of one alone. */
const selectByColor = ({ spec }: CustomResourceDefinition): void => {
  for (const version of spec.versions) version.selectableFields = [{ jsonPath: '.spec.color' }];
};
const webhook = (crd: CustomResourceDefinition): void => {
  const service = { namespace: 'default', name: 'converter' };
  const conversionReviewVersions = ['v1'];
  crd.spec.conversion = {
    strategy: 'Webhook',
    webhook: { clientConfig: { service }, conversionReviewVersions },
  };
};

export const definitionChanges: readonly DefinitionChange[] = [
  {
    what: 'the group is changed',
    codes: ['GroupChanged'],
    after: (crd) => void (crd.spec.group = 'other.example.com'),
    refused: true,
  },
  {
    what: 'the plural is changed',
    codes: ['PluralChanged'],
    after: (crd) => void (crd.spec.names.plural = 'pieces'),
    refused: true,
  },
  {
    what: 'the kind is changed',
    codes: ['KindChanged'],
    before: ({ spec }) => void (spec.names.listKind = 'Parts'),
    after: ({ spec }) => void (spec.names = { ...spec.names, kind: 'Piece', listKind: 'Parts' }),
    refused: true,
  },
  {
    what: 'the scope is changed',
    codes: ['ScopeChanged'],
    after: (crd) => void (crd.spec.scope = 'Namespaced'),
    refused: true,
  },
  {
    what: 'the list kind is changed',
    codes: ['ListKindChanged'],
    after: (crd) => void (crd.spec.names.listKind = 'Pieces'),
  },
  {
    what: 'a short name is removed',
    codes: ['NameRemoved'],
    after: (crd) => void (crd.spec.names.shortNames = []),
  },
  {
    what: 'a category is added',
    codes: ['NameAdded'],
    after: (crd) => void (crd.spec.names.categories = ['all']),
  },

  {
    what: 'the stored version is removed',
    codes: ['StoredVersionRemoved', 'StorageVersionChanged'],
    after(crd) {
      storeInSecond(crd);
      crd.spec.versions.shift();
    },
    refused: true,
  },
  { what: 'a version is removed', codes: ['VersionRemoved'], after: (crd) => void crd.spec.versions.pop() },
  {
    what: 'a version is removed that was not served',
    codes: ['UnservedVersionRemoved'],
    before: (crd) => void (second(crd).served = false),
    after: (crd) => void crd.spec.versions.pop(),
  },
  {
    what: 'a version is no longer served',
    codes: ['VersionNotServed'],
    after: (crd) => void (second(crd).served = false),
  },
  {
    what: 'a version is served again',
    codes: ['VersionServed'],
    before: (crd) => void (second(crd).served = false),
    after: (crd) => void (second(crd).served = true),
  },
  {
    what: 'a version is added',
    codes: ['VersionAdded'],
    after: (crd) => void crd.spec.versions.push({ ...second(crd), name: 'v3' }),
  },
  {
    what: 'a version is deprecated',
    codes: ['VersionDeprecated'],
    after: (crd) => void (second(crd).deprecated = true),
  },
  { what: 'the storage version is changed', codes: ['StorageVersionChanged'], after: storeInSecond },
  {
    what: 'the storage version is changed to one that lacks a field',
    codes: ['StorageVersionChanged', 'LostInConversion'],
    before: (crd) => delete second(crd).schema?.openAPIV3Schema?.properties?.['status'],
    after(crd) {
      storeInSecond(crd);
      delete second(crd).schema?.openAPIV3Schema?.properties?.['status'];
    },
  },
  { what: 'a conversion webhook is added', codes: ['ConversionChanged'], after: webhook },
  {
    what: 'a conversion webhook is removed',
    codes: ['ConversionRemoved'],
    before: webhook,
    after: () => undefined,
  },
  {
    what: 'the status subresource is removed',
    codes: ['StatusSubresourceRemoved'],
    after: (crd) => delete first(crd).subresources?.status,
  },
  {
    what: 'the status subresource is added',
    codes: ['StatusSubresourceAdded'],
    before: (crd) => delete first(crd).subresources?.status,
    after: () => undefined,
  },
  {
    what: 'the scale subresource is removed',
    codes: ['ScaleSubresourceRemoved'],
    after: (crd) => delete first(crd).subresources?.scale,
  },
  {
    what: 'the scale subresource is added',
    codes: ['ScaleSubresourceAdded'],
    before: (crd) => delete first(crd).subresources?.scale,
    after: () => undefined,
  },
  {
    what: 'a path of the scale subresource is changed',
    codes: ['ScaleSubresourceChanged'],
    after: (crd) => void (first(crd).subresources!.scale!.specReplicasPath = '.spec.count'),
  },
  {
    what: 'a selectable field is removed',
    codes: ['SelectableFieldRemoved', 'SelectableFieldRemoved'],
    before: selectByColor,
    after: () => undefined,
  },
  {
    what: 'a selectable field is added',
    codes: ['SelectableFieldAdded', 'SelectableFieldAdded'],
    after: selectByColor,
  },
  {
    what: 'a printer column is added',
    codes: ['PrinterColumnsChanged'],
    after: (crd) =>
      void (first(crd).additionalPrinterColumns = [
        { name: 'Color', type: 'string', jsonPath: '.spec.color' },
      ]),
  },
];

/** Both states of a definition. */
export function statesOf(
  change: DefinitionChange,
  index: number,
): [before: CustomResourceDefinition, after: CustomResourceDefinition] {
  const [before, after] = [definition(index), definition(index)];
  change.before?.(before);
  change.after(after);
  return [before, after];
}
