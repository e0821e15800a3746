import { validateCustomResourceDefinition, validateSchemaValue } from '@kubewright/apiserver/crd';
import type { DocumentFinding } from '@kubewright/apiserver/crd';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import type { DiagnosticCode } from '../diagnostics/diagnostic.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { BuiltCrd } from './build-crds.js';

/**
 * Reports what an API server would say against the CRD, at the place in the source that each part comes from; and
 * examples that their own schema refuses, which servers do not look at.
 */
export function checkCrd({ crd, origins }: BuiltCrd, diagnostics: Diagnostics): void {
  const say = (finding: DocumentFinding, about = ''): void => {
    const { severity, path } = finding;
    const position = origins.at(crd, documentPath(path));
    const what = `${crd.metadata?.name}: ${path === '' ? '' : `${shortPath(path)}: `}${about}${textOf(finding)}`;
    const hint = hintFor(path, finding.detail);
    if (severity === 'error') diagnostics.error(codeFor(path), position, what, hint);
    else diagnostics.warn(codeFor(path), position, what, hint);
  };
  for (const finding of withoutEchoes(validateCustomResourceDefinition(crd))) say(finding);
  crd.spec.versions.forEach(({ schema }, index) => {
    const path = `spec.versions[${index}].schema.openAPIV3Schema`;
    for (const finding of exampleFindings(schema?.openAPIV3Schema, path)) {
      say(finding, 'the example is not valid: ');
    }
  });
}

/** That the costs of all rules are too high in sum says nothing new when one alone is too costly. */
function withoutEchoes(findings: readonly DocumentFinding[]): readonly DocumentFinding[] {
  const isTooCostly = ({ detail }: DocumentFinding): boolean => /^estimated \S+ cost exceeds/.test(detail);
  return findings.some(isTooCostly) ? findings.filter(({ detail }) => !/cost total/.test(detail)) : findings;
}

function exampleFindings(schema: JSONSchemaProps | undefined, path: string): DocumentFinding[] {
  if (schema === undefined) return [];
  const own =
    schema.example === undefined
      ? []
      : validateSchemaValue(schema, schema.example).map((finding) => ({
          ...finding,
          path: `${path}.example`,
        }));
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    exampleFindings(property, `${path}.properties[${name}]`),
  );
  const items = Array.isArray(schema.items) ? undefined : schema.items;
  const values = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
  return [
    ...own,
    ...below,
    ...exampleFindings(items, `${path}.items`),
    ...exampleFindings(values, `${path}.additionalProperties`),
  ];
}

/** The value where it is short, and what is wrong with it. */
function textOf({ message, detail, value }: DocumentFinding): string {
  if (detail === '') return message.toLowerCase();
  // Validation of values names the field within a request's body, which is none here.
  const text = detail.replace(/^\S* in body /, '').replace(/ \(try simplifying .*\)$/, '');
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isScalar && !text.includes(String(value)) ? `${JSON.stringify(value)}: ${text}` : text;
}

/** Parts that all versions share stand in one place in the server's internal version; here, in each. */
function documentPath(path: string): string {
  return path
    .replace(/^spec\.validation\b/, 'spec.versions[0].schema')
    .replace(/^spec\.(subresources|additionalPrinterColumns|selectableFields)\b/, 'spec.versions[0].$1')
    .replace(/\.JSONPath$/, '.jsonPath');
}

/** What a reader needs of the path: the fields of the object, and the keyword. */
function shortPath(path: string): string {
  const schema = path.replace(/^.*openAPIV3Schema\.?/, '');
  return schema.replaceAll(/properties\[([^\]]*)\]/g, '$1').replace(/^$/, 'the schema') || path;
}

function codeFor(path: string): DiagnosticCode {
  if (path.includes('x-kubernetes-validations')) return 'InvalidRule';
  if (path.includes('openAPIV3Schema')) return 'InvalidSchema';
  return path.startsWith('spec.names') || path.startsWith('spec.group') || path === 'spec.scope'
    ? 'InvalidKind'
    : 'InvalidManifest';
}

function hintFor(path: string, message: string): string | undefined {
  if (/estimated rule cost|cost total/.test(message))
    return 'bound what the rule looks at and what it stands in: +kubebuilder:validation:MaxItems, MaxProperties, MaxLength';
  if (path.includes('api-approved.kubernetes.io'))
    return '+kubebuilder:metadata:annotations="api-approved.kubernetes.io=<URL of the pull request>"';
  if (message.includes('x-kubernetes-list-map-keys, so it must'))
    return 'write the field without a question mark, or give it a default';
  if (path.endsWith('.uniqueItems')) return 'write +listType=set';
  return undefined;
}
