import { isInvalid } from '../reasons.js';
import type { Bookmark } from '../watch/events.js';

/** KEP-3157; apimachinery's `metav1.InitialEventsAnnotationKey`. */
const INITIAL_EVENTS_END = 'k8s.io/initial-events-end';

/**
 * Whether a `BOOKMARK` says that all that existed has been told: with `sendInitialEvents`, the state is complete then, at
 * the bookmark's resource version.
 */
export function isInitialEventsEnd(bookmark: Pick<Bookmark, 'metadata'>): boolean {
  return bookmark.metadata.annotations?.[INITIAL_EVENTS_END] === 'true';
}

/**
 * Whether what a watch with `sendInitialEvents` was refused with says that the server has no such watches: one before
 * Kubernetes 1.32, or one whose WatchList is switched off. List then, as client-go's reflector does.
 */
export function isWatchListUnsupported(error: unknown): boolean {
  return isInvalid(error);
}
