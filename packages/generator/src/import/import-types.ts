import { formatApiVersion, jsonEquals } from '@kubewright/api';
import type { CoreTypeMatcher } from './core-type-names.js';
import { ImportError } from './import-error.js';
import type { ImportedKind } from './imported-kind.js';
import { moduleText } from './module-text.js';
import { kebabCase, modulePath } from './naming.js';

export interface ImportTypesOptions {
  /** In any order: what is written depends on the kinds alone. */
  readonly kinds: readonly ImportedKind[];
  /** Which schemas are types of Kubernetes, to be imported. Defaults to none. */
  readonly coreTypes?: CoreTypeMatcher;
  /** The npm package that Kubernetes' types are imported from. Defaults to `kubewright`. */
  readonly packageName?: string;
  /** A file for each kind, in a folder of its version, and not one for all kinds of a version. Defaults to false. */
  readonly filePerKind?: boolean;
  /**
   * The kinds are somebody else's: their files are marked `+kubebuilder:skip`, so that the generator makes no definitions
   * of what lies in their folders. Defaults to false.
   */
  readonly external?: boolean;
}

/** One TypeScript file of imported types. */
export interface ImportedFile {
  /** Relative, with slashes: `cert-manager.io/v1.ts`. */
  readonly path: string;
  readonly text: string;
  /** The kinds in it, by name. */
  readonly kinds: readonly string[];
}

/**
 * Writes the types of kinds: for each an interface, the interfaces below it, and its `defineKind`, with the markers that
 * make the generator give an equivalent schema.
 *
 * @throws ImportError 'InvalidDocument' when two sources tell a kind differently
 */
export function importTypes(options: ImportTypesOptions): ImportedFile[] {
  const {
    coreTypes = { match: () => undefined },
    packageName = 'kubewright',
    filePerKind = false,
    external = false,
  } = options;
  const byPath = new Map<string, ImportedKind[]>();
  for (const kind of withoutDoubles(options.kinds)) {
    const folder = modulePath(kind.group, kind.version);
    const path = filePerKind ? `${folder}/${kebabCase(kind.kind)}.ts` : `${folder}.ts`;
    byPath.set(path, [...(byPath.get(path) ?? []), kind]);
  }
  return [...byPath]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, kinds]) => ({
      path,
      text: moduleText({ kinds, coreTypes, packageName, external }),
      kinds: kinds.map(({ kind }) => kind).sort(),
    }));
}

/** One definition may well stand in several files that are imported together, a folder and its bundle for example. */
function withoutDoubles(kinds: readonly ImportedKind[]): ImportedKind[] {
  const byName = new Map<string, ImportedKind>();
  for (const kind of kinds) {
    const name = `${kind.kind} of ${formatApiVersion(kind.group, kind.version)}`;
    const known = byName.get(name);
    if (known === undefined) byName.set(name, kind);
    else if (!jsonEquals(known.schema, kind.schema))
      throw new ImportError(
        'InvalidDocument',
        `${name} stands in ${known.source} and in ${kind.source} with different schemas: import one of them`,
      );
  }
  return [...byName.values()];
}
