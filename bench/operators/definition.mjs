/** The CustomResourceDefinition of both operators. */
export const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'appservices.bench.example.com' },
  spec: {
    group: 'bench.example.com',
    scope: 'Namespaced',
    names: { plural: 'appservices', singular: 'appservice', kind: 'AppService', listKind: 'AppServiceList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                required: ['size', 'image', 'port'],
                properties: {
                  size: { type: 'integer', format: 'int32' },
                  image: { type: 'string' },
                  port: { type: 'integer', format: 'int32' },
                },
              },
              status: {
                type: 'object',
                required: ['replicas'],
                properties: {
                  observedGeneration: { type: 'integer', format: 'int64' },
                  replicas: { type: 'integer', format: 'int32' },
                },
              },
            },
          },
        },
      },
    ],
  },
};
