import { existsSync } from 'node:fs';
import path from 'node:path';
import { isStatusConditionTrue, sleep } from '@kubewright/api';
import type { Clock, KubernetesObject } from '@kubewright/api';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { isAlreadyExists } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { retryOnConflict } from '@kubewright/runtime';
import { TestEnvironmentError } from './errors.js';
import { readManifests } from './manifests.js';

/**
 * A folder or file of CRD manifests, or several of them and of the objects themselves. Of a project's `config/crd` those in
 * its folder `bases`.
 */
export type CrdSource = string | ReadonlyArray<string | KubernetesObject>;

const POLL_MS = 20;

/**
 * Installs CRDs and waits until the server serves their kinds.
 *
 * @throws TestEnvironmentError 'InvalidCrd' for a file that is not YAML or holds no CRD; the server's ApiError when it refuses one.
 */
export async function installCrds(
  client: Client,
  source: CrdSource,
  options: {
    clock: Clock;
    signal?: AbortSignal | undefined;
    /** What becomes of each before it is installed. */
    change?: (crd: CustomResourceDefinition) => CustomResourceDefinition;
  },
): Promise<void> {
  const { change = (crd) => crd } = options;
  const sources = typeof source === 'string' ? [source] : source;
  const crds: CustomResourceDefinition[] = [];
  for (const one of sources) {
    if (typeof one === 'string') crds.push(...(await readCrds(one)));
    else crds.push(asCrd(one, 'crds'));
  }
  await Promise.all(crds.map((crd) => install(client, change(crd), options)));
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
    // The server's own controllers write their conditions meanwhile.
    await retryOnConflict(
      async () => {
        const current = await client.get(CustomResourceDefinition, crd.metadata?.name ?? '');
        await client.update({ ...current, spec: crd.spec });
      },
      { clock, ...(signal !== undefined && { signal }) },
    );
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
  const crds = (await readManifests(source, 'InvalidCrd'))
    .filter(({ object }) => object.kind === 'CustomResourceDefinition')
    .map(({ object, file }) => asCrd(object, file));
  const bases = path.join(source, 'bases');
  if (crds.length === 0 && existsSync(bases)) return readCrds(bases);
  if (crds.length === 0)
    throw new TestEnvironmentError('InvalidCrd', `${source}: no CustomResourceDefinition in it`);
  return crds;
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
