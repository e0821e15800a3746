import type { LogFields, Logger } from '@kubewright/api';

export interface LogRecord {
  level: 'debug' | 'info' | 'warn' | 'error';
  message: string;
  fields: Record<string, unknown>;
}

/** A logger that keeps what it is told. */
export function recordingLogger(): { logger: Logger; records: LogRecord[] } {
  const records: LogRecord[] = [];
  const make = (bound: LogFields): Logger => {
    const write = (level: LogRecord['level']) => (message: string, fields?: LogFields) => {
      records.push({ level, message, fields: { ...bound, ...fields } });
    };
    return {
      debug: write('debug'),
      info: write('info'),
      warn: write('warn'),
      error: write('error'),
      with: (fields) => make({ ...bound, ...fields }),
    };
  };
  return { logger: make({}), records };
}
