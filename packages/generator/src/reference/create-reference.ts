import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
} from '@kubewright/api/apiextensions/v1';
import { describeValidation, inlineCode } from './describe-validation.js';

/**
 * The API reference of kinds, in Markdown: for each version the kinds, for each kind its fields with type, default, rules
 * and description, and a section for each nested object, linked by anchors that stay the same as long as the field's path
 * does (`app-example-com-v1-appservice-spec`). Ends with a line break.
 */
export function createReference(definitions: readonly CustomResourceDefinition[]): string {
  const versions = groupVersions(definitions);
  const lines: string[] = ['# API reference', ''];
  for (const { name, kinds } of versions) {
    const links = kinds.map(({ kind }) => `[${kind}](#${anchorOf(name, kind)})`).join(', ');
    lines.push(`- [${name}](#${anchorOf(name)}): ${links}`);
  }
  if (versions.length === 0) lines.push('There are no kinds.');
  for (const { name, kinds } of versions) {
    lines.push('', anchor(anchorOf(name)), '', `## ${name}`);
    for (const kind of kinds) lines.push('', ...describeKind(name, kind));
  }
  return `${lines.join('\n')}\n`;
}

interface KindVersion {
  readonly kind: string;
  readonly definition: CustomResourceDefinition;
  readonly version: CustomResourceDefinitionVersion;
}

function groupVersions(
  definitions: readonly CustomResourceDefinition[],
): Array<{ readonly name: string; readonly kinds: readonly KindVersion[] }> {
  const groups = new Map<string, KindVersion[]>();
  for (const definition of definitions)
    for (const version of definition.spec.versions) {
      const name = `${definition.spec.group}/${version.name}`;
      const kinds = groups.get(name) ?? [];
      kinds.push({ kind: definition.spec.names.kind, definition, version });
      groups.set(name, kinds);
    }
  return [...groups]
    .map(([name, kinds]) => ({ name, kinds: kinds.sort((a, b) => compare(a.kind, b.kind)) }))
    .sort((a, b) => compare(a.name, b.name));
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

function describeKind(groupVersion: string, { kind, definition, version }: KindVersion): string[] {
  const schema = version.schema?.openAPIV3Schema ?? {};
  const { apiVersion: _version, kind: _kind, metadata: _metadata, ...fields } = schema.properties ?? {};
  const lines = [anchor(anchorOf(groupVersion, kind)), '', `### ${kind}`, ''];
  if (schema.description !== undefined) lines.push(paragraphs(schema.description), '');
  lines.push(facts(definition, version).join(', '), '');
  const sections: Section[] = [];
  lines.push(
    ...table(
      { ...schema, properties: fields },
      { anchor: anchorOf(groupVersion, kind), title: kind },
      sections,
    ),
  );
  const rules = describeValidation(schema);
  if (rules.length > 0) lines.push('', `Rules: ${rules.map(cell).join('; ')}.`);
  // Sections are found while others are written: breadth first.
  for (const section of sections) {
    lines.push('', anchor(section.anchor), '', `#### ${section.title}`, '');
    lines.push(...table(section.schema, section, sections));
  }
  return lines;
}

function facts({ spec }: CustomResourceDefinition, version: CustomResourceDefinitionVersion): string[] {
  const { plural, shortNames = [] } = spec.names;
  const words = [
    spec.scope === 'Namespaced' ? 'Namespaced' : 'Cluster-wide',
    inlineCode(`${plural}.${spec.group}`),
  ];
  if (shortNames.length > 0) words.push(`short: ${shortNames.map(inlineCode).join(', ')}`);
  if (!version.served) words.push('**not served**');
  if (version.storage) words.push('storage version');
  if (version.deprecated === true)
    words.push(
      `**deprecated**${version.deprecationWarning === undefined ? '' : `: ${version.deprecationWarning}`}`,
    );
  const subresources = Object.keys(version.subresources ?? {});
  if (subresources.length > 0) words.push(`subresources: ${subresources.join(', ')}`);
  return words;
}

interface SectionPlace {
  readonly anchor: string;
  readonly title: string;
}

interface Section extends SectionPlace {
  readonly schema: JSONSchemaProps;
}

/** The fields of an object; nested objects are added to the sections that are still to be written. */
function table(schema: JSONSchemaProps, place: SectionPlace, sections: Section[]): string[] {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return ['No fields are specified.'];
  const rows = fields.map(([name, field]) => {
    const nested = nestedOf(field);
    const target = {
      anchor: `${place.anchor}-${slug(name)}`,
      title: `${place.title}.${name}${nested.suffix}`,
    };
    if (nested.schema !== undefined) sections.push({ ...target, schema: nested.schema });
    const isRequired = schema.required?.includes(name) ?? false;
    const type =
      nested.schema === undefined ? cell(nested.type) : `[${cell(nested.type)}](#${target.anchor})`;
    return `| ${inlineCode(name)} | ${type} | ${isRequired ? 'yes' : ''} | ${cell(describeField(field, nested.values))} |`;
  });
  return ['| field | type | required | description |', '| --- | --- | --- | --- |', ...rows];
}

function describeField(field: JSONSchemaProps, values: readonly JSONSchemaProps[]): string {
  const parts: string[] = [];
  if (field.description !== undefined) parts.push(field.description.trim());
  const rules = describeValidation(field);
  for (const value of values) rules.push(...describeValidation(value).map((rule) => `each: ${rule}`));
  if (rules.length > 0) parts.push(`*${rules.length === 1 ? 'Rule' : 'Rules'}:* ${rules.join('; ')}.`);
  if (field.default !== undefined) parts.push(`*Default:* ${inlineCode(JSON.stringify(field.default))}.`);
  if (field.example !== undefined) parts.push(`*Example:* ${inlineCode(JSON.stringify(field.example))}.`);
  return parts.join('\n\n');
}

interface Nested {
  /** `[]map[string]string`, as Go writes types. */
  readonly type: string;
  /** Of the object with fields at the end of it, if there is one. */
  readonly schema?: JSONSchemaProps;
  /** `[]` and `{}` for what one goes through to get there. */
  readonly suffix: string;
  /** The schemas on the way, without the field's own: of items and values. */
  readonly values: readonly JSONSchemaProps[];
}

function nestedOf(schema: JSONSchemaProps): Nested {
  const { items, additionalProperties } = schema;
  if (items !== undefined && !Array.isArray(items)) return through('[]', '[]', items);
  if (typeof additionalProperties === 'object') return through('map[string]', '{}', additionalProperties);
  if (schema.properties !== undefined && Object.keys(schema.properties).length > 0)
    return { type: 'object', schema, suffix: '', values: [] };
  return { type: typeName(schema), suffix: '', values: [] };
}

function through(type: string, suffix: string, schema: JSONSchemaProps): Nested {
  const nested = nestedOf(schema);
  return {
    ...nested,
    type: type + nested.type,
    suffix: suffix + nested.suffix,
    values: [schema, ...nested.values],
  };
}

function typeName(schema: JSONSchemaProps): string {
  if (schema['x-kubernetes-int-or-string'] === true) return 'integer or string';
  if (schema['x-kubernetes-embedded-resource'] === true) return 'Kubernetes object';
  return schema.type ?? 'any';
}

const anchor = (id: string): string => `<a id="${id}"></a>`;
const anchorOf = (groupVersion: string, kind = ''): string =>
  slug(kind === '' ? groupVersion : `${groupVersion}-${kind}`);
const slug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** In a cell of a table. Angle brackets would be taken for tags. */
function cell(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, i) => (i % 2 === 1 ? part : part.replaceAll('&', '&amp;').replaceAll('<', '&lt;')))
    .join('')
    .replaceAll('|', '\\|')
    .replace(/\n\n+/g, '<br><br>')
    .replaceAll('\n', ' ');
}

function paragraphs(text: string): string {
  return text.trim().replaceAll('<', '&lt;');
}
