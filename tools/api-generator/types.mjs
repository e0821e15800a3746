// One TypeScript module per group-version: an interface per schema, a kind constant per served resource.
import { locate, refName } from './names.mjs';

const HEADER = `// Generated from the OpenAPI v3 documents of Kubernetes by tools/api-generator; do not edit.
// Descriptions: Copyright The Kubernetes Authors, Apache-2.0.
`;

/** Schemas whose OpenAPI says less than their meaning: any JSON value. */
const UNKNOWN = new Set([
  'JSON',
  'JSONSchemaPropsOrBool',
  'JSONSchemaPropsOrArray',
  'JSONSchemaPropsOrStringArray',
]);
const OVERRIDES = {
  JSON: 'unknown',
  JSONSchemaPropsOrBool: 'JSONSchemaProps | boolean',
  JSONSchemaPropsOrArray: 'JSONSchemaProps | JSONSchemaProps[]',
  JSONSchemaPropsOrStringArray: 'JSONSchemaProps | string[]',
};

/** Returns Map<module ('apps/v1'), source text>. `kinds`: Map<'group/version/Kind', resource>. */
export function renderModules(schemas, kinds) {
  const modules = new Map();
  for (const [schemaName, schema] of schemas) {
    const { module, name } = locate(schemaName);
    if (module === 'scalars' || isList(name, schema)) continue;
    if (!modules.has(module)) modules.set(module, []);
    modules.get(module).push({ name, schema });
  }
  return new Map([...modules].map(([module, entries]) => [module, renderModule(module, entries, kinds)]));
}

const isList = (name, schema) =>
  name.endsWith('List') && schema.properties?.items !== undefined && schema.properties.metadata !== undefined;

function renderModule(module, entries, kinds) {
  const imports = new Map();
  const use = (schemaName) => {
    const target = locate(schemaName);
    if (target.module !== module) {
      const local = target.module === 'scalars' ? '../../scalars.js' : `../${target.module}.js`;
      if (!imports.has(local)) imports.set(local, new Set());
      imports.get(local).add(target.name);
    }
    return target.name;
  };
  const body = [];
  let usesKind = false;
  for (const { name, schema } of entries) {
    body.push(renderDoc(schema.description, ''));
    if (UNKNOWN.has(name)) {
      body.push(`export type ${name} = ${OVERRIDES[name]};\n`);
      continue;
    }
    const gvk = schema['x-kubernetes-group-version-kind']?.[0];
    const served = gvk && kinds.get(`${gvk.group}/${gvk.version}/${gvk.kind}`);
    body.push(renderInterface(name, schema, use, gvk));
    if (served !== undefined) {
      usesKind = true;
      body.push(renderKind(name, gvk, served));
    }
  }
  const lines = [HEADER];
  if (usesKind)
    lines.push(`import { defineKind } from '../../kind.js';`, `import type { Kind } from '../../kind.js';`);
  for (const [from, names] of [...imports].sort(([a], [b]) => (a < b ? -1 : 1)))
    lines.push(`import type { ${[...names].sort().join(', ')} } from '${from}';`);
  return `${lines.join('\n')}\n\n${body.join('')}`;
}

function renderKind(name, gvk, resource) {
  const scope = resource.namespaced ? '' : ', namespaced: false';
  const groupVersion = gvk.group === '' ? gvk.version : `${gvk.group}/${gvk.version}`;
  return `/** The kind ${name} of ${groupVersion}: call it to make an object, pass it to the client. */\nexport const ${name}: Kind<${name}> = /* @__PURE__ */ defineKind<${name}>({ group: '${gvk.group}', version: '${gvk.version}', kind: '${gvk.kind}', plural: '${resource.plural}'${scope} });\n\n`;
}

function renderInterface(name, schema, use, gvk) {
  if (schema.properties === undefined) {
    return `export type ${name} = ${renderType(schema, use)};\n\n`;
  }
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties).map(([key, property]) => {
    let type = renderType(property, use);
    if (gvk !== undefined && key === 'apiVersion')
      type = `'${gvk.group === '' ? gvk.version : `${gvk.group}/${gvk.version}`}'`;
    if (gvk !== undefined && key === 'kind') type = `'${gvk.kind}'`;
    return `${renderDoc(property.description ?? property.allOf?.[0]?.description, '  ')}  ${quoteKey(key)}${required.has(key) ? '' : '?'}: ${type};\n`;
  });
  return `export interface ${name} {\n${fields.join('')}}\n\n`;
}

const quoteKey = (key) => (/^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? key : `'${key}'`);

function renderType(schema, use) {
  if (schema.$ref !== undefined) return use(refName(schema.$ref));
  if (schema.allOf?.length === 1) return renderType(schema.allOf[0], use);
  if (schema.enum !== undefined) return schema.enum.map((v) => `'${v}'`).join(' | ');
  switch (schema.type) {
    case 'array': {
      const item = renderType(schema.items, use);
      return /^[\w.]+$/.test(item) ? `${item}[]` : `Array<${item}>`;
    }
    case 'object':
      return `Record<string, ${schema.additionalProperties ? renderType(schema.additionalProperties, use) : 'unknown'}>`;
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
      return schema.type;
    default:
      return 'unknown';
  }
}

function renderDoc(text, indent) {
  if (!text) return '';
  const safe = text.replaceAll('*/', '*\\/').trimEnd();
  const lines = safe.split('\n');
  if (lines.length === 1) return `${indent}/** ${safe} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

/** The same modules in the door package, each passing on all that the module of @kubewright/api has. */
export function renderDoor(modules) {
  const header = '// Generated by tools/api-generator; do not edit.';
  return new Map(
    modules.map((module) => [module, `${header}\nexport * from '@kubewright/api/${module}';\n`]),
  );
}
