import type { FrameworkSource } from './framework-source.js';

/** The compiler checks, the bundler makes the program: nothing is emitted. */
export const TSCONFIG = `{
  "compilerOptions": {
    "target": "ES2023",
    "lib": ["ES2023", "ESNext.Disposable"],
    "module": "NodeNext",
    "moduleResolution": "NodeNext",
    "types": ["node"],
    "strict": true,
    "noUncheckedIndexedAccess": true,
    "noImplicitOverride": true,
    "noFallthroughCasesInSwitch": true,
    "verbatimModuleSyntax": true,
    "isolatedModules": true,
    "erasableSyntaxOnly": true,
    "skipLibCheck": true,
    "noEmit": true,
    "incremental": true,
    "tsBuildInfoFile": "node_modules/.cache/tsconfig.tsbuildinfo"
  },
  "include": ["src/**/*.ts", "vitest.config.ts"]
}
`;

export function vitestConfig({ type }: FrameworkSource): string {
  return `import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    // A real kube-apiserver takes longer than the embedded one.
    testTimeout: 30_000,
${type === 'checkout' ? LINKED_PACKAGES : ''}  },
});
`;
}

/** What is linked does not look like a package to vitest, which would compile it anew for each file of tests. */
const LINKED_PACKAGES = `    // The packages of the checkout are compiled already.
    server: { deps: { external: [/\\/packages\\/[^/]+\\/dist\\//] } },
`;
