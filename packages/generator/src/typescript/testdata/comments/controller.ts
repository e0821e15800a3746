/** +kubebuilder:rbac:groups=apps,resources=statefulsets,verbs=get;list */
export const controller = {
  // +kubebuilder:rbac:groups=batch,resources=jobs,verbs=create
  name: 'a // +kubebuilder:rbac:groups=no,resources=no,verbs=get',
};

export interface Unrelated {
  /** @default 5  +kubebuilder:validation:Minimum=0 */
  size?: number;
}

/** +kubebuilder:rbac:groups=apps,resources=daemonsets,verbs=get */
export class Reconciler {
  /** Reconciles. */
  reconcile(): string {
    const pattern = /\/\/ +kubebuilder:rbac/;
    // +kubebuilder:rbac:groups=apps,resources=replicasets,verbs=get
    return `// +kubebuilder:rbac:groups=no ${pattern.source /* +kubebuilder:rbac:groups=apps,resources=deployments/scale,verbs=get */}`;
    // +kubebuilder:rbac:groups=policy,resources=poddisruptionbudgets,verbs=get
  }
}
