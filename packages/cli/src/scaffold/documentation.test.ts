import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import type { CommandIo } from '../io/terminal.js';
import { addScaffoldCommands } from './add-scaffold-commands.js';
import { MARKER_PREFIX } from './changes/insert-lines.js';
import type { ProjectConfig, ProjectResource } from './model.js';
import { LAYOUT } from './project-file/read-project-file.js';
import { renderProject } from './render-project.js';

const text = readFileSync(new URL('../../../../docs/projects.md', import.meta.url), 'utf8');

describe('docs/projects.md', () => {
  it('tells every flag of the commands', () => {
    const program = new Command();
    addScaffoldCommands(program, {} as CommandIo, () => undefined);
    const commands = program.commands.flatMap((command) => [command, ...command.commands]);
    const flags = commands
      .flatMap(({ options }) => options)
      .filter(({ negate }) => !negate)
      .map(({ long }) => long ?? '');
    expect(flags.length).toBeGreaterThan(20);
    expect(flags.filter((flag) => !text.includes(`${flag}`))).toEqual([]);
  });

  it('tells every marker of a project', async () => {
    const resource: ProjectResource = {
      group: 'crew',
      domain: 'example.com',
      version: 'v1',
      kind: 'Captain',
      plural: 'captains',
      api: { namespaced: true },
      controllers: ['captain'],
      webhooks: { defaulting: true, validation: true, conversion: true, spoke: [] },
      core: false,
    };
    const config: ProjectConfig = {
      domain: 'example.com',
      projectName: 'crew',
      multigroup: false,
      namespaced: false,
      cliVersion: '0.1.0',
      layout: [LAYOUT],
      resources: [resource],
      plugins: { license: 'none', certificates: 'cert-manager' },
    };
    const files = await renderProject(config, {
      year: 2026,
      framework: { type: 'registry', version: '0.1.0' },
    });
    const found = files.flatMap(({ path, content }) =>
      content
        .split(MARKER_PREFIX)
        .slice(1)
        .map((rest) => ({ path, marker: /^[a-z]+/.exec(rest)?.[0] ?? '' })),
    );
    expect(found.length).toBeGreaterThan(10);
    const rows = text.split('\n').filter((line) => line.startsWith('|'));
    const untold = found.filter(
      ({ path, marker }) => !rows.some((row) => row.includes(`\`${path}\``) && row.includes(`\`${marker}\``)),
    );
    expect(untold).toEqual([]);
  });
});
