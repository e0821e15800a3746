import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseProjectFile } from './project-file/read-project-file.js';
import { renderProject } from './render-project.js';

const root = path.resolve(import.meta.dirname, '../../../../examples');

/**
 * What an example has of its own: what an author writes in any project or has made from that, and the two files that say
 * how it hangs together with this workspace.
 */
const OWN = /^(src\/|README\.md$|package\.json$|tsconfig\.json$|config\/samples\/|config\/rbac\/role\.yaml$)/;

/** What authors changed of the rest, as authors do. */
const CHANGED: Readonly<Record<string, readonly string[]>> = {
  // Two replicas.
  app: ['config/manager/manager.yaml'],
};

const projects = readdirSync(root).filter((name) => existsSync(path.join(root, name, 'PROJECT')));

describe('the projects in examples', () => {
  it.each(projects)(
    'the files of %s are what the commands make of its PROJECT (UPDATE_GOLDEN=1 writes them)',
    async (name) => {
      const folder = path.join(root, name);
      const config = await parseProjectFile(await readFile(path.join(folder, 'PROJECT'), 'utf8'), 'PROJECT');
      const framework = { type: 'checkout', folder: path.dirname(root) } as const;
      const files = (await renderProject(config, { year: 2026, framework })).filter(
        (file) => !OWN.test(file.path) && CHANGED[name]?.includes(file.path) !== true,
      );
      expect(files.length).toBeGreaterThan(30);
      for (const file of files) {
        const place = path.join(folder, file.path);
        if (process.env['UPDATE_GOLDEN'] === '1') {
          await mkdir(path.dirname(place), { recursive: true });
          await writeFile(place, file.content);
        }
        expect(await readFile(place, 'utf8'), file.path).toBe(file.content);
      }
    },
  );
});
