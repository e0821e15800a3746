import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The text of a file, or undefined where there is none. */
export function readIfExists(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Remembers that the work described by `fingerprint` is done. */
export function writeStamp(file, fingerprint) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${fingerprint}\n`);
}

export function stampMatches(file, fingerprint) {
  return readIfExists(file)?.trimEnd() === fingerprint;
}
