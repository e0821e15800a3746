/** Messages that stand for something other than an object in JSON; the decoder knows each of them. */
export const SPECIAL = new Set([
  'meta.v1.Time',
  'meta.v1.MicroTime',
  'meta.v1.Duration',
  'meta.v1.FieldsV1',
  'resource.Quantity',
  'resource.QuantityValue',
  'intstr.IntOrString',
  'runtime.RawExtension',
  'apiextensions.v1.JSON',
  'apiextensions.v1.JSONSchemaPropsOrArray',
  'apiextensions.v1.JSONSchemaPropsOrBool',
  'apiextensions.v1.JSONSchemaPropsOrStringArray',
]);

/** The JSON name of a struct that Go embeds: its fields stand among those of the struct around it. */
export const EMBEDDED = '-';

/** Fields that are called otherwise in JSON: `message.field`, or `*.field` wherever it stands. */
export const JSON_NAMES = {
  '*.localObjectReference': EMBEDDED,
  'admissionregistration.v1.MutatingWebhookConfiguration.Webhooks': 'webhooks',
  'admissionregistration.v1.NamedRuleWithOperations.ruleWithOperations': EMBEDDED,
  'admissionregistration.v1.RuleWithOperations.rule': EMBEDDED,
  'admissionregistration.v1.ValidatingWebhookConfiguration.Webhooks': 'webhooks',
  'admissionregistration.v1.Validation.Expression': 'expression',
  'admissionregistration.v1.Variable.Expression': 'expression',
  'admissionregistration.v1.Variable.Name': 'name',
  'apiextensions.v1.JSONSchemaProps.ref': '$ref',
  'apiextensions.v1.JSONSchemaProps.schema': '$schema',
  'apiextensions.v1.JSONSchemaProps.xKubernetesEmbeddedResource': 'x-kubernetes-embedded-resource',
  'apiextensions.v1.JSONSchemaProps.xKubernetesIntOrString': 'x-kubernetes-int-or-string',
  'apiextensions.v1.JSONSchemaProps.xKubernetesListMapKeys': 'x-kubernetes-list-map-keys',
  'apiextensions.v1.JSONSchemaProps.xKubernetesListType': 'x-kubernetes-list-type',
  'apiextensions.v1.JSONSchemaProps.xKubernetesMapType': 'x-kubernetes-map-type',
  'apiextensions.v1.JSONSchemaProps.xKubernetesPreserveUnknownFields': 'x-kubernetes-preserve-unknown-fields',
  'apiextensions.v1.JSONSchemaProps.xKubernetesValidations': 'x-kubernetes-validations',
  'authentication.v1.BoundObjectReference.uID': 'uid',
  'core.v1.EphemeralContainer.ephemeralContainerCommon': EMBEDDED,
  'core.v1.PersistentVolumeSpec.persistentVolumeSource': EMBEDDED,
  'core.v1.Probe.handler': EMBEDDED,
  'core.v1.Volume.volumeSource': EMBEDDED,
  'networking.v1.IngressClassParametersReference.aPIGroup': 'apiGroup',
  'networking.v1.IngressRule.ingressRuleValue': EMBEDDED,
  'resource.v1.DeviceAllocationConfiguration.deviceConfiguration': EMBEDDED,
  'resource.v1.DeviceClaimConfiguration.deviceConfiguration': EMBEDDED,
  'resource.v1.DeviceClassConfiguration.deviceConfiguration': EMBEDDED,
};
