import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    // A real kube-apiserver takes longer than the embedded one.
    testTimeout: 30_000,
    // The packages of the checkout are compiled already.
    server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
  },
});
