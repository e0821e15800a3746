import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Deployment } from 'kubewright/apps/v1';
import { ConfigMap, Service } from 'kubewright/core/v1';
import type { Kind, KubernetesObject } from 'kubewright';
import { parse } from 'yaml';

/** The operand as the files in `assets` describe it. */
export interface OperandManifests {
  readonly deployment: Deployment;
  readonly service: Service;
  readonly configMap: ConfigMap;
}

/** A manifest that the operator cannot work with: it came with the image, so only another image helps. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError';
  readonly reason: 'OperandManifestNotAvailable' | 'OperandManifestInvalid';

  constructor(reason: ManifestError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Reads the manifests in a folder. Throws a `ManifestError` that names the file and what is wrong with it. */
export async function readOperandManifests(folder: string): Promise<OperandManifests> {
  const [deployment, service, configMap] = await Promise.all([
    readManifest(path.join(folder, 'nginx_deployment.yaml'), Deployment),
    readManifest(path.join(folder, 'nginx_service.yaml'), Service),
    readManifest(path.join(folder, 'nginx_configmap.yaml'), ConfigMap),
  ]);
  if (deployment.spec?.template.spec?.containers[0] === undefined)
    throw new ManifestError(
      'OperandManifestInvalid',
      `${path.join(folder, 'nginx_deployment.yaml')}: its pods have no container`,
    );
  return { deployment, service, configMap };
}

async function readManifest<T extends KubernetesObject>(file: string, kind: Kind<T>): Promise<T> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ManifestError(
      'OperandManifestNotAvailable',
      `unable to read the operand's manifest: ${messageOf(cause)}`,
      { cause },
    );
  });
  const invalid = (what: string, cause?: unknown) =>
    new ManifestError('OperandManifestInvalid', `${file}: ${what}`, { cause });
  let found: unknown;
  try {
    found = parse(text);
  } catch (cause) {
    throw invalid(messageOf(cause), cause);
  }
  const { apiVersion, kind: name } = (found ?? {}) as KubernetesObject;
  if (apiVersion !== kind.apiVersion || name !== kind.kind)
    throw invalid(
      `it must be a ${kind.kind} of ${kind.apiVersion}, not ${name ?? '?'} of ${apiVersion ?? '?'}`,
    );
  return found as T;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
