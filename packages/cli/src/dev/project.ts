import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { KubernetesObject } from '@kubewright/api';
import { CliError } from '../errors.js';
import { readManifests } from '../io/manifests.js';
import type { Manifest } from '../io/manifests.js';
import { renderKustomization } from '../kustomize/render.js';
import { relativeTo } from './finding.js';
import type { Finding } from './finding.js';

/** An operator's project. */
export interface Project {
  readonly name: string;
  readonly folder: string;
}

/** What a project's `config` has for a cluster on which the operator is developed. */
export interface ProjectManifests {
  /** From config/crd: what its kustomization stands for, or the files of config/crd/bases or of the folder itself. */
  readonly definitions: readonly Manifest[];
  /** The ClusterRoles of config/rbac. */
  readonly roles: readonly Manifest[];
  /** The webhook configurations of config/webhook. */
  readonly webhooks: readonly Manifest[];
  /** From config/samples. */
  readonly samples: readonly Manifest[];
  /** Files that cannot be read. */
  readonly findings: readonly Finding[];
}

/** @throws CliError 'ProjectNotFound' naming the file. */
export async function loadProject(folder: string): Promise<Project> {
  const { name } = await readPackage(path.join(folder, 'package.json'));
  return { name: name ?? path.basename(folder), folder };
}

/** What is there now. What cannot be read is told in the findings, and does not hide the rest. */
export async function readProjectManifests(folder: string): Promise<ProjectManifests> {
  const findings: Finding[] = [];
  const config = path.join(folder, 'config');
  const read = async (part: string, kinds?: RegExp): Promise<Manifest[]> => {
    const manifests = await manifestsIn(path.join(config, part), folder, findings);
    return kinds === undefined ? manifests : manifests.filter(({ object }) => kinds.test(object.kind));
  };
  return {
    definitions: await readDefinitions(config, folder, findings),
    roles: await read('rbac', /^ClusterRole$/),
    webhooks: await read('webhook', /^(Mutating|Validating)WebhookConfiguration$/),
    samples: await read('samples'),
    findings,
  };
}

async function readDefinitions(config: string, folder: string, findings: Finding[]): Promise<Manifest[]> {
  const crd = path.join(config, 'crd');
  const bases = path.join(crd, 'bases');
  const files = await manifestsIn(existsSync(bases) ? bases : crd, folder, findings);
  const definitions = files.filter(({ object }) => object.kind === 'CustomResourceDefinition');
  const kustomization = path.join(crd, 'kustomization.yaml');
  if (findings.length > 0 || !existsSync(kustomization)) return definitions;
  try {
    const rendered = (await renderKustomization({ folder: crd })) as Array<Manifest['object']>;
    // One that it does not name, yet, is a definition of the project all the same.
    const named = new Set(rendered.map(nameOf));
    return [
      ...rendered
        .filter(({ kind }) => kind === 'CustomResourceDefinition')
        .map((object) => ({
          file: definitions.find((one) => nameOf(one.object) === nameOf(object))?.file ?? kustomization,
          object,
        })),
      ...definitions.filter(({ object }) => !named.has(nameOf(object))),
    ];
  } catch (cause) {
    findings.push(fileFinding(cause, kustomization, folder));
    return definitions;
  }
}

const nameOf = ({ metadata }: KubernetesObject): string => metadata?.name ?? '';

async function manifestsIn(part: string, folder: string, findings: Finding[]): Promise<Manifest[]> {
  if (!existsSync(part)) return [];
  const names = (await readdir(part)).filter((name) => /^[^.].*\.(ya?ml|json)$/.test(name)).sort();
  const manifests: Manifest[] = [];
  for (const name of names) {
    if (/^kustomiz(ation|econfig)\.ya?ml$/.test(name)) continue;
    const file = path.join(part, name);
    try {
      manifests.push(...(await readManifests(file)));
    } catch (cause) {
      findings.push(fileFinding(cause, file, folder));
    }
  }
  return manifests;
}

/** The file is named at the front of such a message, and the place at its end. */
function fileFinding(cause: unknown, file: string, folder: string): Finding {
  if (!(cause instanceof CliError)) throw cause;
  const message = cause.message.startsWith(`${file}: `)
    ? cause.message.slice(file.length + 2)
    : cause.message;
  const [place, line, column] = / at line (\d+), column (\d+):?$/.exec(message) ?? [];
  return {
    severity: 'error',
    message: place === undefined ? message : message.slice(0, -place.length),
    file: relativeTo(folder, file),
    ...(place === undefined ? {} : { line: Number(line), column: Number(column) }),
  };
}

async function readPackage(file: string): Promise<{ name?: string }> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new CliError(
      'ProjectNotFound',
      `no operator's project at ${path.dirname(file)}: it has no package.json; name its folder, or make one with "kubewright init"`,
      { cause },
    );
  }
  try {
    return JSON.parse(text) as { name?: string };
  } catch (cause) {
    throw new CliError('ProjectNotFound', `${file} is not valid JSON: ${(cause as Error).message}`, {
      cause,
    });
  }
}
