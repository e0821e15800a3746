import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { VERSION } from '../protobuf-generator/packages.mjs';
import { root } from './tree.mjs';

const cache =
  process.env.GOMODCACHE ?? path.join(process.env.GOPATH ?? path.join(homedir(), 'go'), 'pkg/mod');
const sources = ['api', 'apimachinery', 'apiextensions-apiserver', 'kube-aggregator'];
const hasSources = sources.every((module) => existsSync(path.join(cache, `k8s.io/${module}@${VERSION}`)));

describe('npm run generate:protobuf', () => {
  // The generator writes below the folder it stands in; a copy of it leaves the tree alone while other suites read it.
  const copy = mkdtempSync(path.join(tmpdir(), 'kubewright-generate-protobuf-'));
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it.skipIf(!hasSources)(
    'leaves the tree unchanged (needs the Go modules of Kubernetes in the module cache)',
    { timeout: 60_000 },
    () => {
      const folder = path.join(copy, 'tools/protobuf-generator');
      cpSync(path.join(root, 'tools/protobuf-generator'), folder, { recursive: true });
      execFileSync(process.execPath, [path.join(folder, 'main.mjs'), cache], { stdio: 'pipe' });

      const generated = 'packages/apiserver/src/protobuf/generated/messages.ts';
      expect(
        readFileSync(path.join(copy, generated), 'utf8') === readFileSync(path.join(root, generated), 'utf8'),
      ).toBe(true);
    },
  );
});
