// +kubebuilder:webhookconfiguration:mutating=false,name=guard
// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=example.com,resources=greetings,verbs=create,versions=v1,sideEffects=None,admissionReviewVersions=v1,path=/v,name=a.greeting.example.com

export {};
