import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';

let cacheFolder: string | undefined;

/**
 * Keeps what V8 makes of the TypeScript compiler's nine megabytes in a folder, so that the next process does not compile
 * them again: half of the time of a short run. The folder must be the user's own, because what lies there is executed.
 * To be called before the generator is used; without it nothing is kept. On Node from 22.8 `module.enableCompileCache`
 * does the same for all modules.
 */
export function keepCompiledTypeScript(options: { folder: string }): void {
  cacheFolder = options.folder;
}

/** Loads a CommonJS module from its file, with its code from the cache where one is kept. */
export function requireCached(file: string): unknown {
  const require = createRequire(file);
  if (cacheFolder === undefined) return require(file);
  const source = readFileSync(file, 'utf8');
  // V8 itself knows the source again by its length only.
  const { mtimeMs, size } = statSync(file);
  const name = [path.basename(file), size, Math.trunc(mtimeMs), process.versions.v8].join('-');
  const cache = path.join(cacheFolder, `${name}.bin`);
  const cachedData = readIfThere(cache);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: file,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  const module = { exports: {} };
  const run = script.runInThisContext() as (...args: unknown[]) => void;
  run(module.exports, require, module, file, path.dirname(file));
  // Made after the run, it has the functions that the run compiled.
  if (cachedData === undefined || script.cachedDataRejected === true) keep(cache, script);
  return module.exports;
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** A cache that cannot be written costs time and nothing else. */
function keep(file: string, script: Script): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const temporary = `${file}.${process.pid}`;
    writeFileSync(temporary, script.createCachedData(), { mode: 0o600 });
    renameSync(temporary, file);
  } catch {
    return;
  }
}
