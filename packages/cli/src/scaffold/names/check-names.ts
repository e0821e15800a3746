import { CliError } from '../../errors.js';
import { camelCase, capitalized } from '../templates/sources/names.js';
import { labelFault, letterLabelFault, subdomainFault } from './dns-names.js';

/** What is wrong with an input, as a sentence for prompts and errors; undefined: nothing. What kubebuilder refuses is refused. */
export type NameCheck = (value: string) => string | undefined;

export const domainFault: NameCheck = (domain) =>
  sentence('domain', domain, subdomainFault(domain), suggestedDomain(domain));

export const projectNameFault: NameCheck = (name) =>
  sentence('project name', name, labelFault(name), suggestedLabel(name));

/** Empty is allowed: kinds of the domain itself. */
export const groupFault: NameCheck = (group) =>
  group === '' ? undefined : sentence('group', group, subdomainFault(group), suggestedDomain(group));

/** `v1`, `v2beta1`, and as kubebuilder any other name that DNS takes. */
export const versionFault: NameCheck = (version) => {
  const suggestion = /^\d/.test(version) ? `v${version}` : version.toLowerCase();
  const fault = /^\d/.test(version) ? 'it must begin with a letter, as v1' : subdomainFault(version);
  return sentence('version', version, fault, suggestion);
};

export const kindFault: NameCheck = (kind) => {
  const suggestion = capitalized(camelCase(kind));
  if (kind !== '' && !/^[A-Z]/.test(kind))
    return sentence('kind', kind, 'it must begin with a capital letter', suggestion);
  const fault = letterLabelFault(kind.toLowerCase());
  if (fault !== undefined || kind.includes('-'))
    return sentence('kind', kind, kind === '' ? fault : 'it must consist of letters and digits', suggestion);
  return undefined;
};

export const pluralFault: NameCheck = (plural) =>
  sentence('plural', plural, letterLabelFault(plural), suggestedLabel(plural));

export const controllerNameFault: NameCheck = (name) =>
  sentence('controller name', name, letterLabelFault(name), suggestedLabel(name));

/** Where the API server calls a webhook. */
export const webhookPathFault: NameCheck = (path) => {
  if (/^\/[-A-Za-z0-9._~/]*[-A-Za-z0-9._~]$/.test(path)) return undefined;
  const fault = path.startsWith('/')
    ? 'it must be a path without query, as /validate-example'
    : 'it must begin with "/"';
  return sentence('webhook path', path, fault, path.startsWith('/') ? '' : `/${path}`);
};

/** @throws CliError 'InvalidArgument' with the fault */
export function requireName(value: string, check: NameCheck): string {
  const fault = check(value);
  if (fault !== undefined) throw new CliError('InvalidArgument', fault);
  return value;
}

function sentence(
  what: string,
  value: string,
  fault: string | undefined,
  suggestion: string,
): string | undefined {
  if (fault === undefined) return undefined;
  const hint = suggestion === '' || suggestion === value ? '' : `; did you mean "${suggestion}"?`;
  return `the ${what} "${value}" is not valid: ${fault}${hint}`;
}

function suggestedLabel(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 63);
}

function suggestedDomain(text: string): string {
  return text
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .split(/[./]+/)
    .map(suggestedLabel)
    .filter((label) => label !== '')
    .join('.');
}
