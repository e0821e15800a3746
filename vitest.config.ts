import { defineConfig } from 'vitest/config';

// Tests run on the sources: the '@kubewright/source' condition of each package's `exports` names them.
const conditions = ['@kubewright/source', 'module', 'node', 'import', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'examples/*/src/**/*.test.ts', 'tests/**/*.test.ts'],
    testTimeout: 20_000,
  },
});
