import type { ArgumentDefinition, ArgumentType, MarkerArguments } from '../definition.js';

export const string = { type: 'string' } as const satisfies ArgumentType;
export const number = { type: 'number' } as const satisfies ArgumentType;
export const boolean = { type: 'boolean' } as const satisfies ArgumentType;
/** Lengths and counts. */
export const count = { type: 'integer', minimum: 0 } as const satisfies ArgumentType;
export const any = { type: 'any' } as const satisfies ArgumentType;
export const strings = { type: 'list', items: string } as const satisfies ArgumentType;

export function oneOf(...values: readonly string[]): ArgumentType {
  return { type: 'string', values };
}

/** No argument: the value is `true`. */
export const none: MarkerArguments = { form: 'none' };

/** `+name=value`. */
export function value(argument: ArgumentType): MarkerArguments {
  return { form: 'value', argument };
}

/** `+name:a=1,b=2`. */
export function named(definitions: Readonly<Record<string, ArgumentDefinition>>): MarkerArguments {
  return { form: 'named', named: definitions };
}

export function required(argument: ArgumentType, help: string): ArgumentDefinition {
  return { argument, help };
}

export function optional(argument: ArgumentType, help: string): ArgumentDefinition {
  return { argument, optional: true, help };
}
