import type { Activity, InformerPosition } from '@kubewright/runtime';
import { ConfigMap } from '@kubewright/api/core/v1';
import { describe, expect, it } from 'vitest';
import { SettleTimeoutError, settled } from './settled.js';
import { ManualClock } from './test-support/manual-clock.js';

/** A server and one informer that sees a bookmark only when told. */
class Scene {
  revision = 1;
  bookmarks = 0;
  idle = true;
  seen = '1';
  onBookmark: () => void = () => undefined;
  readonly listeners = new Set<() => void>();
  readonly activity: Activity = {
    isIdle: () => this.idle,
    busyWith: () => (this.idle ? [] : ['deployment-controller has 1 item ready']),
    resourceVersions: (): InformerPosition[] => [{ kind: ConfigMap, resourceVersion: this.seen }],
    subscribe: (listener) => {
      this.listeners.add(listener);
      return () => this.listeners.delete(listener);
    },
  };

  sendBookmarks(): void {
    this.bookmarks += 1;
    this.onBookmark();
  }

  change(change: () => void): void {
    change();
    for (const listener of this.listeners) listener();
  }
}

describe('settled', () => {
  it('resolves at once when all is idle and seen', async () => {
    const scene = new Scene();
    await settled(scene, [scene]);
    expect(scene.listeners.size).toBe(0);
  });

  it('waits until the informers have seen the newest revision', async () => {
    const scene = new Scene();
    scene.revision = 7;
    let done = false;
    const waiting = settled(scene, [scene]).then(() => {
      done = true;
    });
    await Promise.resolve();
    expect([done, scene.bookmarks]).toEqual([false, 1]);
    scene.change(() => {
      scene.seen = '7';
    });
    await waiting;
  });

  it('looks again when the revision moved in between', async () => {
    const scene = new Scene();
    scene.onBookmark = () => {
      if (scene.bookmarks === 1) scene.revision = 2;
      scene.seen = String(scene.revision);
    };
    await settled(scene, [scene]);
    expect(scene.bookmarks).toBe(2);
  });

  it('says who is busy when the time is up, and leaves no listener', async () => {
    const scene = new Scene();
    const clock = new ManualClock();
    scene.idle = false;
    const waiting = settled(scene, [scene], { clock, timeoutMs: 1000 });
    clock.advance(1000);
    await expect(waiting).rejects.toThrow(
      new SettleTimeoutError(1000, ['deployment-controller has 1 item ready']),
    );
    expect(scene.listeners.size).toBe(0);
  });

  it('says which informer lags behind when nobody is busy', async () => {
    const scene = new Scene();
    const clock = new ManualClock();
    scene.revision = 3;
    const waiting = settled(scene, [scene], { clock, timeoutMs: 1000 });
    clock.advance(1000);
    await expect(waiting).rejects.toThrow(
      new SettleTimeoutError(1000, ['the informer of ConfigMap has seen 1 and not yet 3']),
    );
  });

  it('ends with the reason of its signal', async () => {
    const scene = new Scene();
    scene.idle = false;
    const abort = new AbortController();
    const waiting = settled(scene, [scene], { signal: abort.signal });
    abort.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });
});
