import path from 'node:path';

/** What has to be done again. */
export interface Work {
  /** The manifests that types and markers say. */
  readonly generate: boolean;
  /** The compiler's options, or what is installed, have changed. */
  readonly reset: boolean;
  /** The program. */
  readonly bundle: boolean;
  /** The operator, though its code be the same: files that it reads have changed, or it has ended. */
  readonly restart: boolean;
  /** What `config` says. */
  readonly apply: boolean;
}

export const NOTHING: Work = { generate: false, reset: false, bundle: false, restart: false, apply: false };

export function isNothing(work: Work): boolean {
  return Object.values(work).every((part) => part === false);
}

export function both(one: Work, other: Work): Work {
  return {
    generate: one.generate || other.generate,
    reset: one.reset || other.reset,
    bundle: one.bundle || other.bundle,
    restart: one.restart || other.restart,
    apply: one.apply || other.apply,
  };
}

const CODE = /\.[cm]?[jt]sx?$/;
const TESTS = /\.(test|spec)(-d)?\.[cm]?[jt]sx?$/;
const MANIFESTS = /\.(ya?ml|json)$/;
/** What editors leave beside a file while they save it. */
const LEFTOVERS = /^\.|~$|\.(sw[a-z]|tmp|bak|orig)$|^[0-9]+$|^#.*#$/;
/** At the top of a project: what decides how its code is read and what it imports. */
const SETTINGS = /^(tsconfig(\..*)?\.json|package\.json|package-lock\.json)$/;

export interface ProjectFiles {
  readonly folder: string;
  /** The sources of the program as it was last bundled: absolute paths. */
  readonly sources: ReadonlySet<string>;
}

/** What a change of a file asks for. */
export function workFor(file: string, { folder, sources }: ProjectFiles): Work {
  const parts = path.relative(folder, file).split(path.sep);
  const name = path.basename(file);
  if (sources.has(file)) return { ...NOTHING, generate: /\.[cm]?tsx?$/.test(name), bundle: true };
  if (LEFTOVERS.test(name) || TESTS.test(name)) return NOTHING;
  if (parts.length === 1)
    return SETTINGS.test(name) ? { ...NOTHING, generate: true, reset: true, bundle: true } : NOTHING;
  if (parts[0] === '..') return NOTHING;
  if (parts[0] === 'config') return MANIFESTS.test(name) ? { ...NOTHING, apply: true } : NOTHING;
  if (parts[0] === 'src' && CODE.test(name))
    return { ...NOTHING, generate: /\.[cm]?tsx?$/.test(name), bundle: true };
  // A file that the operator may read when it runs: a template, a manifest of an operand.
  return CODE.test(name) ? NOTHING : { ...NOTHING, bundle: true, restart: true };
}

/** Folders that hold nothing that a person writes for the operator. */
export function isIgnoredFolder(name: string): boolean {
  return (
    name.startsWith('.') ||
    ['node_modules', 'dist', 'bin', 'coverage', 'docs', 'test', 'tests', 'e2e', 'hack'].includes(name)
  );
}
