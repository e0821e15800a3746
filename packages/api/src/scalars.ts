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
