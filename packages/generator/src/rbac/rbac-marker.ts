import type { SourcePosition } from '../diagnostics/diagnostic.js';
import { stringArgument, stringListArgument } from '../model/marker-arguments.js';
import type { Marker } from '../model/marker.js';

export const RBAC_MARKER = 'kubebuilder:rbac';

/** What one `kubebuilder:rbac` marker says (controller-tools `pkg/rbac/parser.go`, Rule). Absent lists are empty. */
export interface RbacMarker {
  /** The core group is `''`, however it was written. */
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly urls: readonly string[];
  readonly verbs: readonly string[];
  /** `''` for the ClusterRole. */
  readonly namespace: string;
  /** `''` for the default role. */
  readonly roleName: string;
  readonly position?: SourcePosition;
}

export function readRbacMarker(marker: Marker): RbacMarker {
  const list = (name: string): string[] => stringListArgument(marker, name) ?? [];
  return {
    groups: list('groups').map((group) => (group === 'core' ? '' : group)),
    resources: list('resources'),
    resourceNames: list('resourceNames'),
    urls: list('urls'),
    verbs: list('verbs'),
    namespace: stringArgument(marker, 'namespace') ?? '',
    roleName: stringArgument(marker, 'roleName') ?? '',
    ...(marker.position === undefined ? {} : { position: marker.position }),
  };
}
