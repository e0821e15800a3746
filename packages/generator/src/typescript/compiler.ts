import { createRequire } from 'node:module';
import type * as typescript from 'typescript';
import { requireCached } from './code-cache.js';

/**
 * The TypeScript compiler. `require` and not `import`: Node would first look through nine megabytes of CommonJS for
 * names to export. Whoever imports this module pays a quarter of a second, so the door of the folder does it late.
 */
export const ts = requireCached(createRequire(import.meta.url).resolve('typescript')) as typeof typescript;
export type { typescript as TypeScript };
