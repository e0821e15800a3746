import { CliError } from '../../errors.js';
import type { NameCheck } from '../names/check-names.js';

export type Fields = Readonly<Record<string, unknown>>;

/** Reads fields of a PROJECT file and says which one is not what it should be. */
export class FieldReader {
  readonly #fields: Fields;
  readonly #source: string;
  readonly #at: string;

  constructor(fields: Fields, source: string, at = '') {
    this.#fields = fields;
    this.#source = source;
    this.#at = at;
  }

  text(name: string): string | undefined {
    const value = this.#fields[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string') throw this.#fault(name, 'a text', value);
    return value;
  }

  requiredText(name: string): string {
    const value = this.text(name);
    if (value === undefined || value === '')
      throw new CliError('InvalidProject', `${this.#source}: ${this.#at}${name} is missing`);
    return value;
  }

  /** A text that becomes a part of paths, names and sources; empty when it is absent or empty. */
  name(name: string, check: NameCheck): string {
    const value = this.text(name) ?? '';
    const fault = value === '' ? undefined : check(value);
    if (fault !== undefined)
      throw new CliError('InvalidProject', `${this.#source}: ${this.#at}${name}: ${fault}`);
    return value;
  }

  requiredName(name: string, check: NameCheck): string {
    this.requiredText(name);
    return this.name(name, check);
  }

  /** False when it is absent. */
  flag(name: string): boolean {
    const value = this.#fields[name];
    if (value === undefined || value === null) return false;
    if (typeof value !== 'boolean') throw this.#fault(name, 'true or false', value);
    return value;
  }

  oneOf<T extends string>(name: string, values: readonly T[], otherwise: T): T {
    const value = this.text(name);
    if (value === undefined) return otherwise;
    const found = values.find((one) => one === value);
    if (found === undefined) throw this.#fault(name, `one of ${values.join(', ')}`, value);
    return found;
  }

  /** Texts of a list; empty when it is absent. */
  texts(name: string): readonly string[] {
    return this.#list(name).map((value, index) => {
      if (typeof value !== 'string') throw this.#fault(`${name}[${index}]`, 'a text', value);
      return value;
    });
  }

  /** The entries of a list of objects; empty when it is absent. */
  objects(name: string): readonly FieldReader[] {
    return this.#list(name).map((value, index) => this.#child(`${name}[${index}]`, value));
  }

  object(name: string): FieldReader | undefined {
    const value = this.#fields[name];
    return value === undefined || value === null ? undefined : this.#child(name, value);
  }

  has(name: string): boolean {
    return this.#fields[name] !== undefined && this.#fields[name] !== null;
  }

  #list(name: string): readonly unknown[] {
    const value = this.#fields[name];
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) throw this.#fault(name, 'a list', value);
    return value as readonly unknown[];
  }

  #child(name: string, value: unknown): FieldReader {
    if (!isFields(value)) throw this.#fault(name, 'an object', value);
    return new FieldReader(value, this.#source, `${this.#at}${name}.`);
  }

  #fault(name: string, expected: string, value: unknown): CliError {
    return new CliError(
      'InvalidProject',
      `${this.#source}: ${this.#at}${name} must be ${expected}, not ${JSON.stringify(value)}`,
    );
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
