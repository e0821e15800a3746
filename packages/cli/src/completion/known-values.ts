import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import type { CommandIo } from '../io/terminal.js';
import type { Candidate, ValueSource } from './completions.js';

/**
 * The values that this machine and the project know. Completing must not fail nor take long: what cannot be read has no
 * values, and no cluster is asked. What a shell would not take as it stands is left out, for shells insert it as it stands:
 * the name of a context may come from whoever sent the kubeconfig.
 */
export function knownValues(io: CommandIo): ValueSource {
  return async (placeholder) => (await valuesFor(placeholder, io)).filter(({ value }) => PLAIN.test(value));
}

const PLAIN = /^[\w@%+:,./-]+$/;

function valuesFor(placeholder: string, io: CommandIo): Promise<Candidate[]> {
  switch (placeholder) {
    case 'context':
      return contexts(io);
    case 'kind':
    case 'kind/name':
      return kinds(io);
    case 'controller':
      return controllers(io);
    case 'marker':
      return markers();
    default:
      return Promise.resolve([]);
  }
}

async function contexts({ env, cwd }: CommandIo): Promise<Candidate[]> {
  const files = (env['KUBECONFIG'] ?? '').split(path.delimiter).filter((file) => file !== '');
  if (files.length === 0 && env['HOME'] !== undefined) files.push(path.join(env['HOME'], '.kube', 'config'));
  const found = await Promise.all(files.map((file) => parsed(path.resolve(cwd, file))));
  return found.flatMap((config) =>
    listIn(config, 'contexts').flatMap((one) => {
      const { name, context } = one as { name?: unknown; context?: { cluster?: unknown } };
      return typeof name === 'string' ? [{ value: name, description: textOf(context?.cluster) }] : [];
    }),
  );
}

/** Those that the PROJECT file names, and those of CRDs that it does not name. */
async function kinds({ cwd }: CommandIo): Promise<Candidate[]> {
  const project = await parsed(path.join(cwd, 'PROJECT'));
  const named = listIn(project, 'resources').map((one) => {
    const { kind, group, version } = one as Record<string, unknown>;
    return { kind, description: `${textOf(group)}/${textOf(version)}` };
  });
  const bases = path.join(cwd, 'config', 'crd', 'bases');
  const files = await readdir(bases).catch(() => []);
  const defined = await Promise.all(
    files.filter((file) => file.endsWith('.yaml')).map((file) => parsed(path.join(bases, file))),
  );
  const all = [...named, ...defined.map(kindOfDefinition)].flatMap(({ kind, description }) =>
    typeof kind === 'string' ? [{ value: kind, description }] : [],
  );
  return [...new Map(all.reverse().map((one) => [one.value, one])).values()].reverse();
}

/** As the PROJECT file has them: by name, or one that is named by its kind. */
async function controllers({ cwd }: CommandIo): Promise<Candidate[]> {
  const project = await parsed(path.join(cwd, 'PROJECT'));
  return listIn(project, 'resources').flatMap((resource) => {
    const { kind, controller } = resource as Record<string, unknown>;
    const named = listIn(resource, 'controllers').map((one) =>
      textOf((one as Record<string, unknown>)['name']),
    );
    const names = named.length > 0 || controller !== true ? named : [textOf(kind).toLowerCase()];
    return names.map((value) => ({ value, description: textOf(kind) }));
  });
}

function kindOfDefinition(definition: unknown): { kind: unknown; description: string } {
  const { spec } = (definition ?? {}) as { spec?: { group?: string; names?: { kind?: unknown } } };
  return { kind: spec?.names?.kind, description: spec?.group ?? '' };
}

async function markers(): Promise<Candidate[]> {
  const { createMarkerRegistry } = await import('@kubewright/generator');
  return createMarkerRegistry().definitions.map(({ name }) => ({ value: name, description: '' }));
}

async function parsed(file: string): Promise<unknown> {
  try {
    return parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function listIn(value: unknown, key: string): readonly object[] {
  const list =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  return Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : [];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
