import { jsonType } from '../errors/go-text.js';
import { parseApiVersion } from '@kubewright/api';
import { jsonFault } from '../bytes/json-fault.js';
import { encodeText } from '../bytes/json.js';

/** A review that came back, with the type it says it has. */
export interface ReviewAnswer {
  readonly apiVersion: string;
  readonly kind: string;
  readonly response: Readonly<Record<string, unknown>> | undefined;
}

/** The review that is expected. */
export interface ReviewType {
  readonly group: string;
  /** The version that was asked for. */
  readonly version: string;
  readonly kind: string;
  /** The versions there are. */
  readonly versions: readonly string[];
}

/** Reads the answer of a webhook as the real server's decoder does. Throws an Error in its words. */
export function readReview(text: string, expected: ReviewType): ReviewAnswer {
  const value = parse(text);
  const { apiVersion = '', kind = '', response } = value;
  if (apiVersion !== '' && kind !== '') checkType(String(apiVersion), String(kind), expected);
  if (
    response !== undefined &&
    response !== null &&
    (typeof response !== 'object' || Array.isArray(response))
  ) {
    const type = `${expected.kind.replace('Review', 'Response')}`;
    throw new Error(
      `json: cannot unmarshal ${jsonType(response)} into Go struct field ${expected.kind}.response of type ${expected.version}.${type}`,
    );
  }
  return {
    apiVersion: String(apiVersion),
    kind: String(kind),
    response: (response ?? undefined) as Record<string, unknown> | undefined,
  };
}

/** How an answer names its type in errors: `admission.k8s.io/v1, Kind=AdmissionReview`. */
export function typeText(apiVersion: string, kind: string): string {
  const { group, version } = parseApiVersion(apiVersion);
  return `${group}/${version}, Kind=${kind}`;
}

function parse(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // The real server's decoder takes for YAML what does not look like JSON, and finds a string in most of it.
    if (text.trimStart().startsWith('{'))
      throw new Error(`couldn't get version/kind; json parse error: ${jsonFault(encodeText(text))}`, {
        cause: error,
      });
    value = '';
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  if (value === null) return {};
  throw new Error(
    `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonType(value)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
  );
}

// What every group of the real server's scheme contains besides its own kinds.
const META_KINDS = ['Status', 'APIVersions', 'APIGroup', 'APIGroupList', 'APIResourceList'];

function checkType(apiVersion: string, kind: string, expected: ReviewType): void {
  const { group, version } = parseApiVersion(apiVersion);
  if (group === expected.group && version === expected.version && kind === expected.kind) return;
  const isOther = group === expected.group && kind === expected.kind && expected.versions.includes(version);
  if (isOther || (apiVersion === 'v1' && META_KINDS.includes(kind))) {
    throw new Error(
      `converting (${version}.${kind}) to (${expected.version}.${expected.kind}): unknown conversion`,
    );
  }
  throw new Error(
    `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`,
  );
}
