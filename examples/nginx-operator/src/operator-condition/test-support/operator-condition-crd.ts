import { CustomResourceDefinition } from 'kubewright/apiextensions/v1';

/** OLM's definition of OperatorCondition, as far as the operator knows it: fields that it does not know are kept. */
export const operatorConditionCrd = CustomResourceDefinition({
  metadata: { name: 'operatorconditions.operators.coreos.com' },
  spec: {
    group: 'operators.coreos.com',
    scope: 'Namespaced',
    names: { kind: 'OperatorCondition', plural: 'operatorconditions', listKind: 'OperatorConditionList' },
    versions: [
      {
        name: 'v2',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        subresources: { status: {} },
      },
    ],
  },
});
