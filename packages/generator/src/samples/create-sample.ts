import type { CustomResourceDefinition, JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { createCustomObjectValidator } from '@kubewright/apiserver/crd';
import { writeYamlDocument } from '../output/yaml-writer.js';
import { repairSample } from './repair-sample.js';
import { sampleValue } from './sample-value.js';

/** A sample object of one version of a kind. */
export interface Sample {
  /** As kubebuilder names it: first part of the group, version and kind, `app_v1_appservice.yaml`. */
  readonly fileName: string;
  readonly object: Readonly<Record<string, unknown>>;
  /** The object as YAML, with what is left to do in comments at its head. */
  readonly content: string;
  /** What no value was found for, in the server's words: rules in CEL that are hard to guess. Mostly none. */
  readonly problems: readonly string[];
}

export interface SampleOptions {
  /** Of the object. Default: none. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Default: as `Sample.fileName` says. */
  readonly fileName?: string;
}

/**
 * A sample object that a server accepts: required fields, those with an example or a default, and of a spec without any
 * of these its simple fields. Examples come first, then defaults, then values that meet every rule of the schema. The
 * same definition always gives the same sample.
 *
 * @throws RangeError when the definition has no such version
 */
export function createSample(
  definition: CustomResourceDefinition,
  version: string,
  options: SampleOptions = {},
): Sample {
  const found = definition.spec.versions.find(({ name }) => name === version);
  const { group, names } = definition.spec;
  if (found === undefined) {
    const known = definition.spec.versions.map(({ name }) => name).join(', ');
    throw new RangeError(`${names.plural}.${group} has no version ${version}, only ${known}`);
  }
  const schema = found.schema?.openAPIV3Schema ?? {};
  const kind = names.kind.toLowerCase();
  const first = {
    apiVersion: `${group}/${version}`,
    kind: names.kind,
    metadata: {
      ...(options.labels === undefined ? {} : { labels: { ...options.labels } }),
      name: `${kind}-sample`,
    },
    ...fieldsOf(schema),
  };
  const validator = createCustomObjectValidator({ schema, scale: found.subresources?.scale });
  const { object, findings } = repairSample(first, schema, (candidate) => validator.validate(candidate));
  const problems = findings.map(({ path, message }) => `${path === '' ? '' : `${path}: `}${message}`);
  const comments = problems.map((problem) => `# TODO: ${problem.replaceAll('\n', ' ')}\n`);
  return {
    fileName: options.fileName ?? `${group.split('.')[0] ?? group}_${version}_${kind}.yaml`,
    object,
    content: comments.join('') + writeYamlDocument(object),
    problems,
  };
}

/** The fields of a whole object beside its type and metadata. The status is the controller's to write. */
function fieldsOf(schema: JSONSchemaProps): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (name === 'apiVersion' || name === 'kind' || name === 'metadata') continue;
    const isRequired = schema.required?.includes(name) ?? false;
    if (name === 'status' ? isRequired : name === 'spec' || isRequired || field.default !== undefined)
      fields[name] = sampleValue(name === 'spec' ? withSomething(field) : field, { name, variant: 0 });
  }
  return fields;
}

/** A spec that would stay empty shows its simple fields. */
function withSomething(schema: JSONSchemaProps): JSONSchemaProps {
  const fields = Object.entries(schema.properties ?? {});
  const shows = ([name, field]: [string, JSONSchemaProps]): boolean =>
    (schema.required?.includes(name) ?? false) || field.default !== undefined || field.example !== undefined;
  if (fields.some(shows)) return schema;
  const simple = fields.filter(([, { type }]) => type !== undefined && type !== 'object' && type !== 'array');
  return simple.length === 0 ? schema : { ...schema, required: simple.map(([name]) => name) };
}
