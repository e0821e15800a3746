import { readFileSync } from 'node:fs';
import { adaptDynamic } from '../adapter.js';
import { createEnvironment } from '../environment.js';
import type { Environment } from '../environment-types.js';
import { BINDINGS_LIBRARY } from '../library/extensions/bindings.js';
import { ENCODERS_LIBRARY } from '../library/extensions/encoders.js';
import { listsLibrary } from '../library/extensions/lists.js';
import { MATH_LIBRARY } from '../library/extensions/math.js';
import { OPTIONALS_LIBRARY } from '../library/extensions/optionals.js';
import { SETS_LIBRARY } from '../library/extensions/sets.js';
import { stringsLibrary } from '../library/extensions/strings.js';
import { TWO_VARIABLE_LIBRARY } from '../library/extensions/two-variable.js';
import { STANDARD_LIBRARY } from '../library/standard.js';
import { DYN, INT, listType, mapType, STRING } from '../types.js';
import type { Value } from '../values.js';

// What cel-go 0.26.0 makes of expressions in the environment below, with the options that Kubernetes sets (constant
// folding, cost tracking, presence tests without cost): issues, or the value or error and the cost.
export interface Recorded {
  readonly expression: string;
  readonly issues?: string;
  readonly planError?: string;
  readonly error?: string;
  readonly value?: string;
  readonly cost?: number;
}

export const recorded: readonly Recorded[] = JSON.parse(
  readFileSync(new URL('../testdata/cel-go.json', import.meta.url), 'utf8'),
) as readonly Recorded[];

export const environment: Environment = createEnvironment({
  libraries: [
    STANDARD_LIBRARY,
    OPTIONALS_LIBRARY,
    stringsLibrary(2),
    SETS_LIBRARY,
    listsLibrary(3),
    TWO_VARIABLE_LIBRARY,
    MATH_LIBRARY,
    BINDINGS_LIBRARY,
    ENCODERS_LIBRARY,
  ],
  optionalSyntax: true,
  homogeneousAggregateLiterals: true,
  crossTypeNumericComparisons: true,
  variables: [
    { name: 'self', type: DYN },
    { name: 'names', type: listType(STRING) },
    { name: 'counts', type: mapType(STRING, INT) },
    { name: 'n', type: INT },
    { name: 's', type: STRING },
  ],
});

const self = { replicas: 3, maxReplicas: 5, items: ['a', 'bb'], none: null, o: { a: 1 } };
export const variables: ReadonlyMap<string, Value> = new Map(
  Object.entries({ self, names: ['x', 'y'], counts: { x: 1 }, n: 7, s: 'héllo' }).map(([name, json]) => [
    name,
    adaptDynamic(json),
  ]),
);
