import { configDefaults, defineConfig } from 'vitest/config';
import type { ViteUserConfig } from 'vitest/config';

// Tests run on the sources: the '@kubewright/source' condition of each package's `exports` names them.
// Not 'module', which is meant for bundlers: the workers pass the list to Node, which cannot load such builds.
const conditions = ['@kubewright/source', 'node', 'import', 'default'];

const environmentSuites = [
  'packages/*/src/**/*.env.test.ts',
  'examples/*/src/**/*.env.test.ts',
  'tests/**/*.env.test.ts',
];

const oneAtATime = { fileParallelism: false, maxWorkers: 1 };

/** By KUBEWRIGHT_TEST_TARGET, which `npm run test:NAME` and `npm run soak` set. */
const suites: Readonly<Record<string, ViteUserConfig['test']>> = {
  soak: { include: ['tests/soak/*.soak.ts'], testTimeout: 120_000 },
  // One cluster for all suites.
  cluster: {
    include: ['tests/cluster/*.cluster.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 300_000,
    ...oneAtATime,
  },
  'first-hour': {
    include: ['tests/first-hour/*.first-hour.ts'],
    testTimeout: 180_000,
    hookTimeout: 120_000,
    ...oneAtATime,
  },
  browser: {
    include: ['tests/browser/*.browser.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
  // Each suite starts an etcd and a kube-apiserver of its own.
  kube: {
    include: [...environmentSuites, 'tests/kube/**/*.test.ts', 'tests/**/*.kube.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    ...oneAtATime,
    // Sequences of the differential suite at a time: enough to keep a real server busy.
    maxConcurrency: 8,
  },
};

const everyDay: ViteUserConfig['test'] = {
  include: [
    'packages/*/src/**/*.test.ts',
    'examples/*/src/**/*.test.ts',
    'tests/**/*.test.ts',
    'tools/**/*.test.mjs',
  ],
  exclude: [
    ...configDefaults.exclude,
    'tests/browser/**',
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
};

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: suites[process.env['KUBEWRIGHT_TEST_TARGET'] ?? ''] ?? everyDay,
});
