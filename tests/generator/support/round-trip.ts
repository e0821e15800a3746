import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import {
  buildCrds,
  checkCrd,
  createCoreTypeMatcher,
  createCoreTypes,
  createMarkerRegistry,
  Diagnostics,
  formatDiagnostic,
  importTypes,
  readKinds,
  readProgram,
} from '@kubewright/generator';
import type { ImportedFile } from '@kubewright/generator';
import { differences } from './equivalent-definitions.js';

/** What came of definitions that became TypeScript and definitions again. */
export interface RoundTrip {
  readonly files: readonly ImportedFile[];
  /** What the generator finds wrong with the TypeScript, and the API server with the definitions. */
  readonly findings: readonly string[];
  /** By the name of the definition; none when it came back equivalent. */
  readonly differences: Readonly<Record<string, readonly string[]>>;
  /** The definitions that came back. */
  readonly built: readonly CustomResourceDefinition[];
}

// Below the repository, so that the library is found as it is by its users.
const root = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url));

/** Imports the definitions of some texts, and makes definitions of the outcome. */
export async function roundTrip(
  texts: readonly string[],
  options: { external?: boolean } = {},
): Promise<RoundTrip> {
  const coreTypes = createCoreTypeMatcher();
  const kinds = texts.flatMap((text, index) => readKinds(text, `text ${index}`));
  const files = importTypes({ kinds, coreTypes, ...options });
  mkdirSync(root, { recursive: true });
  const folder = mkdtempSync(path.join(root, 'round-trip-'));
  try {
    for (const file of files) {
      const target = path.join(folder, 'src', file.path);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, file.text);
    }
    writeFileSync(path.join(folder, 'package.json'), '{ "name": "round-trip", "type": "module" }');
    writeFileSync(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: { module: 'nodenext', customConditions: ['@kubewright/source'] },
        include: ['src'],
      }),
    );
    const diagnostics = new Diagnostics();
    const registry = createMarkerRegistry();
    const types = createCoreTypes({ registry });
    const coreType = types.find.bind(types);
    const program = await readProgram({ folder, diagnostics, registry, coreType });
    const outcome = buildCrds(program, { diagnostics });
    for (const one of outcome) checkCrd(one, diagnostics);
    const built = outcome.map(({ crd }) => crd);
    const before = new Map(
      kinds.map(({ definition }) => [definition?.crd.metadata?.name ?? '', definition?.crd]),
    );
    return {
      files,
      built,
      findings: diagnostics.all().map((finding) => formatDiagnostic(finding, folder)),
      differences: Object.fromEntries(
        [...before].map(([name, crd]) => {
          const after = built.find(({ metadata }) => metadata?.name === name);
          return [
            name,
            crd === undefined || after === undefined
              ? ['it did not come back']
              : differences(crd, after, coreTypes),
          ];
        }),
      ),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
