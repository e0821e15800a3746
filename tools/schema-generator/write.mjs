import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the workspace that these generators stand in, and below which they write. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Writes a file below the root, unless it has that text already. */
export function write(name, text) {
  const file = path.join(root, name);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** A text as a string literal of TypeScript. */
export const literal = (text) =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

export const OPENAPI_HEADER = `// Generated from the OpenAPI v3 documents of Kubernetes by tools/schema-generator; do not edit.
// Descriptions: Copyright The Kubernetes Authors, Apache-2.0.
`;
