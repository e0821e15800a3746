import { configDefaults, defineConfig } from 'vitest/config';

// Tests run on the sources: the '@kubewright/source' condition of each package's `exports` names them.
// Not 'module', which is meant for bundlers: the workers pass the list to Node, which cannot load such builds.
const conditions = ['@kubewright/source', 'node', 'import', 'default'];

// Set by `npm run test:kube`. Each suite then starts an etcd and a kube-apiserver of its own: one at a time.
const onRealServer = process.env['KUBEWRIGHT_TEST_TARGET'] === 'kube';

// Set by `npm run soak`.
const isSoak = process.env['KUBEWRIGHT_TEST_TARGET'] === 'soak';

// Set by `npm run test:cluster`: one cluster for all suites.
const isCluster = process.env['KUBEWRIGHT_TEST_TARGET'] === 'cluster';

// Set by `npm run test:first-hour`.
const isFirstHour = process.env['KUBEWRIGHT_TEST_TARGET'] === 'first-hour';

const environmentSuites = [
  'packages/*/src/**/*.env.test.ts',
  'examples/*/src/**/*.env.test.ts',
  'tests/**/*.env.test.ts',
];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: isSoak
    ? { include: ['tests/soak/*.soak.ts'], testTimeout: 120_000 }
    : isCluster
      ? {
          include: ['tests/cluster/*.cluster.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 300_000,
          fileParallelism: false,
          maxWorkers: 1,
        }
      : isFirstHour
        ? { include: ['tests/first-hour/*.first-hour.ts'], testTimeout: 180_000, hookTimeout: 120_000 }
        : onRealServer
          ? {
              include: [...environmentSuites, 'tests/kube/**/*.test.ts', 'tests/**/*.kube.test.ts'],
              testTimeout: 120_000,
              hookTimeout: 120_000,
              fileParallelism: false,
              maxWorkers: 1,
              // Sequences of the differential suite at a time: enough to keep a real server busy.
              maxConcurrency: 8,
            }
          : {
              include: [
                'packages/*/src/**/*.test.ts',
                'examples/*/src/**/*.test.ts',
                'tests/**/*.test.ts',
                'tools/**/*.test.mjs',
              ],
              exclude: [
                ...configDefaults.exclude,
                'tests/kube/**',
                'tests/**/*.kube.test.ts',
                'tests/cluster/**',
              ],
              testTimeout: 20_000,
              // Modules are loaded once a worker and not once a file, which halves the time: no module of ours has state
              // that a test could leave behind.
              pool: 'threads',
              // By default one core is left idle, which on two is half of the machine.
              maxWorkers: '100%',
              isolate: false,
            },
});
