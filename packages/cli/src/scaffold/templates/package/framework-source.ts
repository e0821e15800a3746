import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../../../version.js';

/**
 * Where a project gets kubewright from: the registry, by ranges of this release, or a checkout of its repository, by
 * links to the packages and to the tools that are installed there, so that nothing is fetched.
 */
export type FrameworkSource =
  | { readonly type: 'registry'; readonly version: string }
  | { readonly type: 'checkout'; readonly folder: string };

const OWN_PACKAGE = fileURLToPath(new URL('../../../../', import.meta.url));

/** From where this command itself runs: of a checkout when the other packages lie beside its own. */
export function frameworkSource(ownPackage: string = OWN_PACKAGE): FrameworkSource {
  const packages = path.dirname(path.resolve(ownPackage));
  const isCheckout = ['kubewright', 'testing'].every((name) =>
    existsSync(path.join(packages, name, 'src', 'index.ts')),
  );
  return isCheckout ? { type: 'checkout', folder: path.dirname(packages) } : { type: 'registry', version };
}

/** What the project's package.json says of the packages. */
export interface FrameworkDependencies {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Tools and the ranges that this release is tested with. */
const TOOLS = { '@types/node': '^20.19.0', typescript: '~6.0.0', vitest: '^4.1.12' } as const;

export function frameworkDependencies(source: FrameworkSource): FrameworkDependencies {
  const own = (folder: string): string =>
    source.type === 'registry'
      ? `^${source.version}`
      : `file:${path.posix.join(toPosix(source.folder), 'packages', folder)}`;
  const tool = (name: keyof typeof TOOLS): string =>
    source.type === 'registry'
      ? TOOLS[name]
      : `file:${path.posix.join(toPosix(source.folder), 'node_modules', name)}`;
  return {
    dependencies: { kubewright: own('kubewright') },
    devDependencies: {
      '@kubewright/cli': own('cli'),
      '@kubewright/testing': own('testing'),
      '@types/node': tool('@types/node'),
      typescript: tool('typescript'),
      vitest: tool('vitest'),
    },
  };
}

const toPosix = (folder: string): string => folder.split(path.sep).join('/');
