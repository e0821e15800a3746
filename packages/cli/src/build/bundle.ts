import { existsSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { CliError } from '../errors.js';

export interface BundleOptions {
  /** The operator's project. */
  readonly folder: string;
  /** Where `main.js` and its source map go; emptied first. */
  readonly output: string;
}

export interface Bundle {
  readonly file: string;
  readonly sizeBytes: number;
}

/**
 * Makes one file of an operator with everything that it imports: `src/main.ts`, or else `main` of package.json. Throws
 * `CliError` `CannotBundle` with what the bundler found wrong, by file and line.
 */
export async function bundleProject({ folder, output }: BundleOptions): Promise<Bundle> {
  const input = await entryOf(folder);
  await rm(output, { recursive: true, force: true });
  const file = path.join(output, 'main.js');
  const problems: string[] = [];
  const tsconfig = path.join(folder, 'tsconfig.json');
  try {
    const build = await rolldown({
      input,
      platform: 'node',
      ...(existsSync(tsconfig) ? { tsconfig } : {}),
      onLog: (_level, { code, message }) => {
        // A package that is not there would be looked for when the container starts.
        if (code === 'UNRESOLVED_IMPORT') problems.push(message);
      },
    });
    // Node keeps the whole map in memory: with the sources in it that is 9 MiB more.
    await build.write({
      file,
      format: 'esm',
      sourcemap: true,
      sourcemapExcludeSources: true,
      codeSplitting: false,
    });
    await build.close();
  } catch (cause) {
    throw new CliError('CannotBundle', `cannot make one file of "${input}": ${(cause as Error).message}`, {
      cause,
    });
  }
  if (problems.length > 0)
    throw new CliError('CannotBundle', `cannot make one file of "${input}": ${problems.join('; ')}`);
  return { file, sizeBytes: (await stat(file)).size };
}

/** Where an operator starts: `src/main.ts`, or else `main` of package.json. Throws `CliError` `ProjectNotFound` where neither is. */
export async function entryOf(folder: string): Promise<string> {
  const source = path.join(folder, 'src', 'main.ts');
  if (existsSync(source)) return source;
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch((cause: unknown) => {
    throw new CliError(
      'ProjectNotFound',
      `no operator's project at ${folder}: it has no package.json; name its folder, or make one with "kubewright init"`,
      { cause },
    );
  });
  const main = path.resolve(folder, (JSON.parse(text) as { main?: string }).main ?? 'dist/main.js');
  if (existsSync(main)) return main;
  throw new CliError(
    'ProjectNotFound',
    `neither ${source} nor ${main} exists: an operator starts in src/main.ts`,
  );
}
