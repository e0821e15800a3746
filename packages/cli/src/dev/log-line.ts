/** A line of an operator's output: structured (pino's JSON), or as it came. */
export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly text: string;
}

const QUIET = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'logger', 'v']);

/** Turns pino's JSON into `message key=value ...`; anything else passes as an error line, for it is unexpected output. */
export function readLogLine(line: string): LogLine {
  if (line.startsWith('{')) {
    try {
      const record = JSON.parse(line) as Record<string, unknown>;
      if (typeof record['msg'] === 'string' && record['level'] !== undefined) {
        const fields = Object.entries(record).filter(([key]) => !QUIET.has(key));
        const rest = fields.map(([key, value]) => `${key}=${formatValue(value)}`);
        return { level: levelOf(record['level']), text: [record['msg'], ...rest].join(' ') };
      }
    } catch {
      // Not JSON after all: shown as it is.
    }
  }
  return { level: 'error', text: line };
}

function formatValue(value: unknown): string {
  if (typeof value === 'string') return /\s/.test(value) ? JSON.stringify(value) : value;
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
