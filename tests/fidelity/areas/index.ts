import type { Area } from '../framework/steps.js';
import { access } from './access.js';
import { applying } from './apply.js';
import { customResources } from './custom-resources.js';
import { deletion } from './deletion.js';
import { discovery } from './discovery.js';
import { initialObjects } from './initial-objects.js';
import { kinds } from './kinds.js';
import { lists } from './lists.js';
import { malformed } from './malformed.js';
import { ownership } from './ownership.js';
import { patches } from './patches.js';
import { subresources } from './subresources.js';
import { validation } from './validation.js';
import { watches } from './watches.js';

export const areas: readonly Area[] = [
  initialObjects,
  kinds,
  validation,
  patches,
  applying,
  ownership,
  deletion,
  lists,
  watches,
  subresources,
  customResources,
  access,
  malformed,
  discovery,
];
