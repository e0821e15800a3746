import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { bundleProject } from './bundle.js';

const root = mkdtempSync(path.join(tmpdir(), 'kubewright-bundle-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function project(name: string, files: Record<string, string>): string {
  const folder = path.join(root, name);
  for (const [file, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

describe('the bundle of an operator', () => {
  it('is one file that runs without the project', async () => {
    const folder = project('good', {
      'src/main.ts': `import { greet } from './greet.js';\nconst name: string = 'operator';\nconsole.log(greet(name));`,
      'src/greet.ts': `export const greet = (name: string): string => \`hello \${name}\`;`,
    });
    const { file, sizeBytes } = await bundleProject({ folder, output: path.join(root, 'out') });
    expect(sizeBytes).toBeGreaterThan(0);
    const map = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as {
      mappings: string;
      sourcesContent?: unknown;
    };
    expect([map.mappings === '', map.sourcesContent]).toEqual([false, undefined]);
    rmSync(folder, { recursive: true });
    expect(execFileSync(process.execPath, [file], { encoding: 'utf8' })).toBe('hello operator\n');
  });

  it('has everything with it that an operator loads when it needs it', async () => {
    const runtime = fileURLToPath(new URL('../../../runtime/dist/index.js', import.meta.url));
    const folder = project('lazy', {
      'src/main.ts': `import { createPrometheusMetrics, selfSignedCertificates } from ${JSON.stringify(runtime)};
        console.log(await selfSignedCertificates({ names: ['localhost'] }).caBundle());
        console.log(await (await createPrometheusMetrics()).expose());`,
    });
    const { file } = await bundleProject({ folder, output: path.join(root, 'out-lazy') });
    const said = execFileSync(process.execPath, [file], { encoding: 'utf8' });
    expect(said).toContain('BEGIN CERTIFICATE');
    expect(said).toContain('process_cpu_seconds_total');
  });

  it.each([
    ['a package that is not installed', { 'src/main.ts': `import 'not-there';` }, /"?not-there"?/],
    ['a mistake in the source', { 'src/main.ts': 'const a: = 1;' }, /main\.ts/],
    ['no entry', {}, /an operator starts in src\/main\.ts/],
  ])('is refused for %s, with its place', async (name, files, message) => {
    const folder = project(name.replaceAll(' ', '-'), files);
    const bundling = bundleProject({ folder, output: path.join(root, `out-${name.length}`) });
    await expect(bundling).rejects.toThrow(message);
    await expect(bundling).rejects.toMatchObject({ name: 'CliError' });
  });
});
