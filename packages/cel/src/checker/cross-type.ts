const NUMBERS = ['int64', 'uint64', 'double'];
const COMPARISONS = ['less', 'less_equals', 'greater', 'greater_equals'];

/** `less_int64_double` and its like, which only environments with cross-type comparisons have (checker/env.go). */
const CROSS_TYPE = new Set(
  COMPARISONS.flatMap((comparison) =>
    NUMBERS.flatMap((a) => NUMBERS.filter((b) => b !== a).map((b) => `${comparison}_${a}_${b}`)),
  ),
);

export const isNumericCrossType = (overloadId: string): boolean => CROSS_TYPE.has(overloadId);
