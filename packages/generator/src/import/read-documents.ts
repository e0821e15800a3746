import { parseAllDocuments } from 'yaml';
import { isJsonObject } from '@kubewright/api';
import type { JsonObject } from '@kubewright/api';
import { ImportError } from './import-error.js';

/** A document of a source; lists are taken apart. */
export interface ImportDocument {
  readonly source: string;
  readonly value: JsonObject;
}

/**
 * Reads YAML or JSON of any number of documents; empty ones are passed over, lists (`kind: List`,
 * `CustomResourceDefinitionList`) give one document each item.
 *
 * @param source the name of the text in messages
 * @throws ImportError 'InvalidDocument' with line and column
 */
export function readDocuments(text: string, source: string): ImportDocument[] {
  return valuesOf(text, source).flatMap((value) => {
    if (value === null || value === undefined) return [];
    if (!isJsonObject(value))
      throw new ImportError('InvalidDocument', `${source}: not a Kubernetes object or an OpenAPI document`);
    return itemsOf(value).map((item) => ({ source, value: item }));
  });
}

function valuesOf(text: string, source: string): unknown[] {
  // Most of what is large is JSON, which the YAML parser would take seconds for.
  if (/^\s*\{/.test(text)) {
    try {
      return [JSON.parse(text)];
    } catch {
      // A flow mapping, or a mistake that the YAML parser tells with its place.
    }
  }
  const documents = parseAllDocuments(text, { logLevel: 'error' });
  if (!Array.isArray(documents)) return [];
  return documents.map((document) => {
    const [error] = document.errors;
    if (error !== undefined) {
      const [what = 'malformed YAML'] = error.message.split('\n');
      throw new ImportError('InvalidDocument', `${source}: ${what.replace(/:$/, '')}`, { cause: error });
    }
    try {
      return document.toJS() as unknown;
    } catch (cause) {
      throw new ImportError('InvalidDocument', `${source}: ${(cause as Error).message}`, { cause });
    }
  });
}

function itemsOf(value: JsonObject): JsonObject[] {
  const { kind, items } = value;
  if (typeof kind !== 'string' || !kind.endsWith('List') || !Array.isArray(items)) return [value];
  // The API server leaves apiVersion and kind out of a list's items.
  return items.filter(isJsonObject).map((item) => ({
    ...(kind === 'List' ? {} : { apiVersion: value['apiVersion'], kind: kind.slice(0, -'List'.length) }),
    ...item,
  }));
}
