// +kubebuilder:webhookconfiguration:mutating=false,name=doorman
// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=example.com,resources=greetings,verbs=create,versions=v1,sideEffects=None,admissionReviewVersions=v1,path=/v,name=b.greeting.example.com

export {};
