/** On GitHub: what is generated is up to date, types are right, and the tests pass on both lines of Node. */
export const TEST_WORKFLOW = `name: Tests

on:
  push:
  pull_request:

permissions: {}

jobs:
  test:
    name: Node \${{ matrix.node }}
    runs-on: ubuntu-latest
    permissions:
      contents: read
    strategy:
      fail-fast: false
      matrix:
        node: ['20', 'lts/*']
    steps:
      - uses: actions/checkout@v4
        with:
          persist-credentials: false
      - uses: actions/setup-node@v4
        with:
          node-version: \${{ matrix.node }}
          cache: npm
      - run: npm ci
      - name: What is generated is up to date
        run: npx kubewright generate --samples --check
      - run: npm run typecheck
      - run: npm test
      - run: npm run build
`;
