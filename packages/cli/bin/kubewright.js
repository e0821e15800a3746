#!/usr/bin/env node
import module from 'node:module';
import { compileCacheFolder } from '../dist/io/compile-cache.js';

// Node from 22.8 keeps what V8 compiled of all modules; before, the generator does so for the TypeScript compiler.
module.enableCompileCache?.(compileCacheFolder(process.env));

const { run } = await import('../dist/main.js');
process.exitCode = await run(process.argv.slice(2));
