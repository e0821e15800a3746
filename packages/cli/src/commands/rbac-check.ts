import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { CallLogError, readCallLog } from '@kubewright/client/recording';
import type { RecordedCall } from '@kubewright/client/recording';
import {
  checkPermissions,
  createMarkerRegistry,
  createRoles,
  Diagnostics,
  formatDiagnostic,
  readProgram,
  rulesOfRoles,
} from '@kubewright/generator';
import type { Diagnostic, FileMarker, PermissionReport, RbacManifest } from '@kubewright/generator';
import { CliError } from '../errors.js';
import { readManifestFolder, readManifests } from '../io/manifests.js';
import { writeLine } from '../io/terminal.js';
import type { CommandIo } from '../io/terminal.js';

export interface RbacCheckOptions {
  /** The operator's project. */
  readonly folder: string;
  /** File or folder of recorded calls, relative to the working directory. */
  readonly calls: string;
  /** Files or folders of roles to hold the calls against, in place of the markers. */
  readonly roles: readonly string[];
  /** Fails for rules that are too much, too. */
  readonly strict: boolean;
  /** Prints the marker lines that are needed, and nothing else. */
  readonly fix: boolean;
  readonly output: 'text' | 'json';
}

/**
 * `kubewright rbac check`: what recorded calls say about the rules that a project declares. Exit code 1: a call that no
 * rule allows, or a marker that cannot be read; with `strict` also a rule that was not used.
 */
export async function rbacCheckCommand(options: RbacCheckOptions, io: CommandIo): Promise<number> {
  const folder = path.resolve(io.cwd, options.folder);
  if (!existsSync(folder))
    throw new CliError('ProjectNotFound', `${folder} does not exist: name the folder of a project`);
  const calls = await readCalls(path.resolve(io.cwd, options.calls), options.calls);
  const diagnostics = new Diagnostics();
  const byRoles = options.roles.length > 0;
  const markers = byRoles ? [] : await rbacMarkers(folder, diagnostics);
  const rules = byRoles
    ? await rulesOfRoles({
        manifests: await manifestsOf(
          options.roles.map((role) => path.resolve(io.cwd, role)),
          io,
        ),
        judged: true,
      })
    : await otherRules(folder, markers, io);
  const report = await checkPermissions({ calls, markers, rules, diagnostics });
  const found = diagnostics.all();
  print(report, found, options, io);
  const counts = (severity: Diagnostic['severity']): boolean =>
    found.some((diagnostic) => diagnostic.severity === severity);
  return counts('error') || (options.strict && counts('warning')) ? 1 : 0;
}

async function readCalls(file: string, given: string): Promise<RecordedCall[]> {
  const hint = `run the tests with KUBEWRIGHT_RECORD_CALLS=${given} first`;
  if (!existsSync(file)) throw new CliError('InvalidArgument', `no calls are recorded at ${file}: ${hint}`);
  try {
    const calls = await readCallLog(file);
    if (calls.length > 0) return calls;
  } catch (error) {
    if (error instanceof CallLogError) throw new CliError('InvalidArgument', error.message, { cause: error });
    throw error;
  }
  throw new CliError('InvalidArgument', `${file} holds no calls: ${hint}`);
}

/** What is wrong with types is for other commands to say. */
const ABOUT_MARKERS: ReadonlySet<Diagnostic['code']> = new Set([
  'SyntaxError',
  'UnknownMarker',
  'InvalidMarker',
  'MisplacedMarker',
]);

async function rbacMarkers(folder: string, diagnostics: Diagnostics): Promise<readonly FileMarker[]> {
  const all = new Diagnostics();
  const { fileMarkers } = await readProgram({
    folder,
    registry: createMarkerRegistry(),
    coreType: () => undefined,
    diagnostics: all,
  });
  for (const { code, severity, message, position, hint } of all.all()) {
    if (!ABOUT_MARKERS.has(code)) continue;
    if (severity === 'error') diagnostics.error(code, position, message, hint);
    else diagnostics.warn(code, position, message, hint);
  }
  return fileMarkers;
}

/** The roles in config/rbac that the operator has besides those of its markers, as for leader election and metrics. */
async function otherRules(
  folder: string,
  markers: readonly FileMarker[],
  io: CommandIo,
): Promise<Awaited<ReturnType<typeof rulesOfRoles>>> {
  const config = path.join(folder, 'config', 'rbac');
  if (!existsSync(config)) return [];
  const manifests = await manifestsOf([config], io);
  if (!manifests.some(({ object }) => object.kind?.endsWith('Binding') === true)) return [];
  const made = createRoles({ markers, diagnostics: new Diagnostics() });
  const except = new Set(['manager-role', ...made.map(({ metadata }) => metadata?.name ?? '')]);
  return rulesOfRoles({ manifests, judged: false, except });
}

async function manifestsOf(paths: readonly string[], io: CommandIo): Promise<RbacManifest[]> {
  const manifests: RbacManifest[] = [];
  for (const given of paths) {
    if (!existsSync(given)) throw new CliError('InvalidArgument', `${given} does not exist`);
    const isFolder = (await stat(given)).isDirectory();
    const read = isFolder ? await readManifestFolder(given) : await readManifests(given);
    manifests.push(...read.map(({ file, object }) => ({ file: path.relative(io.cwd, file), object })));
  }
  return manifests;
}

function print(
  report: PermissionReport,
  found: readonly Diagnostic[],
  { output, fix }: RbacCheckOptions,
  io: CommandIo,
): void {
  const { calls, rules, missing, unused, broad, add, needed } = report;
  const relative = (file: string): string => path.relative(io.cwd, file);
  if (output === 'json') {
    const files = needed.map(({ file, lines }) => ({ file: relative(file), lines }));
    writeLine(
      io.stdout,
      JSON.stringify(
        { calls, rules, missing, unused, broad, add, needed: files, diagnostics: found },
        null,
        2,
      ),
    );
    return;
  }
  if (fix) {
    for (const [i, { file, lines }] of needed.entries()) {
      if (i > 0) writeLine(io.stdout, '');
      writeLine(io.stdout, `// ${file === '' ? 'no file has markers yet' : relative(file)}`);
      for (const line of lines) writeLine(io.stdout, line);
    }
    return;
  }
  for (const diagnostic of found) writeLine(io.stdout, formatDiagnostic(diagnostic, io.cwd));
  if (add.length > 0) {
    writeLine(io.stdout, '\nadd:');
    for (const line of add) writeLine(io.stdout, line);
    writeLine(io.stdout, '');
  }
  const idle = unused.length + broad.length;
  const tooMuch = idle === 1 ? '1 rule allows more than was used' : `${idle} rules allow more than was used`;
  const ofRules = rules === 0 ? 'no rule is declared' : idle === 0 ? 'every rule was used' : tooMuch;
  const ofCalls = missing.length === 0 ? 'all are allowed' : `${count(missing.length, 'permission')} missing`;
  writeLine(io.stdout, `${count(calls, 'distinct call')}: ${ofCalls}, ${ofRules}`);
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;
