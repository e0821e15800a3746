/**
 * How long a watch with bookmarks may be silent: three minutes. API servers promise a bookmark "roughly every minute"
 * (apiserver's storage/cacher/cache_watcher.go, `nextBookmarkTime`); a real one of 1.36 sent the first to a quiet watch
 * after 122 s, later ones every 60 s.
 */
export const DEFAULT_WATCH_IDLE_TIMEOUT_MS = 180_000;

export function watchIdleTimeout(options: {
  idleTimeoutMs?: number | undefined;
  allowWatchBookmarks?: boolean | undefined;
}): number | undefined {
  if (options.idleTimeoutMs !== undefined) return options.idleTimeoutMs;
  return options.allowWatchBookmarks === true ? DEFAULT_WATCH_IDLE_TIMEOUT_MS : undefined;
}
