import { describe, expect, it } from 'vitest';
import { encodeSwagger } from './swagger-protobuf.js';

const DOCUMENT = {
  swagger: '2.0',
  info: {
    title: 'Kubernetes',
    version: '1.36',
  },
  paths: {
    '/api/v1/namespaces/{name}': {
      get: {
        tags: ['core_v1'],
        description: 'read',
        operationId: 'read',
        consumes: ['*/*'],
        produces: ['application/json'],
        schemes: ['https'],
        parameters: [
          {
            name: 'body',
            in: 'body',
            required: true,
            schema: {
              $ref: '#/definitions/A',
            },
          },
          {
            name: 'exact',
            in: 'query',
            type: 'boolean',
            uniqueItems: true,
            description: 'd',
          },
        ],
        responses: {
          '200': {
            description: 'OK',
            schema: {
              $ref: '#/definitions/A',
            },
          },
          '401': {
            description: 'Unauthorized',
          },
        },
      },
      parameters: [
        {
          name: 'name',
          in: 'path',
          required: true,
          type: 'string',
          uniqueItems: true,
        },
      ],
    },
  },
  definitions: {
    A: {
      type: 'object',
      description: 'an a',
      required: ['b'],
      properties: {
        b: {
          type: 'integer',
          format: 'int32',
          minimum: 1.5,
          maxLength: 300,
          default: 0,
          enum: [1, 2],
        },
        c: {
          type: 'array',
          items: {
            $ref: '#/definitions/A',
          },
        },
        d: {
          type: 'object',
          additionalProperties: {
            type: 'string',
          },
        },
      },
    },
  },
  securityDefinitions: {
    BearerToken: {
      type: 'apiKey',
      name: 'authorization',
      in: 'header',
      description: 'Bearer',
    },
  },
  security: [
    {
      BearerToken: [],
    },
  ],
};

// What gnostic-models v0.7.0 makes of it, which kube-openapi uses.
const MESSAGE =
  'CgMyLjASEgoKS3ViZXJuZXRlcxIEMS4zNkKDAhKAAgoZL2FwaS92MS9uYW1lc3BhY2VzL3tuYW1lfRLiARK+AQoHY29yZV92MRoEcmVhZCoEcmVhZDIQYXBwbGljYXRpb24vanNvbjoDKi8qQiUKIwohEgRib2R5GgRib2R5IAEqEQoPIy9kZWZpbml0aW9ucy9BQiMKIRIfGh0SBXF1ZXJ5GgFkIgVleGFjdDIHYm9vbGVhbqABAUo9CiIKAzIwMBIbChkKAk9LEhMKEQoPIy9kZWZpbml0aW9ucy9BChcKAzQwMRIQCg4KDFVuYXV0aG9yaXplZFIFaHR0cHNKHwodEhsiGQgBEgRwYXRoIgRuYW1lKgZzdHJpbmeYAQFKpQEKogEKAUESnAEiBGFuIGGaAQFisgEICgZvYmplY3TKAYMBCjgKAWISMxIFaW50MzIqBBICMApJAAAAAAAA+D9YrAKiAQQSAjEKogEEEgIyCrIBCQoHaW50ZWdlcgolCgFjEiCyAQcKBWFycmF5ugETChEKDyMvZGVmaW5pdGlvbnMvQQogCgFkEhuqAQ0KC7IBCAoGc3RyaW5nsgEICgZvYmplY3RiEQoPCgtCZWFyZXJUb2tlbhIAajoKOAoLQmVhcmVyVG9rZW4SKRInCgZhcGlLZXkSDWF1dGhvcml6YXRpb24aBmhlYWRlciIGQmVhcmVy';

describe('OpenAPI v2 as protobuf', () => {
  it('is what the real server writes', () => {
    expect(Buffer.from(encodeSwagger(DOCUMENT)).toString('base64')).toBe(MESSAGE);
  });

  it('has extensions as YAML', () => {
    const bytes = encodeSwagger({ definitions: { A: { 'x-kind': [{ kind: 'A' }] } } });
    expect(Buffer.from(bytes).toString('latin1')).toContain('x-kind\u0012\u0011\u0012\u000f[{"kind":"A"}]\n');
  });
});
