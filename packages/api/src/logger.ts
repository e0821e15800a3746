/** Key/value pairs of a log line; the same key means the same thing everywhere (`namespace`, `name`, `controller`). */
export type LogFields = Readonly<Record<string, unknown>>;

/** Structured logs: constant messages, details as fields. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  /** `fields.error` carries the cause. */
  error(message: string, fields?: LogFields): void;
  /** A logger that adds these fields to every line. */
  with(fields: LogFields): Logger;
}

/** Says nothing: the default of every library part. */
export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  with: () => silentLogger,
};
