import { resolve } from 'node:path';
import { createCoreTypes } from '../core-types/core-types.js';
import type { BuiltCrd } from '../crd/build-crds.js';
import { buildCrds } from '../crd/build-crds.js';
import type { ConversionWebhook } from '../crd/conversion.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { Diagnostics } from '../diagnostics/diagnostics.js';
import { createMarkerRegistry } from '../markers/registry.js';
import type { ProgramModel } from '../model/program-model.js';
import type { OutputFile } from '../output/write-files.js';
import { writeYaml } from '../output/yaml-writer.js';
import { createRoles } from '../rbac/create-roles.js';
import { createProgramReader } from '../typescript/open-program.js';
import { createWebhookConfigurations } from '../webhook/create-webhook-configurations.js';
import { projectLayout } from './project-layout.js';
import type { ProjectLayout } from './project-layout.js';

/** What the generator makes of a project. */
export type GeneratorPart = 'crd' | 'rbac' | 'webhook';

export const GENERATOR_PARTS: readonly GeneratorPart[] = ['crd', 'rbac', 'webhook'];

export interface GenerateOptions {
  /** The project's folder. */
  readonly folder: string;
  /** Paths and globs of sources, relative to the folder. Defaults to those of the project. */
  readonly files?: readonly string[];
  /** Default: all. */
  readonly parts?: readonly GeneratorPart[];
  /** Where the files go. Defaults to where the project keeps them. */
  readonly layout?: Partial<ProjectLayout>;
  /** Longest description in a CRD in bytes; 0: none. Default: no limit. */
  readonly maxDescLen?: number;
  /** Give embedded metadata, of pod templates for example, a schema. Default `false`: the server prunes it, as with controller-gen. */
  readonly embeddedObjectMeta?: boolean;
  /** By `<plural>.<group>`: kinds whose versions a webhook converts. */
  readonly conversion?: Readonly<Record<string, ConversionWebhook>>;
  /** Name of the roles whose markers name none. Default `manager-role`. */
  readonly roleName?: string;
  /** Of the generator, for the annotation `kubewright.dev/version`; absent: no such annotation. */
  readonly version?: string;
}

export interface Generated {
  /** Relative to the project's folder, sorted by path; none while there are errors. */
  readonly files: readonly OutputFile[];
  /** In the order of files and lines. */
  readonly diagnostics: readonly Diagnostic[];
  /** What the project says, for other generators. */
  readonly program: ProgramModel;
  readonly crds: readonly BuiltCrd[];
}

/** Generates again and again; sources that did not change are not parsed again. */
export interface Generator {
  generate(): Promise<Generated>;
}

/**
 * What a project's TypeScript says, as manifests in memory; `writeFiles` puts them in place. Nothing is thrown for what a
 * user wrote: that is in `diagnostics`.
 *
 * @example
 * ```ts
 * const { files, diagnostics } = await generate({ folder: '.' });
 * if (diagnostics.some(({ severity }) => severity === 'error')) throw new Error('no manifests');
 * await writeFiles({ folder: '.', files });
 * ```
 */
export async function generate(options: GenerateOptions): Promise<Generated> {
  return (await createGenerator(options)).generate();
}

/** For watching: what is read stays in memory between the calls of `generate`. */
export async function createGenerator(options: GenerateOptions): Promise<Generator> {
  const folder = resolve(options.folder);
  const registry = createMarkerRegistry();
  const coreTypes = createCoreTypes({ registry });
  const reader = await createProgramReader({
    folder,
    registry,
    coreType: (goPackage, name) => coreTypes.find(goPackage, name),
    ...(options.files === undefined ? {} : { files: options.files }),
  });
  return {
    generate: async () => {
      const diagnostics = new Diagnostics();
      const program = reader.read(diagnostics);
      return generateFrom(program, diagnostics, { ...options, folder });
    },
  };
}

async function generateFrom(
  program: ProgramModel,
  diagnostics: Diagnostics,
  options: GenerateOptions,
): Promise<Generated> {
  const layout = { ...projectLayout(options.folder), ...options.layout };
  const parts = new Set(options.parts ?? GENERATOR_PARTS);
  const files: OutputFile[] = [];
  let crds: BuiltCrd[] = [];
  if (parts.has('crd')) {
    crds = await checkedCrds(program, diagnostics, options);
    for (const { crd } of crds) {
      const { group, names } = crd.spec;
      files.push({ path: `${layout.crds}/${group}_${names.plural}.yaml`, content: writeYaml([crd]) });
    }
  }
  if (parts.has('rbac')) {
    const { roleName } = options;
    const roles = createRoles({
      markers: program.fileMarkers,
      diagnostics,
      ...(roleName === undefined ? {} : { roleName }),
    });
    if (roles.length > 0) files.push({ path: layout.roles, content: writeYaml(roles) });
  }
  if (parts.has('webhook')) {
    const webhooks = await createWebhookConfigurations({ markers: program.fileMarkers, diagnostics });
    if (webhooks.length > 0) files.push({ path: layout.webhooks, content: writeYaml(webhooks) });
  }
  return {
    files: diagnostics.hasErrors ? [] : files.sort((a, b) => (a.path < b.path ? -1 : 1)),
    diagnostics: diagnostics.all(),
    program,
    crds,
  };
}

/** The server's checks, with their engine of expressions, are loaded when there is something to check. */
async function checkedCrds(
  program: ProgramModel,
  diagnostics: Diagnostics,
  options: GenerateOptions,
): Promise<BuiltCrd[]> {
  const { maxDescLen, embeddedObjectMeta, conversion, version } = options;
  const crds = buildCrds(program, {
    diagnostics,
    ...(maxDescLen === undefined ? {} : { maxDescLen }),
    ...(embeddedObjectMeta === undefined ? {} : { embeddedObjectMeta }),
    ...(conversion === undefined ? {} : { conversion }),
    ...(version === undefined ? {} : { generatorVersion: version }),
  });
  // A schema that is a guess would only be found wrong a second time.
  if (crds.length === 0 || diagnostics.hasErrors) return crds;
  const { checkCrd } = await import('../crd/check-crd.js');
  for (const crd of crds) checkCrd(crd, diagnostics);
  return crds;
}
