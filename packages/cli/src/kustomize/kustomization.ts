import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { CliError } from '../errors.js';

/** What a `kustomization.yaml` says, as far as this renders it: what kubebuilder's projects and their users write. */
export interface Kustomization {
  readonly resources?: readonly string[];
  readonly bases?: readonly string[];
  readonly configurations?: readonly string[];
  readonly namespace?: string;
  readonly namePrefix?: string;
  readonly nameSuffix?: string;
  readonly commonLabels?: Readonly<Record<string, string>>;
  readonly labels?: readonly LabelRule[];
  readonly commonAnnotations?: Readonly<Record<string, string>>;
  readonly patches?: readonly PatchRule[];
  readonly patchesStrategicMerge?: readonly string[];
  readonly patchesJson6902?: readonly PatchRule[];
  readonly images?: readonly ImageRule[];
  readonly replicas?: ReadonlyArray<{ readonly name: string; readonly count: number }>;
  readonly replacements?: readonly Replacement[];
}

export interface LabelRule {
  readonly pairs: Readonly<Record<string, string>>;
  readonly includeSelectors?: boolean;
  readonly includeTemplates?: boolean;
}

/** What an object is chosen by; names are regular expressions that must match as a whole. */
export interface Selector {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly annotationSelector?: string;
}

export interface PatchRule {
  readonly path?: string;
  readonly patch?: string;
  readonly target?: Selector;
}

export interface ImageRule {
  readonly name: string;
  readonly newName?: string;
  readonly newTag?: string;
  readonly digest?: string;
}

export interface FieldOptions {
  readonly delimiter?: string;
  readonly index?: number;
  readonly create?: boolean;
}

export interface Replacement {
  readonly source?: Selector & { readonly fieldPath?: string; readonly options?: FieldOptions };
  readonly sourceValue?: string;
  readonly targets?: ReadonlyArray<{
    readonly select?: Selector;
    readonly reject?: readonly Selector[];
    readonly fieldPaths?: readonly string[];
    readonly options?: FieldOptions;
  }>;
}

const FIELDS = [
  'resources',
  'bases',
  'configurations',
  'namespace',
  'namePrefix',
  'nameSuffix',
  'commonLabels',
  'labels',
  'commonAnnotations',
  'patches',
  'patchesStrategicMerge',
  'patchesJson6902',
  'images',
  'replicas',
  'replacements',
];
/** Say what a file is, or order what kubectl orders itself. */
const SILENT_FIELDS = ['apiVersion', 'kind', 'metadata', 'sortOptions'];

const FILE_NAMES = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/**
 * Reads the kustomization of a folder. Throws `CliError` `InvalidManifest` when there is none, when it is malformed, and
 * for a field that is not rendered here: leaving it out in silence would deploy something else than was meant.
 */
export async function readKustomization(folder: string): Promise<Kustomization> {
  const file = FILE_NAMES.map((name) => path.join(folder, name)).find((name) => existsSync(name));
  if (file === undefined) throw new CliError('InvalidManifest', `"${folder}" has no kustomization.yaml`);
  const value = parseYaml(await readFile(file, 'utf8'), file);
  if (value === null || value === undefined) return {};
  if (typeof value !== 'object' || Array.isArray(value))
    throw new CliError('InvalidManifest', `${file}: a kustomization is an object`);
  const unknown = Object.keys(value).find(
    (field) => !FIELDS.includes(field) && !SILENT_FIELDS.includes(field),
  );
  if (unknown !== undefined)
    throw new CliError(
      'InvalidManifest',
      `${file}: the field "${unknown}" is not rendered by kubewright: render with "kubectl kustomize" and apply that`,
    );
  return value;
}

/** Throws `CliError` `InvalidManifest` with the place. */
export function parseYaml(text: string, file: string): unknown {
  try {
    return parse(text) as unknown;
  } catch (cause) {
    const [reason = 'malformed YAML'] = (cause as Error).message.split('\n');
    throw new CliError('InvalidManifest', `${file}: ${reason}`, { cause });
  }
}
