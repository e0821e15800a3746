import { dirname } from 'node:path';
import type { KnownType, ScalarType, SchemaType } from '../model/schema-type.js';
import type { SourceHost } from './source-host.js';

/** What a module of `@kubewright/api` holds, as far as schemas go. */
export type KubernetesModule =
  | { readonly holds: 'group'; readonly goPackage: string }
  | { readonly holds: 'scalars' }
  | { readonly holds: 'objects' }
  | { readonly holds: 'kinds' };

/** Go packages that do not lie in `k8s.io/api`. */
const GO_PACKAGES: Readonly<Record<string, string>> = {
  meta: 'k8s.io/apimachinery/pkg/apis/meta',
  apiextensions: 'k8s.io/apiextensions-apiserver/pkg/apis/apiextensions',
  apiregistration: 'k8s.io/kube-aggregator/pkg/apis/apiregistration',
};

/** Types of `scalars.ts`, whose TypeScript says less than their names. */
const SCALARS: Readonly<Record<string, SchemaType>> = {
  int32: scalar('integer', 'int32'),
  int64: scalar('integer', 'int64'),
  float: scalar('number', 'float'),
  double: scalar('number', 'double'),
  bytes: scalar('string', 'byte'),
  dateTime: scalar('string', 'date-time'),
  Duration: known('Duration'),
  Time: known('Time'),
  MicroTime: known('MicroTime'),
  Quantity: known('Quantity'),
  IntOrString: known('IntOrString'),
  RawExtension: known('RawExtension'),
};

/** Types of `meta.ts` that are not read as they are written there. */
const OBJECTS: Readonly<Record<string, SchemaType>> = {
  KubernetesObject: known('Unstructured'),
  Unstructured: known('Unstructured'),
};

/** Types of the group modules whose schema is fixed, by Go package and name. */
const GROUP_TYPES: Readonly<Record<string, SchemaType>> = {
  'k8s.io/apimachinery/pkg/apis/meta/v1#ObjectMeta': known('ObjectMeta'),
  'k8s.io/apimachinery/pkg/apis/meta/v1#FieldsV1': known('FieldsV1'),
  'k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1#JSON': known('JSON'),
};

/** The schema that a name of one of these modules stands for, where it is fixed. */
export function fixedType(module: KubernetesModule, name: string): SchemaType | undefined {
  const table: Readonly<Record<string, SchemaType>> = {
    group: GROUP_TYPES,
    scalars: SCALARS,
    objects: OBJECTS,
    kinds: {},
  }[module.holds];
  const key = module.holds === 'group' ? `${module.goPackage}#${name}` : name;
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Tells the modules of `@kubewright/api` from all others, wherever the package is installed. */
export class KubernetesModules {
  readonly #host: SourceHost;
  readonly #names = new Map<string, string | undefined>();

  constructor(host: SourceHost) {
    this.#host = host;
  }

  of(path: string): KubernetesModule | undefined {
    const match = /\/(?:groups\/([a-z]+)\/([a-z0-9]+)|(scalars|meta|kind))(?:\.d)?\.ts$/.exec(path);
    if (match === null || this.#packageName(dirname(path)) !== '@kubewright/api') return undefined;
    const [, group, version, file] = match;
    if (group !== undefined)
      return { holds: 'group', goPackage: `${GO_PACKAGES[group] ?? `k8s.io/api/${group}`}/${version}` };
    return { holds: file === 'scalars' ? 'scalars' : file === 'meta' ? 'objects' : 'kinds' };
  }

  /** Of the nearest package.json that has a name. */
  #packageName(folder: string): string | undefined {
    if (this.#names.has(folder)) return this.#names.get(folder);
    const name = this.#nameIn(`${folder}/package.json`);
    const parent = dirname(folder);
    const found = name ?? (parent === folder ? undefined : this.#packageName(parent));
    this.#names.set(folder, found);
    return found;
  }

  #nameIn(path: string): string | undefined {
    const text = this.#host.readFile(path);
    if (text === undefined) return undefined;
    try {
      return (JSON.parse(text) as { name?: string }).name;
    } catch {
      return undefined;
    }
  }
}

function scalar(type: ScalarType['scalar'], format: string): ScalarType {
  return { type: 'scalar', scalar: type, format };
}

function known(name: KnownType['known']): KnownType {
  return { type: 'known', known: name };
}
