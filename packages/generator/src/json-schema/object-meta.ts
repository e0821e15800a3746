/** JSON Schema as far as it is written here: draft-07, which editors and kubeconform read. */
export type JsonSchema = Record<string, unknown>;

const text: JsonSchema = { type: 'string' };
const texts: JsonSchema = { type: 'object', additionalProperties: text };
const whole: JsonSchema = { type: 'integer' };
const time: JsonSchema = { type: 'string', format: 'date-time' };

/** What people write in the metadata of an object, and what servers add (`meta/v1`, ObjectMeta). */
export function objectMetaSchema(): JsonSchema {
  return {
    type: 'object',
    description: "Standard object's metadata.",
    properties: {
      name: { ...text, description: 'Name, unique within the namespace.' },
      generateName: { ...text, description: 'Prefix of a name that the server completes.' },
      namespace: { ...text, description: 'Namespace of the object.' },
      labels: { ...texts, description: 'Keys and values by which objects are selected.' },
      annotations: { ...texts, description: 'Keys and values for tools and people.' },
      finalizers: { type: 'array', items: text },
      ownerReferences: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            apiVersion: text,
            kind: text,
            name: text,
            uid: text,
            controller: { type: 'boolean' },
            blockOwnerDeletion: { type: 'boolean' },
          },
          required: ['apiVersion', 'kind', 'name', 'uid'],
          additionalProperties: false,
        },
      },
      managedFields: { type: 'array', items: { type: 'object' } },
      uid: text,
      resourceVersion: text,
      selfLink: text,
      generation: whole,
      creationTimestamp: { type: ['string', 'null'], format: 'date-time' },
      deletionTimestamp: time,
      deletionGracePeriodSeconds: whole,
    },
    additionalProperties: false,
  };
}
