import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '@kubewright/api/apiextensions/v1';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { markersNamed } from '../model/marker.js';
import type { ProgramModel, RootType } from '../model/program-model.js';
import { applyPatchMarkers } from '../schema/merge-patch.js';
import type { Origins } from '../schema/origins.js';
import { SchemaBuilder } from '../schema/schema-builder.js';
import { addConversion } from './conversion.js';
import type { ConversionWebhook } from './conversion.js';
import { applyCrdMarkers } from './crd-markers.js';
import { packageModes } from './package-modes.js';
import { resourceNames } from './resource-names.js';
import { rootSchema } from './root-schema.js';

export interface BuildCrdsOptions {
  readonly diagnostics: Diagnostics;
  /** Longest description in bytes; 0: none. Default: no limit. */
  readonly maxDescLen?: number;
  /** See `SchemaBuilderOptions`. Default `false`. */
  readonly embeddedObjectMeta?: boolean;
  /** By `<plural>.<group>`: kinds whose versions a webhook converts. */
  readonly conversion?: Readonly<Record<string, ConversionWebhook>>;
  /** Written into the annotation `kubewright.dev/version`; absent: no such annotation. */
  readonly generatorVersion?: string;
}

/** One CRD, and where its parts come from. */
export interface BuiltCrd {
  readonly crd: CustomResourceDefinition;
  readonly roots: readonly RootType[];
  readonly origins: Origins;
}

/** The annotation that says which version of the generator wrote a manifest. */
export const VERSION_ANNOTATION = 'kubewright.dev/version';

/** The CRDs of a program, sorted by group and kind; the versions of a kind in one. As controller-gen's `pkg/crd/spec.go`. */
export function buildCrds(program: ProgramModel, options: BuildCrdsOptions): BuiltCrd[] {
  const { diagnostics } = options;
  const modes = packageModes(program);
  const roots = program.roots.filter((root) => !modes.isSkipped(root.declaration));
  const builder = new SchemaBuilder({
    diagnostics,
    isOptionalByDefault: modes.isOptional,
    ...(options.embeddedObjectMeta === undefined ? {} : { embeddedObjectMeta: options.embeddedObjectMeta }),
  });
  const kinds = new Map<string, RootType[]>();
  for (const root of roots) {
    const key = `${root.kind}.${root.group}`;
    kinds.set(key, [...(kinds.get(key) ?? []), root]);
  }
  return [...kinds.values()]
    .sort(([a], [b]) => compare(a!.group, b!.group) || compare(a!.kind, b!.kind))
    .map((versions) => buildCrd(versions, builder, options));
}

function buildCrd(roots: readonly RootType[], builder: SchemaBuilder, options: BuildCrdsOptions): BuiltCrd {
  const { diagnostics, generatorVersion } = options;
  const { origins } = builder;
  const { group } = roots[0]!;
  const { names, scope } = resourceNames(roots, diagnostics);
  const crd: CustomResourceDefinition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      ...(generatorVersion === undefined ? {} : { annotations: { [VERSION_ANNOTATION]: generatorVersion } }),
      name: `${names.plural}.${group}`,
    },
    spec: { group, names, scope, versions: [] },
  };
  origins.place(crd, roots[0]!.position);
  origins.place(names, resourcePosition(roots) ?? roots[0]!.position);
  for (const root of sortedByVersion(roots, diagnostics)) {
    const { markers } = root.declaration;
    if (markersNamed(markers, 'kubebuilder:skipversion').length > 0) continue;
    const version: CustomResourceDefinitionVersion = {
      name: root.version,
      served: true,
      storage: false,
      schema: { openAPIV3Schema: rootSchema(root, builder, options.maxDescLen) },
    };
    origins.place(version, root.position ?? root.declaration.position);
    applyCrdMarkers(markers, { crd, version, origins, diagnostics });
    crd.spec.versions.push(version);
  }
  checkVersions(crd, roots, origins, diagnostics);
  const conversion = options.conversion?.[crd.metadata!.name!];
  if (conversion !== undefined) addConversion(crd, conversion);
  const markers = roots.flatMap((root) => root.declaration.markers);
  const patched = applyPatchMarkers(crd, 'kubewright:crd:patch', markers, { origins, diagnostics });
  return { crd: patched, roots, origins };
}

function sortedByVersion(roots: readonly RootType[], diagnostics: Diagnostics): RootType[] {
  const byVersion = new Map<string, RootType>();
  for (const root of roots) {
    const known = byVersion.get(root.version);
    if (known === undefined) byVersion.set(root.version, root);
    else if (known.declaration !== root.declaration) {
      const { group, kind, version } = root;
      diagnostics.error(
        'ConflictingKinds',
        root.position ?? root.declaration.position,
        `kind ${kind} of ${group}/${version} is defined twice: ${root.declaration.name} here, ${known.declaration.name}${known.position === undefined ? '' : ` in ${known.position.file}:${known.position.line}`}`,
        'give one of them another version or kind',
      );
    }
  }
  return [...byVersion.values()].sort((a, b) => compare(a.version, b.version));
}

function checkVersions(
  crd: CustomResourceDefinition,
  roots: readonly RootType[],
  origins: Origins,
  diagnostics: Diagnostics,
): void {
  const { versions } = crd.spec;
  const { kind, group, position, declaration } = roots[0]!;
  const at = position ?? declaration.position;
  if (versions.length === 1) versions[0]!.storage = true;
  const list = versions.map(({ name }) => name).join(', ');
  const stored = versions.filter(({ storage }) => storage);
  if (versions.length === 0) {
    diagnostics.error('InvalidKind', at, `kind ${kind} of ${group} has no version that is not skipped`);
  } else if (stored.length === 0) {
    diagnostics.error(
      'InvalidKind',
      at,
      `kind ${kind} of ${group} has no storage version among ${list}`,
      'mark the type of one version +kubebuilder:storageversion',
    );
  }
  for (const version of stored.slice(1)) {
    diagnostics.error(
      'ConflictingKinds',
      origins.of(version, 'storage'),
      `kind ${kind} of ${group} has two storage versions, ${stored[0]!.name} and ${version.name}`,
      'leave +kubebuilder:storageversion on one of them',
    );
  }
  if (versions.length > 0 && versions.every(({ served }) => !served)) {
    diagnostics.error(
      'InvalidKind',
      at,
      `kind ${kind} of ${group} serves none of its versions ${list}`,
      'remove +kubebuilder:unservedversion from one of them',
    );
  }
}

function resourcePosition(roots: readonly RootType[]): RootType['position'] {
  return roots.flatMap((root) => markersNamed(root.declaration.markers, 'kubebuilder:resource'))[0]?.position;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
