import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { DOCUMENTATION, isIntOrString, itemsOf } from './keywords.js';
import type { Keyword } from './keywords.js';

/** What markers of a field must know of the field's type, and may change. */
export function ownKeywords(declared: JSONSchemaProps): JSONSchemaProps {
  const own: JSONSchemaProps = {};
  if (declared.type !== undefined) own.type = declared.type;
  if (declared.format !== undefined) own.format = declared.format;
  if (isIntOrString(declared)) own['x-kubernetes-int-or-string'] = true;
  if (declared.nullable === true) own.nullable = true;
  const items = itemsOf(declared);
  if (items !== undefined) own.items = ownKeywords(items);
  if (declared.properties !== undefined) own.properties = declared.properties;
  return own;
}

/** A marker gave the field another type than the declared one, and with it another structure. */
export function replaceType(schema: JSONSchemaProps, own: JSONSchemaProps): void {
  for (const keyword of Object.keys(schema) as Keyword[])
    if (keyword !== 'nullable' && !DOCUMENTATION.includes(keyword)) delete schema[keyword];
  if (own.type !== undefined) schema.type = own.type;
}
