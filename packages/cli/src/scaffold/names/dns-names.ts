/** Names as Kubernetes takes them (apimachinery's `validation` package). Each returns what is wrong, undefined for nothing. */

/** A DNS-1123 label: a namespace, a project. */
export function labelFault(name: string): string | undefined {
  if (name === '') return 'it is empty';
  if (name.length > 63) return `it has ${name.length} characters, and at most 63 are allowed`;
  if (/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(name)) return undefined;
  return "it must consist of a-z, 0-9 and '-', and begin and end with a letter or digit";
}

/** A DNS-1035 label, which begins with a letter: a plural, a controller. */
export function letterLabelFault(name: string): string | undefined {
  if (name === '') return 'it is empty';
  if (name.length > 63) return `it has ${name.length} characters, and at most 63 are allowed`;
  if (/^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(name)) return undefined;
  return "it must consist of a-z, 0-9 and '-', begin with a letter and end with a letter or digit";
}

/** A DNS-1123 subdomain: a group, a domain, a version. */
export function subdomainFault(name: string): string | undefined {
  if (name === '') return 'it is empty';
  if (name.length > 253) return `it has ${name.length} characters, and at most 253 are allowed`;
  if (/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(name)) return undefined;
  return "it must consist of labels of a-z, 0-9 and '-', separated by dots";
}
