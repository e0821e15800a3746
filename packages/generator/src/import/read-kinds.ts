import { isCustomResourceDefinition, kindsOfCrd } from './from-crd.js';
import { isOpenApiDocument, kindsOfOpenApi } from './from-openapi.js';
import type { ImportedKind } from './imported-kind.js';
import { readDocuments } from './read-documents.js';

/**
 * The kinds of a text: of all CustomResourceDefinitions and OpenAPI v3 documents in it. Other objects are passed over,
 * as in what a project installs with `kubectl apply`.
 *
 * @param source the name of the text in messages
 * @throws ImportError that names the source and what is wrong
 */
export function readKinds(text: string, source: string): ImportedKind[] {
  return readDocuments(text, source).flatMap(({ value }) => {
    if (isCustomResourceDefinition(value)) return kindsOfCrd(value, source);
    return isOpenApiDocument(value) ? kindsOfOpenApi(value, source) : [];
  });
}
