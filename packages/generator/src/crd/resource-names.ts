import { dirname, relative } from 'node:path';
import { pluralize } from '@kubewright/api';
import type { CustomResourceDefinitionNames } from '@kubewright/api/apiextensions/v1';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { lastMarker } from '../model/marker.js';
import type { RootType } from '../model/program-model.js';
import { list, text } from './crd-markers.js';

/** What all versions of a kind have in common. */
export interface ResourceNames {
  readonly names: CustomResourceDefinitionNames;
  readonly scope: 'Namespaced' | 'Cluster';
}

/** One thing that a version says, and where. */
interface Said<T> {
  readonly value: T;
  readonly position: SourcePosition | undefined;
  readonly version: string;
}

/**
 * Names and scope: of the marker `+kubebuilder:resource`, else of `defineKind`, else guessed as kubebuilder does. What
 * several versions say must be the same.
 */
export function resourceNames(roots: readonly RootType[], diagnostics: Diagnostics): ResourceNames {
  const { kind } = roots[0]!;
  const agreed = <T>(what: string, said: ReadonlyArray<Said<T>>): T | undefined => {
    const [first, ...others] = said;
    for (const other of others) {
      if (first === undefined || JSON.stringify(other.value) === JSON.stringify(first.value)) continue;
      const message = (a: Said<T>, b: Said<T>): string =>
        `kind ${kind} has ${what} ${shown(a.value)} in version ${a.version} and ${shown(b.value)} in version ${b.version}${place(b.position, a.position)}`;
      diagnostics.error(
        'ConflictingKinds',
        other.position,
        message(other, first),
        'all versions of a kind share it',
      );
      diagnostics.error(
        'ConflictingKinds',
        first.position,
        message(first, other),
        'all versions of a kind share it',
      );
    }
    return first?.value;
  };
  const marked = roots.flatMap((root) => {
    const marker = lastMarker(root.declaration.markers, 'kubebuilder:resource');
    return marker === undefined ? [] : [{ root, marker }];
  });
  const ofMarkers = <T>(
    read: (value: (typeof marked)[number]['marker']['value']) => T | undefined,
  ): Array<Said<T>> =>
    marked.flatMap(({ root, marker }) => {
      const value = read(marker.value);
      return value === undefined ? [] : [{ value, position: marker.position, version: root.version }];
    });
  const ofKinds = <T>(read: (root: RootType) => T | undefined): Array<Said<T>> =>
    roots.flatMap((root) => {
      const value = read(root);
      return value === undefined ? [] : [{ value, position: root.position, version: root.version }];
    });
  const nonEmpty = (argument: string) =>
    ofMarkers((value) => {
      const given = text(value, argument);
      return given === '' ? undefined : given;
    });
  const names = (argument: string) =>
    ofMarkers((value) => {
      const given = list(value, argument);
      return given.length === 0 ? undefined : given;
    });

  const plural =
    agreed('the plural', nonEmpty('path')) ??
    agreed(
      'the plural',
      ofKinds((root) => root.plural),
    ) ??
    pluralize(kind);
  const singular = agreed('the singular', nonEmpty('singular')) ?? kind.toLowerCase();
  const shortNames = agreed('the short names', names('shortName'));
  const categories = agreed('the categories', names('categories'));
  const scope =
    agreed('the scope', nonEmpty('scope')) ??
    agreed(
      'the scope',
      ofKinds(({ namespaced }) =>
        namespaced === undefined ? undefined : namespaced ? 'Namespaced' : 'Cluster',
      ),
    ) ??
    'Namespaced';
  return {
    names: {
      kind,
      listKind: `${kind}List`,
      plural,
      singular,
      ...(shortNames === undefined ? {} : { shortNames }),
      ...(categories === undefined ? {} : { categories }),
    },
    scope: scope as ResourceNames['scope'],
  };
}

function shown(value: unknown): string {
  return Array.isArray(value) ? value.join(';') : String(value);
}

/** Where the other one stands, as seen from the file of the one that is told of. */
function place(position: SourcePosition | undefined, from: SourcePosition | undefined): string {
  if (position === undefined) return '';
  const file = from === undefined ? position.file : relative(dirname(from.file), position.file);
  return ` (${file}:${position.line})`;
}
