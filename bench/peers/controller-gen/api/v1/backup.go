package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// BackupSpec defines the desired state of Backup.
// +kubebuilder:validation:XValidation:rule="!has(self.schedule) || !has(self.startAt)",message="schedule and startAt exclude each other"
type BackupSpec struct {
	// The schedule in Cron format.
	// +kubebuilder:validation:MinLength=9
	// +optional
	Schedule string `json:"schedule,omitempty"`
	// When to start, once.
	// +optional
	StartAt *metav1.Time `json:"startAt,omitempty"`
	// How many runs to keep.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=100
	// +kubebuilder:default=3
	// +optional
	Keep int32 `json:"keep,omitempty"`
	// The size at which a run is split, in bytes.
	// +optional
	SplitAt int64 `json:"splitAt,omitempty"`
	// How long a run may take.
	// +optional
	Timeout *metav1.Duration `json:"timeout,omitempty"`
	// What to do with a run that is still going when the next is due.
	// +optional
	ConcurrencyPolicy ConcurrencyPolicy `json:"concurrencyPolicy,omitempty"`
	// What is backed up.
	Selector metav1.LabelSelector `json:"selector"`
	// Where runs go.
	// +listType=map
	// +listMapKey=name
	// +kubebuilder:validation:MinItems=1
	Targets []Target `json:"targets"`
	// The pod of a run.
	Template corev1.PodTemplateSpec `json:"template"`
	// Pods before and after a run, by name.
	// +optional
	Hooks map[string]corev1.PodTemplateSpec `json:"hooks,omitempty"`
}

// ConcurrencyPolicy describes how runs that overlap are handled.
// +kubebuilder:validation:Enum=Allow;Forbid;Replace
type ConcurrencyPolicy string

// Target is a place for runs.
type Target struct {
	// Name of the target.
	Name string `json:"name"`
	// The address of the bucket.
	// +kubebuilder:validation:Pattern=`^s3://[a-z0-9.-]+(/.*)?$`
	URL string `json:"url"`
	// The key to sign in with.
	Credentials corev1.SecretKeySelector `json:"credentials"`
	// Further options of the target.
	// +optional
	Options map[string]string `json:"options,omitempty"`
}

// BackupStatus defines the observed state of Backup.
type BackupStatus struct {
	// A word for where the backup is.
	// +optional
	Phase string `json:"phase,omitempty"`
	// When the last run began.
	// +optional
	LastRun *metav1.Time `json:"lastRun,omitempty"`
	// The conditions of the backup.
	// +listType=map
	// +listMapKey=type
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
	// How often each target was written.
	// +optional
	Written map[string]int32 `json:"written,omitempty"`
}

// Backup is the Schema for the backups API.
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:shortName=bk,categories=all
// +kubebuilder:printcolumn:name="Phase",type=string,JSONPath=`.status.phase`
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
type Backup struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec BackupSpec `json:"spec"`
	// +optional
	Status BackupStatus `json:"status,omitempty"`
}
