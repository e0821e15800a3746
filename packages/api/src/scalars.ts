/** A point in time as RFC 3339 text with whole seconds, for example `2026-01-31T12:00:00Z` (metav1.Time). */
export type Time = string;

/** A point in time as RFC 3339 text with exactly six fraction digits (metav1.MicroTime), as Lease demands it. */
export type MicroTime = string;

/** A quantity such as `500m`, `1Gi` or `2`; the server writes it in canonical form. See `parseQuantity`. */
export type Quantity = string | number;

/** A number or a name, for example a target port or `25%`. */
export type IntOrString = number | string;

/** Any object of any kind. */
export type RawExtension = Record<string, unknown>;

/*
 * Numbers and texts whose schema says more than their TypeScript type. Any number or text may be assigned to them: what
 * they tell apart is what the generator writes.
 */

/** An optional property nobody sets: it keeps the name of the alias in the type, and lets plain values in. */
declare const format: unique symbol;
interface Formatted<Name extends string> {
  readonly [format]?: Name;
}

/** A whole number from -2^31 to 2^31 - 1: `type: integer, format: int32`. */
export type int32 = number & Formatted<'int32'>;

/** A whole number: `type: integer, format: int64`. Beyond 2^53 JavaScript loses digits. */
export type int64 = number & Formatted<'int64'>;

/** A number of single precision: `type: number, format: float`. */
export type float = number & Formatted<'float'>;

/** A number of double precision: `type: number, format: double`. */
export type double = number & Formatted<'double'>;

/** Bytes as base64: `type: string, format: byte`, as Go's `[]byte` is written. */
export type bytes = string & Formatted<'byte'>;

/** A point in time as RFC 3339 text: `type: string, format: date-time`. The same in a schema as `Time`. */
export type dateTime = string & Formatted<'date-time'>;

/** A length of time in Go's notation, for example `1h30m`: `type: string`, as metav1.Duration is written. */
export type Duration = string & Formatted<'duration'>;
