import type { Area } from '../framework/steps.js';
import { applying } from './apply.js';
import { deletion } from './deletion.js';
import { discovery } from './discovery.js';
import { kinds } from './kinds.js';
import { lists } from './lists.js';
import { malformed } from './malformed.js';
import { patches } from './patches.js';
import { subresources } from './subresources.js';
import { validation } from './validation.js';
import { watches } from './watches.js';

export const areas: readonly Area[] = [
  kinds,
  validation,
  patches,
  deletion,
  lists,
  watches,
  subresources,
  malformed,
  discovery,
  applying,
];
