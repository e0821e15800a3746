import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'rolldown';
import { entryOf } from '../build/bundle.js';
import { CliError } from '../errors.js';
import { replaceFile } from '../io/write-file.js';
import { bundlerFindings } from './finding.js';
import type { Finding } from './finding.js';

/** An operator's own code as one file, which imports packages from where they are installed. */
export interface ProgramBundle {
  readonly file: string;
  readonly code: string;
  /** The packages that it imports, as it names them. */
  readonly imports: readonly string[];
  /** The sources that it was made of: absolute paths. */
  readonly sources: readonly string[];
  /** Whether it runs by `runOperator`, which can wait to be started; any other program works as soon as it is loaded. */
  readonly waits: boolean;
}

/** What the bundler refuses. */
export class BundleError extends Error {
  override readonly name = 'BundleError';
  readonly code = 'CannotBundle';
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(findings[0]?.message ?? 'the program cannot be bundled');
    this.findings = findings;
  }
}

/** Where the program is written, relative to the project: there Node finds its packages as it does from the sources. */
const OUTPUT = path.join('.kubewright', 'dev');

/**
 * Bundles the sources of a project for running them at once: only its own files, so that it takes a few milliseconds.
 * In the bundle `import.meta.url` is still that of each source, so that files beside it are found.
 *
 * @throws BundleError naming file, line and column; CliError 'ProjectNotFound' where there is nothing to run.
 */
export async function bundleProgram(folder: string): Promise<ProgramBundle> {
  const { rolldown } = await import('rolldown');
  const input = await entryOf(folder);
  const unresolved: Finding[] = [];
  const tsconfig = path.join(folder, 'tsconfig.json');
  try {
    const build = await rolldown({
      input,
      cwd: folder,
      platform: 'node',
      plugins: [packagesStayOutside(folder), sourceLocations(folder)],
      ...(existsSync(tsconfig) ? { tsconfig } : {}),
      onLog: (_level, log) => {
        if (log.code === 'UNRESOLVED_IMPORT') unresolved.push(...bundlerFindings(log, folder));
      },
    });
    const name = await fileName(folder);
    const file = path.join(folder, OUTPUT, name);
    const { output } = await build.generate({ file, format: 'esm', sourcemap: true, codeSplitting: false });
    const sources = (await build.watchFiles).filter((source) => path.isAbsolute(source));
    await build.close();
    if (unresolved.length > 0) throw new BundleError(unresolved);
    const [chunk] = output;
    await replaceFile(`${file}.map`, JSON.stringify(chunk.map));
    await replaceFile(file, chunk.code);
    return {
      file,
      code: chunk.code,
      imports: chunk.imports,
      sources,
      waits: /\brunOperator\b/.test(chunk.code),
    };
  } catch (cause) {
    if (cause instanceof BundleError || cause instanceof CliError) throw cause;
    throw new BundleError(bundlerFindings(cause, folder));
  }
}

/** The packages that have `preloadOperator`. */
const RUNTIMES = new Set(['kubewright', '@kubewright/runtime']);

/** Writes a module that loads what the program imports, beside it, and what `runOperator` loads later. */
export async function writePreload({ file, imports }: ProgramBundle): Promise<string> {
  const preload = path.join(path.dirname(file), `preload${path.extname(file)}`);
  const lines = imports.map((name, at) => {
    const from = JSON.stringify(name);
    if (!RUNTIMES.has(name)) return `import ${from};`;
    // Older releases have none.
    return `import * as runtime${at} from ${from};\nawait runtime${at}.preloadOperator?.();`;
  });
  await replaceFile(preload, `${lines.join('\n')}\n`);
  return preload;
}

/** Node takes `.js` for an ES module only in packages of that type. */
async function fileName(folder: string): Promise<string> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '{}');
  return /"type"\s*:\s*"module"/.test(text) ? 'main.js' : 'main.mjs';
}

/** Installed packages are not bundled: they are many files, and do not change. What Node cannot run is. */
function packagesStayOutside(folder: string): Plugin {
  return {
    name: 'packages-stay-outside',
    resolveId: {
      filter: { id: /^[^./#]/ },
      async handler(source, importer, { isEntry }) {
        if (isEntry || importer === undefined || !importer.startsWith(folder + path.sep)) return null;
        const found = await this.resolve(source, importer, { skipSelf: true });
        if (found === null || found.external !== false) return null;
        const isPackage =
          !found.id.startsWith(folder + path.sep) || found.id.includes(`${path.sep}node_modules${path.sep}`);
        return isPackage && /\.([cm]?js|node)$/.test(found.id) ? { id: source, external: true } : null;
      },
    },
  };
}

/** Gives each source its own `import.meta.url`, `dirname` and `filename`, as if it were run where it stands. */
function sourceLocations(folder: string): Plugin {
  return {
    name: 'source-locations',
    transform: {
      filter: { code: /\bimport\s*\.\s*meta\b/ },
      async handler(code, id) {
        if (!id.startsWith(folder + path.sep)) return null;
        const values: Record<string, string> = {
          url: pathToFileURL(id).href,
          dirname: path.dirname(id),
          filename: id,
        };
        const { parseAstAsync } = await import('rolldown/parseAst');
        const uses: MetaUse[] = [];
        findMeta(await parseAstAsync(code, { lang: id.endsWith('x') ? 'tsx' : 'ts' }, id), uses);
        let text = code;
        for (const { start, end, name } of uses.sort((a, b) => b.start - a.start))
          if (name in values) text = text.slice(0, start) + JSON.stringify(values[name]) + text.slice(end);
        return { code: text, map: null };
      },
    },
  };
}

interface AstNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** `import.meta.name`, from `start` to `end` of a source. */
interface MetaUse {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

function findMeta(node: unknown, found: MetaUse[]): void {
  if (Array.isArray(node)) {
    for (const one of node) findMeta(one, found);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const { type, start, end, object, property, computed } = node as AstNode & {
    object?: AstNode;
    property?: { name?: string };
    computed?: boolean;
  };
  if (type === 'MemberExpression' && object?.type === 'MetaProperty' && computed === false)
    found.push({ start, end, name: property?.name ?? '' });
  for (const child of Object.values(node)) findMeta(child, found);
}
