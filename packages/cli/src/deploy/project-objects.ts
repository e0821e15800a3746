import { existsSync } from 'node:fs';
import path from 'node:path';
import type { KubernetesObject } from '@kubewright/api';
import { CliError } from '../errors.js';
import { formatImageReference, parseImageReference } from '../image/image-reference.js';
import { readManifestFolder } from '../io/manifests.js';
import { renderKustomization } from '../kustomize/render.js';

/** The name that stands for the operator's image in `config/manager`, as kubebuilder writes it. */
const PLACEHOLDER = 'controller';

/** What `deploy` applies: `config/default` with the image of the operator. */
export async function deploymentObjects(options: {
  readonly folder: string;
  readonly kustomization: string;
  readonly image?: string;
}): Promise<KubernetesObject[]> {
  const folder = path.resolve(options.folder, options.kustomization);
  if (!existsSync(folder))
    throw new CliError(
      'ProjectNotFound',
      `"${folder}" does not exist: an operator's project keeps there what is deployed`,
    );
  return renderKustomization({
    folder,
    images: options.image === undefined ? [] : imageRules(options.image),
  });
}

function imageRules(image: string) {
  const { tag, digest, ...rest } = parseImageReference(image);
  const newName = formatImageReference(rest);
  return [
    { name: PLACEHOLDER, newName, ...(digest === undefined ? { newTag: tag ?? 'latest' } : { digest }) },
  ];
}

/** The CustomResourceDefinitions of a project. */
export async function definitionObjects(folder: string): Promise<KubernetesObject[]> {
  const crd = path.join(folder, 'config', 'crd');
  if (existsSync(path.join(crd, 'kustomization.yaml'))) return renderKustomization({ folder: crd });
  if (!existsSync(crd))
    throw new CliError(
      'ProjectNotFound',
      `"${crd}" does not exist: an operator's project keeps its CRDs there`,
    );
  const bases = path.join(crd, 'bases');
  return (await readManifestFolder(existsSync(bases) ? bases : crd)).map(({ object }) => object);
}
