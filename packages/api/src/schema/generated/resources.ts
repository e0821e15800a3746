// Generated from the OpenAPI v3 documents of Kubernetes by tools/api-generator; do not edit.
import type { BuiltinGroupVersion } from '../types.js';

/** Every group-version and resource that Kubernetes serves by default, in the order of its paths. */
export const builtinGroupVersions: readonly BuiltinGroupVersion[] = [
  { group: '', version: 'v1', resources: [
    {"name":"bindings","singularName":"binding","kind":"Binding","namespaced":true,"verbs":["create"],"shortNames":[],"categories":[],"subresources":[]},
    {"name":"componentstatuses","singularName":"componentstatus","kind":"ComponentStatus","namespaced":false,"verbs":["get","list"],"shortNames":["cs"],"categories":[],"subresources":[]},
    {"name":"configmaps","singularName":"configmap","kind":"ConfigMap","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["cm"],"categories":[],"subresources":[]},
    {"name":"endpoints","singularName":"endpoints","kind":"Endpoints","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["ep"],"categories":[],"subresources":[]},
    {"name":"events","singularName":"event","kind":"Event","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["ev"],"categories":[],"subresources":[]},
    {"name":"limitranges","singularName":"limitrange","kind":"LimitRange","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["limits"],"categories":[],"subresources":[]},
    {"name":"namespaces","singularName":"namespace","kind":"Namespace","namespaced":false,"verbs":["create","delete","get","list","patch","update","watch"],"shortNames":["ns"],"categories":[],"subresources":[{"name":"finalize","group":"","version":"v1","kind":"Namespace","verbs":["update"]},{"name":"status","group":"","version":"v1","kind":"Namespace","verbs":["get","patch","update"]}]},
    {"name":"nodes","singularName":"node","kind":"Node","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["no"],"categories":[],"subresources":[{"name":"proxy","group":"","version":"v1","kind":"NodeProxyOptions","verbs":["create","delete","get","patch","update"]},{"name":"status","group":"","version":"v1","kind":"Node","verbs":["get","patch","update"]}]},
    {"name":"persistentvolumeclaims","singularName":"persistentvolumeclaim","kind":"PersistentVolumeClaim","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["pvc"],"categories":[],"subresources":[{"name":"status","group":"","version":"v1","kind":"PersistentVolumeClaim","verbs":["get","patch","update"]}]},
    {"name":"persistentvolumes","singularName":"persistentvolume","kind":"PersistentVolume","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["pv"],"categories":[],"subresources":[{"name":"status","group":"","version":"v1","kind":"PersistentVolume","verbs":["get","patch","update"]}]},
    {"name":"pods","singularName":"pod","kind":"Pod","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["po"],"categories":["all"],"subresources":[{"name":"attach","group":"","version":"v1","kind":"PodAttachOptions","verbs":["create","get"]},{"name":"binding","group":"","version":"v1","kind":"Binding","verbs":["create"]},{"name":"ephemeralcontainers","group":"","version":"v1","kind":"Pod","verbs":["get","patch","update"]},{"name":"eviction","group":"policy","version":"v1","kind":"Eviction","verbs":["create"]},{"name":"exec","group":"","version":"v1","kind":"PodExecOptions","verbs":["create","get"]},{"name":"log","group":"","version":"v1","kind":"Pod","verbs":["get"]},{"name":"portforward","group":"","version":"v1","kind":"PodPortForwardOptions","verbs":["create","get"]},{"name":"proxy","group":"","version":"v1","kind":"PodProxyOptions","verbs":["create","delete","get","patch","update"]},{"name":"resize","group":"","version":"v1","kind":"Pod","verbs":["get","patch","update"]},{"name":"status","group":"","version":"v1","kind":"Pod","verbs":["get","patch","update"]}]},
    {"name":"podtemplates","singularName":"podtemplate","kind":"PodTemplate","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":[],"subresources":[]},
    {"name":"replicationcontrollers","singularName":"replicationcontroller","kind":"ReplicationController","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["rc"],"categories":["all"],"subresources":[{"name":"scale","group":"autoscaling","version":"v1","kind":"Scale","verbs":["get","patch","update"]},{"name":"status","group":"","version":"v1","kind":"ReplicationController","verbs":["get","patch","update"]}]},
    {"name":"resourcequotas","singularName":"resourcequota","kind":"ResourceQuota","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["quota"],"categories":[],"subresources":[{"name":"status","group":"","version":"v1","kind":"ResourceQuota","verbs":["get","patch","update"]}]},
    {"name":"secrets","singularName":"secret","kind":"Secret","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":[],"subresources":[]},
    {"name":"serviceaccounts","singularName":"serviceaccount","kind":"ServiceAccount","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["sa"],"categories":[],"subresources":[{"name":"token","group":"authentication.k8s.io","version":"v1","kind":"TokenRequest","verbs":["create"]}]},
    {"name":"services","singularName":"service","kind":"Service","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["svc"],"categories":["all"],"subresources":[{"name":"proxy","group":"","version":"v1","kind":"ServiceProxyOptions","verbs":["create","delete","get","patch","update"]},{"name":"status","group":"","version":"v1","kind":"Service","verbs":["get","patch","update"]}]},
  ] },
  { group: 'admissionregistration.k8s.io', version: 'v1', resources: [
    {"name":"mutatingadmissionpolicies","singularName":"mutatingadmissionpolicy","kind":"MutatingAdmissionPolicy","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":["api-extensions"],"subresources":[]},
    {"name":"mutatingadmissionpolicybindings","singularName":"mutatingadmissionpolicybinding","kind":"MutatingAdmissionPolicyBinding","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":["api-extensions"],"subresources":[]},
    {"name":"mutatingwebhookconfigurations","singularName":"mutatingwebhookconfiguration","kind":"MutatingWebhookConfiguration","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":["api-extensions"],"subresources":[]},
    {"name":"validatingadmissionpolicies","singularName":"validatingadmissionpolicy","kind":"ValidatingAdmissionPolicy","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":["api-extensions"],"subresources":[{"name":"status","group":"admissionregistration.k8s.io","version":"v1","kind":"ValidatingAdmissionPolicy","verbs":["get","patch","update"]}]},
    {"name":"validatingadmissionpolicybindings","singularName":"validatingadmissionpolicybinding","kind":"ValidatingAdmissionPolicyBinding","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":["api-extensions"],"subresources":[]},
    {"name":"validatingwebhookconfigurations","singularName":"validatingwebhookconfiguration","kind":"ValidatingWebhookConfiguration","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":["api-extensions"],"subresources":[]},
  ] },
  { group: 'apiextensions.k8s.io', version: 'v1', resources: [
    {"name":"customresourcedefinitions","singularName":"customresourcedefinition","kind":"CustomResourceDefinition","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["crd","crds"],"categories":["api-extensions"],"subresources":[{"name":"status","group":"apiextensions.k8s.io","version":"v1","kind":"CustomResourceDefinition","verbs":["get","patch","update"]}]},
  ] },
  { group: 'apiregistration.k8s.io', version: 'v1', resources: [
    {"name":"apiservices","singularName":"apiservice","kind":"APIService","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":["api-extensions"],"subresources":[{"name":"status","group":"apiregistration.k8s.io","version":"v1","kind":"APIService","verbs":["get","patch","update"]}]},
  ] },
  { group: 'apps', version: 'v1', resources: [
    {"name":"controllerrevisions","singularName":"controllerrevision","kind":"ControllerRevision","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":[],"subresources":[]},
    {"name":"daemonsets","singularName":"daemonset","kind":"DaemonSet","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["ds"],"categories":["all"],"subresources":[{"name":"status","group":"apps","version":"v1","kind":"DaemonSet","verbs":["get","patch","update"]}]},
    {"name":"deployments","singularName":"deployment","kind":"Deployment","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["deploy"],"categories":["all"],"subresources":[{"name":"scale","group":"autoscaling","version":"v1","kind":"Scale","verbs":["get","patch","update"]},{"name":"status","group":"apps","version":"v1","kind":"Deployment","verbs":["get","patch","update"]}]},
    {"name":"replicasets","singularName":"replicaset","kind":"ReplicaSet","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["rs"],"categories":["all"],"subresources":[{"name":"scale","group":"autoscaling","version":"v1","kind":"Scale","verbs":["get","patch","update"]},{"name":"status","group":"apps","version":"v1","kind":"ReplicaSet","verbs":["get","patch","update"]}]},
    {"name":"statefulsets","singularName":"statefulset","kind":"StatefulSet","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["sts"],"categories":["all"],"subresources":[{"name":"scale","group":"autoscaling","version":"v1","kind":"Scale","verbs":["get","patch","update"]},{"name":"status","group":"apps","version":"v1","kind":"StatefulSet","verbs":["get","patch","update"]}]},
  ] },
  { group: 'authentication.k8s.io', version: 'v1', resources: [
    {"name":"selfsubjectreviews","singularName":"selfsubjectreview","kind":"SelfSubjectReview","namespaced":false,"verbs":["create"],"shortNames":[],"categories":[],"subresources":[]},
    {"name":"tokenreviews","singularName":"tokenreview","kind":"TokenReview","namespaced":false,"verbs":["create"],"shortNames":[],"categories":[],"subresources":[]},
  ] },
  { group: 'authorization.k8s.io', version: 'v1', resources: [
    {"name":"localsubjectaccessreviews","singularName":"localsubjectaccessreview","kind":"LocalSubjectAccessReview","namespaced":true,"verbs":["create"],"shortNames":[],"categories":[],"subresources":[]},
    {"name":"selfsubjectaccessreviews","singularName":"selfsubjectaccessreview","kind":"SelfSubjectAccessReview","namespaced":false,"verbs":["create"],"shortNames":[],"categories":[],"subresources":[]},
    {"name":"selfsubjectrulesreviews","singularName":"selfsubjectrulesreview","kind":"SelfSubjectRulesReview","namespaced":false,"verbs":["create"],"shortNames":[],"categories":[],"subresources":[]},
    {"name":"subjectaccessreviews","singularName":"subjectaccessreview","kind":"SubjectAccessReview","namespaced":false,"verbs":["create"],"shortNames":[],"categories":[],"subresources":[]},
  ] },
  { group: 'autoscaling', version: 'v1', resources: [
    {"name":"horizontalpodautoscalers","singularName":"horizontalpodautoscaler","kind":"HorizontalPodAutoscaler","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["hpa"],"categories":["all"],"subresources":[{"name":"status","group":"autoscaling","version":"v1","kind":"HorizontalPodAutoscaler","verbs":["get","patch","update"]}]},
  ] },
  { group: 'autoscaling', version: 'v2', resources: [
    {"name":"horizontalpodautoscalers","singularName":"horizontalpodautoscaler","kind":"HorizontalPodAutoscaler","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["hpa"],"categories":["all"],"subresources":[{"name":"status","group":"autoscaling","version":"v2","kind":"HorizontalPodAutoscaler","verbs":["get","patch","update"]}]},
  ] },
  { group: 'batch', version: 'v1', resources: [
    {"name":"cronjobs","singularName":"cronjob","kind":"CronJob","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["cj"],"categories":["all"],"subresources":[{"name":"status","group":"batch","version":"v1","kind":"CronJob","verbs":["get","patch","update"]}]},
    {"name":"jobs","singularName":"job","kind":"Job","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":["all"],"subresources":[{"name":"status","group":"batch","version":"v1","kind":"Job","verbs":["get","patch","update"]}]},
  ] },
  { group: 'certificates.k8s.io', version: 'v1', resources: [
    {"name":"certificatesigningrequests","singularName":"certificatesigningrequest","kind":"CertificateSigningRequest","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["csr"],"categories":[],"subresources":[{"name":"approval","group":"certificates.k8s.io","version":"v1","kind":"CertificateSigningRequest","verbs":["get","patch","update"]},{"name":"status","group":"certificates.k8s.io","version":"v1","kind":"CertificateSigningRequest","verbs":["get","patch","update"]}]},
  ] },
  { group: 'coordination.k8s.io', version: 'v1', resources: [
    {"name":"leases","singularName":"lease","kind":"Lease","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":[],"subresources":[]},
  ] },
  { group: 'discovery.k8s.io', version: 'v1', resources: [
    {"name":"endpointslices","singularName":"endpointslice","kind":"EndpointSlice","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":[],"subresources":[]},
  ] },
  { group: 'events.k8s.io', version: 'v1', resources: [
    {"name":"events","singularName":"event","kind":"Event","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["ev"],"categories":[],"subresources":[]},
  ] },
  { group: 'flowcontrol.apiserver.k8s.io', version: 'v1', resources: [
    {"name":"flowschemas","singularName":"flowschema","kind":"FlowSchema","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":[],"subresources":[{"name":"status","group":"flowcontrol.apiserver.k8s.io","version":"v1","kind":"FlowSchema","verbs":["get","patch","update"]}]},
    {"name":"prioritylevelconfigurations","singularName":"prioritylevelconfiguration","kind":"PriorityLevelConfiguration","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":[],"subresources":[{"name":"status","group":"flowcontrol.apiserver.k8s.io","version":"v1","kind":"PriorityLevelConfiguration","verbs":["get","patch","update"]}]},
  ] },
  { group: 'networking.k8s.io', version: 'v1', resources: [
    {"name":"ingressclasses","singularName":"ingressclass","kind":"IngressClass","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":[],"subresources":[]},
    {"name":"ingresses","singularName":"ingress","kind":"Ingress","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["ing"],"categories":[],"subresources":[{"name":"status","group":"networking.k8s.io","version":"v1","kind":"Ingress","verbs":["get","patch","update"]}]},
    {"name":"ipaddresses","singularName":"ipaddress","kind":"IPAddress","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["ip"],"categories":[],"subresources":[]},
    {"name":"networkpolicies","singularName":"networkpolicy","kind":"NetworkPolicy","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["netpol"],"categories":[],"subresources":[]},
    {"name":"servicecidrs","singularName":"servicecidr","kind":"ServiceCIDR","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":[],"subresources":[{"name":"status","group":"networking.k8s.io","version":"v1","kind":"ServiceCIDR","verbs":["get","patch","update"]}]},
  ] },
  { group: 'node.k8s.io', version: 'v1', resources: [
    {"name":"runtimeclasses","singularName":"runtimeclass","kind":"RuntimeClass","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":[],"subresources":[]},
  ] },
  { group: 'policy', version: 'v1', resources: [
    {"name":"poddisruptionbudgets","singularName":"poddisruptionbudget","kind":"PodDisruptionBudget","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["pdb"],"categories":[],"subresources":[{"name":"status","group":"policy","version":"v1","kind":"PodDisruptionBudget","verbs":["get","patch","update"]}]},
  ] },
  { group: 'rbac.authorization.k8s.io', version: 'v1', resources: [
    {"name":"clusterrolebindings","singularName":"clusterrolebinding","kind":"ClusterRoleBinding","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":[],"subresources":[]},
    {"name":"clusterroles","singularName":"clusterrole","kind":"ClusterRole","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":[],"subresources":[]},
    {"name":"rolebindings","singularName":"rolebinding","kind":"RoleBinding","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":[],"subresources":[]},
    {"name":"roles","singularName":"role","kind":"Role","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":[],"subresources":[]},
  ] },
  { group: 'resource.k8s.io', version: 'v1', resources: [
    {"name":"deviceclasses","singularName":"deviceclass","kind":"DeviceClass","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":[],"subresources":[]},
    {"name":"resourceclaims","singularName":"resourceclaim","kind":"ResourceClaim","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":[],"subresources":[{"name":"status","group":"resource.k8s.io","version":"v1","kind":"ResourceClaim","verbs":["get","patch","update"]}]},
    {"name":"resourceclaimtemplates","singularName":"resourceclaimtemplate","kind":"ResourceClaimTemplate","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":[],"subresources":[]},
    {"name":"resourceslices","singularName":"resourceslice","kind":"ResourceSlice","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":[],"subresources":[]},
  ] },
  { group: 'scheduling.k8s.io', version: 'v1', resources: [
    {"name":"priorityclasses","singularName":"priorityclass","kind":"PriorityClass","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["pc"],"categories":[],"subresources":[]},
  ] },
  { group: 'storage.k8s.io', version: 'v1', resources: [
    {"name":"csidrivers","singularName":"csidriver","kind":"CSIDriver","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":[],"subresources":[]},
    {"name":"csinodes","singularName":"csinode","kind":"CSINode","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":[],"subresources":[]},
    {"name":"csistoragecapacities","singularName":"csistoragecapacity","kind":"CSIStorageCapacity","namespaced":true,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":[],"subresources":[]},
    {"name":"storageclasses","singularName":"storageclass","kind":"StorageClass","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["sc"],"categories":[],"subresources":[]},
    {"name":"volumeattachments","singularName":"volumeattachment","kind":"VolumeAttachment","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":[],"categories":[],"subresources":[{"name":"status","group":"storage.k8s.io","version":"v1","kind":"VolumeAttachment","verbs":["get","patch","update"]}]},
    {"name":"volumeattributesclasses","singularName":"volumeattributesclass","kind":"VolumeAttributesClass","namespaced":false,"verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["vac"],"categories":[],"subresources":[]},
  ] },
];
