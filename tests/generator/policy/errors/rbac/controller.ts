// Each marker is wrong in its own way; what is right besides stands in expected.yaml.

// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch

// +kubebuilder:rbac:groups=apps,resources=deployments
// +kubebuilder:rbac:groups=apps,resource=deployments,verbs=get
// +kubebuilder:rbac:groups=apps;resources=deployments;verbs=get
// +kubebuilder:rbac:resources=pods,verbs=get
// +kubebuilder:rbac:groups="",verbs=get
// +kubebuilder:rbac:groups="",resources=pods,verbs={}
// +kubebuilder:rbac:urls=/metrics,groups="",verbs=get
// +kubebuilder:rbac:urls=/metrics,verbs=get,namespace=zoo
// +kubebuilder:rbac:groups="",resources=pods,verbs=get,roleName="a/b"

/** Warnings: a role may say these, but no request fits. */
// +kubebuilder:rbac:groups=batch/v1,resources=jobs,verbs=get
// +kubebuilder:rbac:groups=batch,resources=Job,verbs=get
// +kubebuilder:rbac:groups=batch,resources=jobs,verbs=Get;delte;read
// +kubebuilder:rbac:groups=batch,resources=jobs,resourceNames=a,verbs=deletecollection
// +kubebuilder:rbac:urls=metrics,verbs=get

export {};
