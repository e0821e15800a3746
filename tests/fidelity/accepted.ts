import type { Difference } from './framework/compare.js';

/** A difference that is meant to be. It must still occur: one that does not fails the suite. */
export interface AcceptedDifference {
  /** Areas in which it may occur; all when left out. */
  readonly areas?: readonly string[];
  /** The sequence's title, where it is one sequence's alone. */
  readonly sequence?: RegExp;
  /** What it looks like. Those that are given must match. */
  readonly request?: RegExp;
  readonly where?: RegExp;
  readonly embedded?: RegExp;
  readonly real?: RegExp;
  readonly reason: string;
}

export const accepted: readonly AcceptedDifference[] = [
  {
    request: /^GET \/version$/,
    where: /^\$\.(gitCommit|gitTreeState|buildDate|goVersion|compiler|platform)$/,
    reason: '`/version` says of what and when a server was built. The version of Kubernetes is the same.',
  },
  {
    request: /^GET \/api$/,
    where: /serverAddress$/,
    reason: 'A request in the process has no address that the server could name as its own.',
  },
  {
    request: /^(GET|DELETE) \/$/,
    where: /^\$\.paths\[/,
    reason:
      'The list of paths at the root names those that are served; profiles, logs, flags and hooks of a process are not.',
  },
  {
    request: /^GET \/\.well-known\/openid-configuration$/,
    where: /^\$\.(issuer|jwks_uri|id_token_signing_alg_values_supported\[0\])$/,
    reason:
      'Who issues tokens, with which kind of key, and where that is to be asked is how a server was set up.',
  },
  {
    areas: ['initial-objects'],
    request: /leases$/,
    reason:
      'A server that is one of several keeps a lease that says so; the embedded one is alone, and ends with its process.',
  },
  {
    areas: ['initial-objects'],
    request: /componentstatuses$/,
    reason:
      'Component statuses are asked of etcd and of programs on fixed ports of the machine; there are none of these.',
  },
  {
    areas: ['initial-objects', 'access'],
    request: /services(\/kubernetes)?$/,
    where: /\.spec\.ports\[0\]\.targetPort$/,
    reason:
      'The service `kubernetes` leads to the port of the server, which the embedded one need not have: its number is the default.',
  },
  {
    areas: ['initial-objects', 'access'],
    request: /clusterroles(\/(admin|edit|view))?$/,
    where: /\.(rules|managedFields\[\d\])$/,
    reason:
      'The roles `admin`, `edit` and `view` have their rules from the start, as kube-controller-manager would sum them up: access is to work without controllers.',
  },
  {
    areas: ['lists'],
    sequence: /^generated names/,
    where: /(message|details\.name)$/,
    real: /(x{58}|Bad_)[a-z0-9]{5}/,
    reason: 'The end of a generated name is chance, also in the refusal of an object that nobody can name.',
  },
  {
    where: /message$/,
    real: /pod updates may not change fields other than[^]*\n@@/,
    reason:
      'What is refused in the update of a pod is shown as a difference of its spec, in the embedded server in the form of the API, in the real one in that of a Go type.',
  },
  {
    where: /^(status|\$\.message|\$\.details\.causes\[\d+\](\.message)?)$/,
    real: /existing ephemeral containers? "[^"]*" may not be (changed|removed)[^]*\n/,
    reason: 'The same for the ephemeral containers of a pod.',
  },
  {
    areas: ['validation'],
    where: /message$/,
    real: /spec\.template: Invalid value: [^]*"Spec":\{"Volumes":|^Invalid value: [^]*"Spec":\{"Volumes":/,
    embedded: /field is immutable/,
    reason: 'The same for the template of a job.',
  },
];

export function isAccepted(
  entry: AcceptedDifference,
  area: string,
  title: string,
  difference: Difference,
): boolean {
  const text = (value: unknown): string =>
    typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
  return (
    entry.areas?.includes(area) !== false &&
    entry.sequence?.test(title) !== false &&
    entry.request?.test(difference.request) !== false &&
    entry.where?.test(difference.where) !== false &&
    entry.embedded?.test(text(difference.embedded)) !== false &&
    entry.real?.test(text(difference.real)) !== false
  );
}
