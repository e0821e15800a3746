import type { SchemaType } from '../../model/schema-type.js';

/** Stands for the types of Kubernetes: every name that is written like a type is one, with a single field. */
export function fakeCoreType(goPackage: string, name: string): SchemaType | undefined {
  if (!/^[A-Z]/.test(name) || name.startsWith('No')) return undefined;
  return {
    type: 'reference',
    declaration: {
      id: `${goPackage}#${name}`,
      name,
      documentation: `${name} of Kubernetes`,
      markers: [],
      declared: {
        type: 'object',
        fields: [
          {
            name: 'name',
            optional: false,
            documentation: '',
            markers: [],
            fieldType: { type: 'scalar', scalar: 'string' },
          },
          {
            name: 'value',
            optional: true,
            documentation: '',
            markers: [],
            fieldType: { type: 'scalar', scalar: 'integer', format: 'int32' },
          },
        ],
      },
    },
  };
}
