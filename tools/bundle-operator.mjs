// One file with an operator and all that it needs, as an image of it would have.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Bundles `entry`, a path from the root, from the sources of the packages; resolves to the path of the file in `folder`. */
export async function bundleOperator({ entry, folder, ...output }) {
  const build = await rolldown({
    input: path.join(root, entry),
    platform: 'node',
    resolve: { conditionNames: ['@kubewright/source', 'node', 'import', 'default'] },
    tsconfig: path.join(root, 'tsconfig.base.json'),
  });
  await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: 'operator.mjs',
    chunkFileNames: '[name]-[hash].mjs',
    ...output,
  });
  await build.close();
  return path.join(folder, 'operator.mjs');
}
