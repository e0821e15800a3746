/** A line of an operator's output: structured (pino's JSON), or as it came. */
export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** `web default/site: reconcile failed failures=3 error="no luck"`. */
  readonly text: string;
  /** The stack of its error, with causes. */
  readonly stack?: readonly string[];
  /** The reconcile that said it. */
  readonly reconcileID?: string;
}

/** Said by the place of the line, or of no use to somebody who looks at one operator. */
const QUIET = new Set([
  'level',
  'time',
  'pid',
  'hostname',
  'msg',
  'logger',
  'v',
  'controller',
  'controllerGroup',
  'controllerKind',
  'namespace',
  'name',
  'reconcileID',
]);

/** Turns pino's JSON into a sentence with its fields, without what would steer a terminal; anything else passes as an error line, for it is unexpected output. */
export function readLogLine(line: string): LogLine {
  if (line.startsWith('{')) {
    try {
      const record = JSON.parse(line) as Record<string, unknown>;
      if (typeof record['msg'] === 'string' && record['level'] !== undefined)
        return readRecord(record, record['msg']);
    } catch {
      // Not JSON after all: shown as it is.
    }
  }
  return { level: 'error', text: line };
}

function readRecord(record: Record<string, unknown>, message: string): LogLine {
  const fields = Object.entries(record).filter(([key]) => !QUIET.has(key));
  const rest = fields.map(([key, value]) => `${key}=${formatValue(value)}`);
  const subject = subjectOf(record);
  const stack = stackOf(record['error'] ?? record['err']);
  const { reconcileID } = record;
  return {
    level: levelOf(record['level']),
    text: harmless([...(subject === '' ? [] : [`${subject}:`]), message, ...rest].join(' ')),
    ...(stack === undefined ? {} : { stack }),
    ...(typeof reconcileID === 'string' ? { reconcileID } : {}),
  };
}

/** The controller and the object. */
function subjectOf({ controller, namespace, name }: Record<string, unknown>): string {
  const object = [namespace, name].filter((part) => typeof part === 'string' && part !== '').join('/');
  return [controller, object].filter((part) => typeof part === 'string' && part !== '').join(' ');
}

function stackOf(error: unknown): string[] | undefined {
  const { stack } = (error ?? {}) as { stack?: unknown };
  return typeof stack === 'string' ? harmless(stack).split('\n') : undefined;
}

/** Controls but line ends and tabs. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** JSON hides escape sequences, which may be what somebody wrote into an object: they are shown as JSON has them. */
function harmless(text: string): string {
  return text.replace(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function formatValue(value: unknown): string {
  if (typeof value === 'string') return /[\s"]/.test(value) || value === '' ? JSON.stringify(value) : value;
  if (typeof value === 'object' && value !== null && 'message' in value) return JSON.stringify(value.message);
  return JSON.stringify(value);
}

function levelOf(level: unknown): LogLine['level'] {
  if (typeof level === 'string')
    return level === 'debug' || level === 'warn' || level === 'error'
      ? level
      : level === 'fatal'
        ? 'error'
        : 'info';
  const number = typeof level === 'number' ? level : 30;
  return number >= 50 ? 'error' : number >= 40 ? 'warn' : number >= 30 ? 'info' : 'debug';
}
