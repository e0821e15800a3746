import type { MarkerTarget } from '../../model/marker.js';
import type { MarkerDefinition } from '../definition.js';
import { none } from './forms.js';

const ANYWHERE: readonly MarkerTarget[] = ['package', 'type', 'field'];

/** Markers of other tools, found in sources that were written for Go or by a scaffold: [name, help, example]. */
const ACCEPTED: readonly (readonly [name: string, help: string, example: string])[] = [
  [
    'kubebuilder:scaffold',
    'Places where a scaffold puts in what it adds later.',
    '// +kubebuilder:scaffold:imports',
  ],
  [
    'kubebuilder:object:generate',
    "For controller-gen's generator of DeepCopy methods.",
    '// +kubebuilder:object:generate=true',
  ],
  [
    'kubebuilder:ac',
    "For controller-gen's generator of apply configurations.",
    '// +kubebuilder:ac:generate=true',
  ],
  ['kubebuilder:docs-gen', 'For generators of documents.', '// +kubebuilder:docs-gen:collapse=Imports'],
  ['genclient', "For Kubernetes' generator of clients.", '// +genclient:noStatus'],
  ['k8s:deepcopy-gen', "For Kubernetes' generator of DeepCopy methods.", '// +k8s:deepcopy-gen=package'],
  ['k8s:openapi-gen', "For Kubernetes' generator of OpenAPI documents.", '// +k8s:openapi-gen=true'],
  [
    'k8s:openapi-model-package',
    "For Kubernetes' generator of OpenAPI documents.",
    '// +k8s:openapi-model-package=io.k8s.api.core.v1',
  ],
  ['k8s:defaulter-gen', "For Kubernetes' generator of defaults.", '// +k8s:defaulter-gen=TypeMeta'],
  [
    'k8s:conversion-gen',
    "For Kubernetes' generator of conversions.",
    '// +k8s:conversion-gen=example.com/api',
  ],
  ['k8s:protobuf-gen', "For Kubernetes' generator of protocol buffers.", '// +k8s:protobuf-gen=package'],
  ['k8s:register-gen', "For Kubernetes' generator of registrations.", '// +k8s:register-gen=package'],
  ['k8s:validation-gen', "For Kubernetes' generator of validations.", '// +k8s:validation-gen=TypeMeta'],
  [
    'k8s:prerelease-lifecycle-gen',
    "For Kubernetes' generator of life cycles.",
    '// +k8s:prerelease-lifecycle-gen:introduced=1.36',
  ],
  ['groupGoName', "For Kubernetes' generator of clients.", '// +groupGoName=Stable'],
  [
    'patchStrategy',
    'How kubectl merges lists of built-in kinds; custom resources have `+listType`.',
    '// +patchStrategy=merge',
  ],
  [
    'patchMergeKey',
    'How kubectl merges lists of built-in kinds; custom resources have `+listMapKey`.',
    '// +patchMergeKey=name',
  ],
  [
    'enum',
    "For Kubernetes' generator of OpenAPI documents; unions of literals are enums by themselves.",
    '// +enum',
  ],
  ['union', "For Kubernetes' generator of OpenAPI documents.", '// +union'],
  ['unionDiscriminator', "For Kubernetes' generator of OpenAPI documents.", '// +unionDiscriminator'],
  [
    'featureGate',
    'For readers: the feature gate that a field belongs to.',
    '// +featureGate=DynamicResourceAllocation',
  ],
];

/** Markers that nothing comes of here. */
export const acceptedDefinitions: readonly MarkerDefinition[] = ACCEPTED.map(([name, help, example]) => ({
  name,
  targets: ANYWHERE,
  category: 'accepted',
  arguments: none,
  withoutEffect: true,
  help,
  example,
}));
