import { InvalidArgumentError } from 'commander';

/** Readers of flags; each throws commander's InvalidArgumentError with what the flag takes. */
export function parseCount(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('it must be a whole number of at least 0.');
  return Number(text);
}

export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('a port is a number from 0 to 65535.');
  return port;
}

export function parsePositive(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new InvalidArgumentError('it must be a number above 0.');
  return value;
}

/** For flags that are written `--flag`, `--flag=true` or `--flag=false`, as those of Go programs. */
export function parseBoolean(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new InvalidArgumentError('it must be true or false.');
}

/** For flags that may be given several times, or once with commas. */
export function parseList(text: string, before: readonly string[] = []): string[] {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.includes('')) throw new InvalidArgumentError('a part of the list is empty.');
  return [...before, ...parts];
}
