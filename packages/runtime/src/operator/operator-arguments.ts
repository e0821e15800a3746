import { parseArgs } from 'node:util';

import { nearest } from '@kubewright/api';

import { parseBindAddress } from '../server/bind-address.js';

/** What the command line of an operator may say. */
export interface OperatorArguments {
  kubeconfig?: string;
  context?: string;
  logLevel?: 'debug' | 'info' | 'warn' | 'error';
  leaderElect?: boolean;
  leaderElectionId?: string;
  leaderElectionNamespace?: string;
  metricsBindAddress?: string;
  metricsSecure?: boolean;
  metricsCertPath?: string;
  metricsCertName?: string;
  metricsCertKey?: string;
  healthProbeBindAddress?: string;
  debugBindAddress?: string;
  webhookBindAddress?: string;
  webhookPort?: number;
  webhookCertPath?: string;
  webhookCertName?: string;
  webhookCertKey?: string;
  help?: boolean;
}

const logLevels = ['debug', 'info', 'warn', 'error'] as const;

interface Flag {
  readonly type: 'string' | 'boolean';
  /** What stands for the value in the help; an `address` is checked. */
  readonly value?: string;
  readonly help: string;
}

/** `leaderElect` as `leader-elect`. */
type FlagName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${FlagName<Rest>}`
  : Name;

/** The names are those of the main.go that kubebuilder makes (v4's cmd/main.go), and more in its manner. */
const flags = {
  kubeconfig: {
    type: 'string',
    value: 'file',
    help: 'The kubeconfig to use, instead of that of the environment or the pod.',
  },
  context: {
    type: 'string',
    value: 'name',
    help: 'The context of the kubeconfig. Defaults to its current one.',
  },
  'leader-elect': { type: 'boolean', help: 'Let only one replica at a time run the controllers.' },
  'leader-election-id': { type: 'string', value: 'name', help: 'The Lease that the replicas share.' },
  'leader-election-namespace': {
    type: 'string',
    value: 'name',
    help: 'Where that Lease is. Defaults to the namespace of the pod.',
  },
  'metrics-bind-address': {
    type: 'string',
    value: 'address',
    help: 'Where /metrics is served: :8443, or :8080 without TLS; 0 for nowhere.',
  },
  'metrics-secure': {
    type: 'boolean',
    help: 'Serve metrics by HTTPS, to those whom the cluster lets read them. Defaults to true.',
  },
  'metrics-cert-path': {
    type: 'string',
    value: 'folder',
    help: 'The certificate of the metrics server. Defaults to one made in memory.',
  },
  'metrics-cert-name': { type: 'string', value: 'file', help: 'Its file there. Defaults to tls.crt.' },
  'metrics-cert-key': { type: 'string', value: 'file', help: 'That of its key. Defaults to tls.key.' },
  'health-probe-bind-address': {
    type: 'string',
    value: 'address',
    help: 'Where /healthz and /readyz are served, as :8081; 0 for nowhere.',
  },
  'debug-bind-address': {
    type: 'string',
    value: 'address',
    help: 'Where to show why reconciles ran, as :8082, to this machine alone; 0 for nowhere.',
  },
  'webhook-bind-address': {
    type: 'string',
    value: 'address',
    help: 'Where webhooks are served, if there are any; 0 for nowhere. Defaults to :9443.',
  },
  'webhook-port': {
    type: 'string',
    value: 'port',
    help: 'The same as --webhook-bind-address=:<port>.',
  },
  'webhook-cert-path': { type: 'string', value: 'folder', help: 'The certificate of the webhook server.' },
  'webhook-cert-name': { type: 'string', value: 'file', help: 'Its file there. Defaults to tls.crt.' },
  'webhook-cert-key': { type: 'string', value: 'file', help: 'That of its key. Defaults to tls.key.' },
  'log-level': { type: 'string', value: 'level', help: `One of ${logLevels.join(', ')}. Defaults to info.` },
  help: { type: 'boolean', help: 'Show this, and end.' },
} as const satisfies Record<FlagName<keyof OperatorArguments>, Flag>;

const falsehoods = new Set(['false', 'f', '0']);
const truths = new Set(['true', 't', '1']);

/** Reads the command line. Throws a TypeError that says in one sentence what it does not know. */
export function parseOperatorArguments(argv: readonly string[]): OperatorArguments {
  const { values, refused } = parse(argv.slice(2));
  const level = values['log-level'];
  if (level !== undefined && !logLevels.some((known) => known === level)) {
    throw new TypeError(`--log-level must be one of ${logLevels.join(', ')}, got "${level}"`);
  }
  const said: Record<string, string | boolean | number> = {};
  for (const [name, value] of Object.entries(values)) {
    const flag: Flag = flags[name as keyof typeof flags];
    if (flag.value === 'address') parseBindAddress(value as string, `--${name}`);
    said[optionOf(name)] = value === true ? !refused.has(name) : value;
  }
  const port = values['webhook-port'];
  if (port !== undefined) {
    if (values['webhook-bind-address'] !== undefined)
      throw new TypeError(
        '--webhook-port and --webhook-bind-address both say where webhooks are served: leave one out',
      );
    said['webhookPort'] = parsePort(port, '--webhook-port');
  }
  return said as OperatorArguments;
}

function parsePort(text: string, option: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65535) return port;
  throw new TypeError(`${option} must be a port from 0 to 65535, got "${text}"`);
}

const optionOf = (flag: string): string => flag.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** The text of `--help`. */
export function operatorHelp(name: string): string {
  const rows = Object.entries<Flag>(flags).map(([flag, { value, help }]) => ({
    left: `  --${flag}${value === undefined ? '' : ` <${value}>`}`,
    help,
  }));
  const width = Math.max(...rows.map(({ left }) => left.length)) + 2;
  return `Usage: ${name} [options]\n\n${rows.map(({ left, help }) => `${left.padEnd(width)}${help}\n`).join('')}`;
}

function parse(args: readonly string[]) {
  const refused = new Set<string>();
  try {
    const read = args.map((argument) => withoutTruth(argument, refused));
    return { ...parseArgs({ args: read, options: flags, strict: true, allowPositionals: false }), refused };
  } catch (error) {
    throw new TypeError(problemOf(error, args), { cause: error });
  }
}

/** `--leader-elect=false`, which Go's flags know and Node's do not. */
function withoutTruth(argument: string, refused: Set<string>): string {
  const [, name = '', value = ''] = /^--?([^=]+)=(.*)$/.exec(argument) ?? [];
  if (!(name in flags) || flags[name as keyof typeof flags].type !== 'boolean') return argument;
  if (falsehoods.has(value)) refused.add(name);
  else if (!truths.has(value)) throw new TypeError(`--${name} must be true or false, got "${value}"`);
  return `--${name}`;
}

function problemOf(error: unknown, args: readonly string[]): string {
  const message = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);
  const unknown = args
    .filter((argument) => argument.startsWith('-'))
    .map((argument) => argument.replace(/^--?/, '').replace(/=.*$/, ''))
    .find((name) => !(name in flags));
  if (unknown === undefined) return message;
  const known = Object.keys(flags);
  const suggestion = nearest(unknown, known);
  return suggestion === undefined
    ? `unknown option --${unknown}: this operator knows ${known.map((name) => `--${name}`).join(', ')}`
    : `unknown option --${unknown}: did you mean --${suggestion}?`;
}
