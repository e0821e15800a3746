import type { ScaffoldFile } from '../../model.js';

/** The image of the tests, of the release of Operator SDK whose scaffold this is. */
const IMAGE = 'quay.io/operator-framework/scorecard-test:v1.42.3';

/** `config/scorecard`: the tests of a bundle, as Operator SDK makes them (internal/plugins/scorecard/v2). */
export function scorecardFolder(): ScaffoldFile[] {
  return [
    { path: 'config/scorecard/kustomization.yaml', content: KUSTOMIZATION, ifExists: 'ask' },
    { path: 'config/scorecard/bases/config.yaml', content: BASE, ifExists: 'ask' },
    {
      path: 'config/scorecard/patches/basic.config.yaml',
      content: tests('basic', ['basic-check-spec']),
      ifExists: 'ask',
    },
    {
      path: 'config/scorecard/patches/olm.config.yaml',
      content: tests('olm', [
        'olm-bundle-validation',
        'olm-crds-have-validation',
        'olm-crds-have-resources',
        'olm-spec-descriptors',
        'olm-status-descriptors',
      ]),
      ifExists: 'ask',
    },
  ];
}

const KUSTOMIZATION = `resources:
- bases/config.yaml
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
patches:
- path: patches/basic.config.yaml
  target:
    group: scorecard.operatorframework.io
    kind: Configuration
    name: config
    version: v1alpha3
- path: patches/olm.config.yaml
  target:
    group: scorecard.operatorframework.io
    kind: Configuration
    name: config
    version: v1alpha3
# +kubebuilder:scaffold:patches
`;

const BASE = `apiVersion: scorecard.operatorframework.io/v1alpha3
kind: Configuration
metadata:
  name: config
stages:
- parallel: true
  tests: []
`;

function tests(suite: string, names: readonly string[]): string {
  return names
    .map(
      (name) => `- op: add
  path: /stages/0/tests/-
  value:
    entrypoint:
    - scorecard-test
    - ${name}
    image: ${IMAGE}
    labels:
      suite: ${suite}
      test: ${name}-test
`,
    )
    .join('');
}
