import type { KindBehaviour } from './behaviour.js';

/** The behaviour of every built-in kind that differs from the plain one. */
export const builtinBehaviours: readonly KindBehaviour[] = [];
