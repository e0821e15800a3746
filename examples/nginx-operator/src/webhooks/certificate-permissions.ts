// The operator makes the certificate of its webhooks, keeps it in a Secret, and writes its authority to where API servers
// look for it. These permissions are for that; "kubewright create webhook" adds what more webhooks need.
// +kubebuilder:rbac:groups=core,namespace=nginx-operator-system,resources=secrets,verbs=get;create;update
// +kubebuilder:rbac:groups=apiextensions.k8s.io,resources=customresourcedefinitions,resourceNames=nginxoperators.operator.example.com,verbs=get;update
