import { createEnvironment } from '../environment.js';
import type { Environment } from '../environment-types.js';
import { listsLibrary } from '../library/extensions/lists.js';
import { OPTIONALS_LIBRARY } from '../library/extensions/optionals.js';
import { SETS_LIBRARY } from '../library/extensions/sets.js';
import { stringsLibrary } from '../library/extensions/strings.js';
import { TWO_VARIABLE_LIBRARY } from '../library/extensions/two-variable.js';
import { STANDARD_LIBRARY } from '../library/standard.js';
import {
  VALIDATE_DURATION_LITERALS,
  VALIDATE_REGEX_LITERALS,
  VALIDATE_TIMESTAMP_LITERALS,
} from '../validators.js';
import { authorizationLibrary } from './libraries/authorization.js';
import { formatLibrary } from './libraries/format.js';
import { cidrLibrary, ipLibrary } from './libraries/ip.js';
import { listLibrary } from './libraries/lists.js';
import { quantityLibrary } from './libraries/quantity.js';
import { regexLibrary } from './libraries/regex.js';
import { semverLibrary } from './libraries/semver.js';
import { urlLibrary } from './libraries/url.js';

let environment: Environment | undefined;

/** What expressions may use in every place where Kubernetes 1.36 takes them (apiserver `pkg/cel/environment/base.go`). */
export function baseEnvironment(): Environment {
  environment ??= createEnvironment({
    homogeneousAggregateLiterals: true,
    crossTypeNumericComparisons: true,
    optionalSyntax: true,
    validators: [VALIDATE_DURATION_LITERALS, VALIDATE_TIMESTAMP_LITERALS, VALIDATE_REGEX_LITERALS],
    libraries: [
      STANDARD_LIBRARY,
      urlLibrary,
      regexLibrary,
      listLibrary,
      authorizationLibrary,
      OPTIONALS_LIBRARY,
      quantityLibrary,
      stringsLibrary(2),
      SETS_LIBRARY,
      ipLibrary,
      cidrLibrary,
      formatLibrary,
      TWO_VARIABLE_LIBRARY,
      semverLibrary,
      listsLibrary(3),
    ],
  });
  return environment;
}
