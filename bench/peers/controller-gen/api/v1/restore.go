package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// RestoreSpec defines the desired state of Restore.
type RestoreSpec struct {
	// The backup to restore.
	// +kubebuilder:validation:MinLength=1
	Backup string `json:"backup"`
	// Where it lies.
	Source Target `json:"source"`
	// How many pods read at once.
	// +optional
	Parallelism int32 `json:"parallelism,omitempty"`
	// Variables of the pods.
	// +optional
	Env []corev1.EnvVar `json:"env,omitempty"`
	// What the pods may use.
	// +optional
	Resources *corev1.ResourceRequirements `json:"resources,omitempty"`
	// What the pods tolerate.
	// +optional
	Tolerations []corev1.Toleration `json:"tolerations,omitempty"`
}

// RestoreStatus defines the observed state of Restore.
type RestoreStatus struct {
	// How much is done, in percent.
	// +optional
	Percent int32 `json:"percent,omitempty"`
	// The conditions of the restore.
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// Restore is the Schema for the restores API.
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:scope=Cluster
type Restore struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec RestoreSpec `json:"spec"`
	// +optional
	Status RestoreStatus `json:"status,omitempty"`
}

// +kubebuilder:rbac:groups=bench.example.com,resources=backups;restores,verbs=get;list;watch
// +kubebuilder:rbac:groups=bench.example.com,resources=backups/status;restores/status,verbs=get;update;patch
// +kubebuilder:rbac:groups=batch,resources=jobs,verbs=get;list;watch;create;update;patch;delete
