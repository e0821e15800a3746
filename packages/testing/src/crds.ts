import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isStatusConditionTrue, sleep } from '@kubewright/api';
import type { Clock, KubernetesObject } from '@kubewright/api';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { isAlreadyExists } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { TestEnvironmentError } from './errors.js';

/** A folder or file of CRD manifests, or the objects themselves. */
export type CrdSource = string | readonly KubernetesObject[];

const POLL_MS = 20;

/**
 * Installs CRDs and waits until the server serves their kinds.
 *
 * @throws TestEnvironmentError 'InvalidCrd' for a file that is not YAML or holds no CRD; the server's ApiError when it refuses one.
 */
export async function installCrds(
  client: Client,
  source: CrdSource,
  options: { clock: Clock; signal?: AbortSignal | undefined },
): Promise<void> {
  const crds = typeof source === 'string' ? await readCrds(source) : source.map((o) => asCrd(o, 'crds'));
  await Promise.all(crds.map((crd) => install(client, crd, options)));
}

async function install(
  client: Client,
  crd: CustomResourceDefinition,
  { clock, signal }: { clock: Clock; signal?: AbortSignal | undefined },
): Promise<void> {
  try {
    await client.create(crd);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    const current = await client.get(CustomResourceDefinition, crd.metadata?.name ?? '');
    await client.update({ ...current, spec: crd.spec });
  }
  const name = crd.metadata?.name ?? '';
  while (
    !isStatusConditionTrue(
      (await client.get(CustomResourceDefinition, name)).status?.conditions,
      'Established',
    )
  )
    await sleep(clock, POLL_MS, signal);
  // Established is said a moment before every handler serves the new kind.
  for (const version of crd.spec.versions.filter((v) => v.served)) {
    const path = `/apis/${crd.spec.group}/${version.name}/${crd.spec.names.plural}?limit=1`;
    for (;;) {
      const response = await client.transport.request({
        method: 'GET',
        path,
        ...(signal === undefined ? {} : { signal }),
      });
      await response.body.bytes();
      if (response.status === 200) break;
      await sleep(clock, POLL_MS, signal);
    }
  }
}

async function readCrds(source: string): Promise<CustomResourceDefinition[]> {
  const { parseAllDocuments } = await import('yaml');
  const crds: CustomResourceDefinition[] = [];
  for (const file of await filesOf(source)) {
    for (const document of parseAllDocuments(await readFile(file, 'utf8'))) {
      const [error] = document.errors;
      if (error !== undefined)
        throw new TestEnvironmentError('InvalidCrd', `${file}: ${error.message.split('\n')[0] ?? ''}`, {
          cause: error,
        });
      const value: unknown = document.toJS();
      if ((value as KubernetesObject | null)?.kind === 'CustomResourceDefinition')
        crds.push(asCrd(value, file));
    }
  }
  if (crds.length === 0)
    throw new TestEnvironmentError('InvalidCrd', `${source}: no CustomResourceDefinition in it`);
  return crds;
}

async function filesOf(source: string): Promise<string[]> {
  try {
    if (!(await stat(source)).isDirectory()) return [source];
    const names = (await readdir(source)).filter((name) => /\.(ya?ml|json)$/.test(name)).sort();
    return names.map((name) => path.join(source, name));
  } catch (cause) {
    throw new TestEnvironmentError(
      'InvalidCrd',
      `cannot read CRDs from ${source}: ${(cause as Error).message}`,
      { cause },
    );
  }
}

function asCrd(value: unknown, from: string): CustomResourceDefinition {
  const crd = value as CustomResourceDefinition | null;
  if (crd?.kind !== 'CustomResourceDefinition' || !Array.isArray(crd.spec?.versions))
    throw new TestEnvironmentError(
      'InvalidCrd',
      `${from}: not a CustomResourceDefinition of apiextensions.k8s.io/v1`,
    );
  return crd;
}
