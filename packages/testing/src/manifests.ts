import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { KubernetesObject } from '@kubewright/api';
import { TestEnvironmentError } from './errors.js';
import type { TestEnvironmentErrorCode } from './errors.js';

/** The objects in a YAML or JSON file, or in all of a folder. Throws a TestEnvironmentError of the code given. */
export async function readManifests(
  source: string,
  code: TestEnvironmentErrorCode,
): Promise<Array<{ object: KubernetesObject; file: string }>> {
  const { parseAllDocuments } = await import('yaml');
  const found: Array<{ object: KubernetesObject; file: string }> = [];
  for (const file of await filesOf(source, code)) {
    for (const document of parseAllDocuments(await readFile(file, 'utf8'))) {
      const [error] = document.errors;
      if (error !== undefined)
        throw new TestEnvironmentError(code, `${file}: ${error.message.split('\n')[0] ?? ''}`, {
          cause: error,
        });
      const object = document.toJS() as KubernetesObject | null;
      if (object !== null) found.push({ object, file });
    }
  }
  return found;
}

async function filesOf(source: string, code: TestEnvironmentErrorCode): Promise<string[]> {
  try {
    if (!(await stat(source)).isDirectory()) return [source];
    const names = (await readdir(source)).filter((name) => /\.(ya?ml|json)$/.test(name)).sort();
    return names.map((name) => path.join(source, name));
  } catch (cause) {
    const what = code === 'InvalidCrd' ? 'CRDs' : 'webhook configurations';
    throw new TestEnvironmentError(code, `cannot read ${what} from ${source}: ${(cause as Error).message}`, {
      cause,
    });
  }
}
