import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import { builtinModules } from 'node:module';
import tseslint from 'typescript-eslint';

// Formatting is prettier's; what is left here catches bugs and keeps the borders of the packages.

/** Which packages a package may import: the one direction of dependencies. */
const MAY_IMPORT = {
  api: [],
  client: ['api'],
  runtime: ['api', 'client'],
  cel: ['api'],
  apiserver: ['api', 'cel'],
  'control-plane': ['api', 'client', 'runtime', 'apiserver'],
  testing: ['api', 'client', 'runtime', 'apiserver', 'control-plane'],
  generator: ['api', 'client', 'cel', 'apiserver'],
  cli: ['api', 'client', 'runtime', 'apiserver', 'control-plane', 'testing', 'generator'],
  kubewright: ['api', 'client', 'runtime'],
};

const TESTS = ['**/*.test.ts', '**/*.test-d.ts', '**/test-support/**', 'tests/**'];
const LIBRARIES = ['packages/*/src/**/*.ts'];

/** Where the process's clock and randomness are handed in. */
const ENTRY_POINTS = ['packages/api/src/system.ts', 'packages/cli/src/main.ts'];

const deepImports = {
  regex: '^(@kubewright/[^/]+|kubewright)/(src|dist)(/|$)',
  message: "Import a package by the names in its 'exports', not by its files.",
};

const packageFolders = {
  regex: '^\\.\\.?/(.*/)?packages/',
  message: 'Tests of several packages import them by name, as their users do.',
};

const againstTheDirection = (name) => {
  const allowed = MAY_IMPORT[name].map((other) => `${other}(/|$)`);
  return {
    regex: `^(@kubewright/${allowed.length > 0 ? `(?!${allowed.join('|')})` : ''}|kubewright(/|$))`,
    message: `Packages depend one way: ${name} may import ${MAY_IMPORT[name].join(', ') || 'no other package'}.`,
  };
};

const nodeModules = {
  regex: `^(node:|(${builtinModules.filter((module) => !module.startsWith('_')).join('|')})(/|$))`,
  message: 'api is pure: it imports nothing of Node.',
};

const injected = "Take a 'clock: Clock' or 'random: Random' through options; simulation depends on it.";
const injectedImports = [
  { name: 'node:timers', message: injected },
  { name: 'node:timers/promises', message: injected },
  { name: 'node:perf_hooks', message: injected },
  { name: 'node:crypto', importNames: ['randomUUID', 'randomInt'], message: injected },
];
const timers = ['setTimeout', 'setInterval', 'setImmediate'];
const injectedGlobals = timers.map((name) => ({ name, message: injected }));
const nodeGlobals = ['process', 'Buffer', 'global'].map((name) => ({ name, message: nodeModules.message }));

/** no-restricted-imports is one rule with one list, so each package gets its own whole list, for code and for tests. */
const importRules = Object.keys(MAY_IMPORT).flatMap((name) => [
  {
    files: [`packages/${name}/src/**/*.ts`],
    ignores: TESTS,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: injectedImports,
          patterns: [deepImports, againstTheDirection(name), ...(name === 'api' ? [nodeModules] : [])],
        },
      ],
    },
  },
  {
    files: TESTS.map((pattern) => `packages/${name}/src/${pattern}`),
    rules: { 'no-restricted-imports': ['error', { patterns: [deepImports, againstTheDirection(name)] }] },
  },
]);

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/**',
      '**/dist/**',
      '**/coverage/**',
      '**/.kubewright/**',
      '**/groups/**',
      '**/generated/**',
      '**/testdata/**',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  {
    name: 'all code',
    files: ['**/*.{ts,js,mjs}'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/ignore': ['/generated/', '/groups/'],
      'import-x/extensions': ['.ts', '.js', '.mjs'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
      'import-x/resolver-next': [
        createTypeScriptImportResolver({
          project: 'tsconfig.tests.json',
          conditionNames: ['@kubewright/source', 'types', 'import', 'node', 'default'],
        }),
      ],
    },
    rules: {
      eqeqeq: 'error',
      'no-async-promise-executor': 'error',
      'no-compare-neg-zero': 'error',
      'no-cond-assign': 'error',
      'no-constant-binary-expression': 'error',
      'no-constant-condition': ['error', { checkLoops: 'allExceptWhileTrue' }],
      'no-debugger': 'error',
      'no-dupe-else-if': 'error',
      'no-duplicate-case': 'error',
      'no-empty': 'error',
      'no-loss-of-precision': 'error',
      'no-self-assign': 'error',
      'no-self-compare': 'error',
      'no-sparse-arrays': 'error',
      'no-template-curly-in-string': 'error',
      'no-unsafe-finally': 'error',
      'no-useless-catch': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'import-x/no-duplicates': 'error',
      'import-x/no-self-import': 'error',
      'no-restricted-imports': ['error', { patterns: [deepImports] }],
    },
  },
  {
    name: 'plain JavaScript',
    files: ['**/*.{js,mjs}'],
    languageOptions: {
      globals: Object.fromEntries(Object.getOwnPropertyNames(globalThis).map((name) => [name, 'readonly'])),
    },
    rules: { 'no-undef': 'error', 'no-unused-vars': 'error' },
  },

  {
    name: 'TypeScript',
    files: ['**/*.ts'],
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: {
      parser: tseslint.parser,
      // One program of all sources and tests: packages see each other's sources, not what was last built.
      parserOptions: {
        project: ['tsconfig.tests.json', 'packages/cli/page/tsconfig.json', 'tests/browser/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': 'allow-with-description' }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-base-to-string': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-for-in-array': 'error',
      '@typescript-eslint/no-implied-eval': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      '@typescript-eslint/no-unused-expressions': 'error',
      '@typescript-eslint/only-throw-error': ['error', { allowThrowingUnknown: true }],
      '@typescript-eslint/prefer-promise-reject-errors': 'error',
      '@typescript-eslint/require-array-sort-compare': ['error', { ignoreStringArrays: true }],
      '@typescript-eslint/restrict-plus-operands': 'error',
      '@typescript-eslint/return-await': ['error', 'in-try-catch'],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/unbound-method': 'error',
    },
  },
  {
    name: 'packages and examples',
    files: [...LIBRARIES, 'examples/*/src/**/*.ts'],
    rules: {
      'import-x/no-relative-packages': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'List the names that are exported.' },
        { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
      ],
    },
  },
  {
    name: 'libraries',
    files: LIBRARIES,
    ignores: TESTS,
    rules: { '@typescript-eslint/explicit-module-boundary-types': 'error' },
  },
  {
    name: 'libraries do not print',
    files: LIBRARIES,
    ignores: [...TESTS, 'packages/cli/**'],
    rules: { 'no-console': 'error' },
  },
  ...importRules,
  {
    name: 'tests of several packages',
    files: ['tests/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: [deepImports, packageFolders] }] },
  },
  {
    name: 'clock and randomness are injected',
    files: LIBRARIES,
    ignores: [...TESTS, ...ENTRY_POINTS],
    rules: {
      'no-restricted-globals': ['error', ...injectedGlobals],
      'no-restricted-properties': [
        'error',
        ...timers.map((property) => ({ object: 'globalThis', property, message: injected })),
        { object: 'Date', property: 'now', message: injected },
        { object: 'Math', property: 'random', message: injected },
        { object: 'performance', property: 'now', message: injected },
        { object: 'process', property: 'hrtime', message: injected },
        { object: 'AbortSignal', property: 'timeout', message: injected },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'List the names that are exported.' },
        { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: injected },
        { selector: "CallExpression[callee.name='Date']", message: injected },
        { selector: "MemberExpression[property.name='randomUUID']", message: injected },
      ],
    },
  },
  {
    name: 'api is pure',
    files: ['packages/api/src/**/*.ts'],
    ignores: [...TESTS, ...ENTRY_POINTS],
    rules: { 'no-restricted-globals': ['error', ...injectedGlobals, ...nodeGlobals] },
  },
);
