import type { Area } from '../framework/steps.js';
import { kinds } from './kinds.js';

export const areas: readonly Area[] = [kinds];
