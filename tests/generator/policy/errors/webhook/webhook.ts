// +kubebuilder:webhook:path=/validate,mutating=false,failurePolicy=fail,groups=example.com,resources=greetings,verbs=create,versions=v1,name=right.example.com,sideEffects=None,admissionReviewVersions=v1
// +kubebuilder:webhook:path=/validate,mutating=false,failurePolicy=fail,groups=example.com,resources=greetings,verbs=create,versions=v1,name=right.example.com,sideEffects=None,admissionReviewVersions=v1

// +kubebuilder:webhook:path=/validate,mutating=maybe,failurePolicy=fail,groups=example.com,resources=greetings,verbs=create,versions=v1,name=a.example.com,sideEffects=None,admissionReviewVersions=v1
// +kubebuilder:webhook:path=/validate,mutating=false,groups=example.com,resources=greetings,verbs=create,versions=v1,name=b.example.com,sideEffects=None,admissionReviewVersions=v1
// +kubebuilder:webhook:path=/validate,mutating=false,failurePolicy=fail,groups=example.com,resources=greetings,verbs=create,version=v1,name=c.example.com,sideEffects=None,admissionReviewVersions=v1
// +kubebuilder:webhook:path=/validate,mutating=false,failurePolicy=panic,groups=example.com,resources=greetings,verbs=create,versions=v1,name=d.example.com,sideEffects=None,admissionReviewVersions=v1
// +kubebuilder:webhook:path=/validate,mutating=false,failurePolicy=fail,groups=example.com,resources=greetings,verbs=get,versions=v1,name=e.example.com,sideEffects=None,admissionReviewVersions=v1
// +kubebuilder:webhook:path=/validate,mutating=false,failurePolicy=fail,groups=example.com,resources=greetings,verbs=create,versions=v1,name=short,sideEffects=None,admissionReviewVersions=v1
// +kubebuilder:webhook:path=/validate,mutating=false,failurePolicy=fail,matchPolicy=Fuzzy,groups=example.com,resources=greetings,verbs=create,versions=v1,name=f.example.com,sideEffects=None,admissionReviewVersions=v1
// +kubebuilder:webhook:path=/validate,mutating=true,failurePolicy=fail,groups=example.com,resources=greetings,verbs=create,versions=v1,name=g.example.com,sideEffects=None,admissionReviewVersions=v1,reinvocationPolicy=Always
// +kubebuilder:webhook:path=/validate,mutating=false,failurePolicy=fail,groups=example.com,resources=greetings,verbs=create,versions=v1,name=h.example.com,sideEffects=Nothing,admissionReviewVersions=v1
// +kubebuilder:webhook:path=/validate,mutating=false,failurePolicy=fail,groups=example.com,resources=greetings,verbs=create,versions=v1,name=i.example.com,sideEffects=None,admissionReviewVersions=v1,patch=`{"objectSelectors":{}}`
// +kubebuilder:webhook:path=/validate,mutating=false,failurePolicy=fail,groups=example.com,resources=greetings,verbs=create,versions=v1,name=j.example.com,sideEffects=None,admissionReviewVersions=v1,patch=`{"matchConditions":[{"name":"x","expression":"object.spec.size >"}]}`

export {};
