/**
 * What an API server checks in CustomResourceDefinitions and by their schemas, without a server.
 *
 * @example
 * ```ts
 * for (const { path, message } of validateCustomResourceDefinition(crd)) console.error(`${path}: ${message}`);
 * ```
 *
 * @packageDocumentation
 */
export { createCustomObjectValidator } from './crd/custom-object-validator.js';
export type { CustomObjectValidator } from './crd/custom-object-validator.js';
export { isKnownFormat } from './crd/formats.js';
export { validateCustomResourceDefinition, validateSchemaValue } from './crd/validate-definition.js';
export type { DocumentFinding } from './crd/validate-definition.js';
