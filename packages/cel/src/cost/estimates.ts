/** A range of costs, or of sizes: what is certain at least, and at most. Saturates at {@link UNBOUNDED}. */
export interface Estimate {
  readonly min: number;
  readonly max: number;
}

/** Stands for the greatest number of 64 bits, at which Go's estimates saturate. */
export const UNBOUNDED: number = 2 ** 64;

export const ZERO: Estimate = { min: 0, max: 0 };
export const UNKNOWN_SIZE: Estimate = { min: 0, max: UNBOUNDED };

export const fixed = (value: number): Estimate => ({ min: value, max: value });

const saturated = (value: number): number => Math.min(value, UNBOUNDED);

export const plus = (a: Estimate, b: Estimate): Estimate => ({
  min: saturated(a.min + b.min),
  max: saturated(a.max + b.max),
});

export const times = (a: Estimate, b: Estimate): Estimate => ({
  min: saturated(a.min * b.min),
  max: saturated(a.max * b.max),
});

/** Rounded up, as all costs by factor are. */
export const timesFactor = (a: Estimate, factor: number): Estimate => ({
  min: saturated(Math.ceil(a.min * factor)),
  max: saturated(Math.ceil(a.max * factor)),
});

export const union = (a: Estimate, b: Estimate): Estimate => ({
  min: Math.min(a.min, b.min),
  max: Math.max(a.max, b.max),
});

// Cost units of cel-go's common/cost.go.
export const SELECT_AND_IDENT_COST = 1;
export const LIST_CREATE_COST = 10;
export const MAP_CREATE_COST = 30;
export const STRUCT_CREATE_COST = 40;
/** Cost of a character when a string is read through. */
export const STRING_TRAVERSAL_FACTOR = 0.1;
/** Cost of a character of a regular expression, for each unit of the string. */
export const REGEX_LENGTH_FACTOR = 0.25;
