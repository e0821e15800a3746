import path from 'node:path';
import {
  createCoreTypeMatcher,
  importTypes,
  readClusterKinds,
  readKinds,
  writeFiles,
} from '@kubewright/generator';
import type { ImportedFile, ImportedKind } from '@kubewright/generator';
import { CliError } from '../errors.js';
import { readSource } from '../import/read-source.js';
import { contentOf } from '../import/content-of.js';
import { withTransport } from '../io/connect-cluster.js';
import { writeLine } from '../io/terminal.js';
import type { CommandIo } from '../io/terminal.js';

export interface ImportCommandOptions {
  /** Files, folders, `-` for standard input, addresses; none: the cluster. */
  readonly sources: readonly string[];
  /** The folder, or `-` for standard output. Defaults to `src/api`, for external kinds to `src/external`. */
  readonly output?: string;
  /** Kinds of others, of which the generator is to make no definitions. */
  readonly external: boolean;
  readonly context?: string;
  readonly kubeconfig?: string;
  /** Only these; all without. */
  readonly group?: readonly string[];
  readonly kind?: readonly string[];
  readonly perKind: boolean;
  /** The npm package that Kubernetes' types are imported from. */
  readonly package: string;
  readonly force: boolean;
}

/**
 * `kubewright import`: writes TypeScript types for the kinds of CustomResourceDefinitions, OpenAPI documents or a
 * cluster. Files that are there and differ are replaced with `force` only.
 */
export async function importCommand(options: ImportCommandOptions, io: CommandIo): Promise<number> {
  const kinds = chosen(await found(options, io), options);
  const files = importTypes({
    kinds,
    coreTypes: createCoreTypeMatcher(),
    packageName: options.package,
    filePerKind: options.perKind,
    external: options.external,
  });
  const { output = options.external ? 'src/external' : 'src/api' } = options;
  if (output === '-') print(files, io);
  else await write(files, { output, force: options.force }, io);
  return 0;
}

async function found(options: ImportCommandOptions, io: CommandIo): Promise<ImportedKind[]> {
  const { sources, context, kubeconfig, group } = options;
  const namesCluster = context !== undefined || kubeconfig !== undefined;
  if (sources.length > 0 && namesCluster)
    throw new CliError(
      'InvalidArgument',
      `give either sources (${sources.join(' ')}) or a cluster (--context, --kubeconfig), not both`,
    );
  if (sources.length > 0) {
    const texts = [];
    for (const source of sources) texts.push(...(await readSource(source, io)));
    return texts.flatMap(({ text, name }) => readKinds(text, name));
  }
  return withTransport({ kubeconfig, context }, io, (transport) =>
    readClusterKinds({
      transport,
      signal: io.signal,
      ...(group === undefined ? {} : { groups: group }),
    }),
  );
}

function chosen(kinds: readonly ImportedKind[], options: ImportCommandOptions): ImportedKind[] {
  const { sources, group, kind } = options;
  const names = sources.map((source) => (source === '-' ? 'standard input' : source));
  const from = sources.length === 0 ? 'the cluster' : names.join(' ');
  if (kinds.length === 0 && (sources.length > 0 || group === undefined))
    throw new CliError(
      'NothingToImport',
      `no CustomResourceDefinition and no OpenAPI v3 document in ${from}`,
    );
  const inGroups = only(kinds, 'group', group, from);
  return only(inGroups, 'kind', kind, from);
}

/** A wish that nothing fulfils is a mistake, and what there is helps with it. */
function only(
  kinds: readonly ImportedKind[],
  what: 'group' | 'kind',
  wanted: readonly string[] | undefined,
  from: string,
): ImportedKind[] {
  if (wanted === undefined) return [...kinds];
  const known = [...new Set(kinds.map((kind) => kind[what]))].sort();
  const missing = wanted.find((name) => !known.includes(name));
  if (missing !== undefined)
    throw new CliError(
      'NothingToImport',
      `no ${what} "${missing}" in ${from}${known.length === 0 ? '' : `: there is ${known.join(', ')}`}`,
    );
  return kinds.filter((kind) => wanted.includes(kind[what]));
}

function print(files: readonly ImportedFile[], io: CommandIo): void {
  for (const [index, { path: name, text }] of files.entries()) {
    const head = files.length === 1 ? '' : `${index === 0 ? '' : '\n'}// ${name}\n\n`;
    io.stdout.write(head + text);
  }
}

async function write(
  files: readonly ImportedFile[],
  options: { readonly output: string; readonly force: boolean },
  io: CommandIo,
): Promise<void> {
  const folder = path.resolve(io.cwd, options.output);
  const nameOf = (file: string): string => path.join(options.output, file);
  if (!options.force) {
    const inTheWay: string[] = [];
    for (const file of files) {
      const content = await contentOf(path.join(folder, file.path));
      if (content !== undefined && content !== file.text) inTheWay.push(nameOf(file.path));
    }
    if (inTheWay.length > 0)
      throw new CliError(
        'Refused',
        `${inTheWay.join(', ')} ${inTheWay.length === 1 ? 'exists and differs' : 'exist and differ'}: nothing was written; --force replaces ${inTheWay.length === 1 ? 'it' : 'them'}`,
      );
  }
  const { written } = await writeFiles({
    folder,
    files: files.map(({ path: name, text }) => ({ path: name, content: text })),
  });
  for (const { path: name, kinds } of files) {
    const verb = written.includes(name) ? 'wrote    ' : 'unchanged';
    writeLine(io.stdout, `${verb} ${nameOf(name)} (${kinds.join(', ')})`);
  }
}
