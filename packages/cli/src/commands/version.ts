import path from 'node:path';
import { KUBERNETES_VERSION } from '@kubewright/api';
import { writeJson } from '../io/output-format.js';
import type { OutputFormat } from '../io/output-format.js';
import { writeLine } from '../io/terminal.js';
import type { CommandIo } from '../io/terminal.js';
import { projectPackages, readPackageFile } from '../project/project-packages.js';
import { version } from '../version.js';

export interface VersionCommandOptions {
  /** Where a project may be. */
  readonly folder: string;
  readonly output: OutputFormat;
}

/** `kubewright version`: what runs here, and what the project in the folder has, if there is one. */
export async function versionCommand(options: VersionCommandOptions, io: CommandIo): Promise<number> {
  const folder = path.resolve(io.cwd, options.folder);
  const described = await readPackageFile(folder);
  const packages = described === undefined ? [] : await projectPackages(folder, described);
  const project =
    described === undefined || packages.length === 0
      ? undefined
      : { name: described.name ?? path.basename(folder), packages };
  const found = {
    kubewright: version,
    node: process.version,
    platform: `${process.platform}/${process.arch}`,
    /** The release whose kinds and behaviour this one follows. */
    kubernetes: KUBERNETES_VERSION,
    ...(project === undefined ? {} : { project }),
  };
  if (options.output === 'json') {
    writeJson(io.stdout, found);
    return 0;
  }
  writeLine(io.stdout, `kubewright  ${version}`);
  writeLine(io.stdout, `Node        ${found.node} (${found.platform})`);
  writeLine(io.stdout, `Kubernetes  ${KUBERNETES_VERSION} is what it follows`);
  if (project === undefined) return 0;
  writeLine(io.stdout, `project     ${project.name}`);
  const width = Math.max(...packages.map(({ name }) => name.length));
  for (const { name, wanted, installed } of packages)
    writeLine(io.stdout, `  ${name.padEnd(width)}  ${installed ?? 'not installed'} (wanted: ${wanted})`);
  return 0;
}
