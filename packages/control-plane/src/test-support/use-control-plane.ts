import { createClient } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { afterEach, beforeEach } from 'vitest';
import { startControlPlane } from '../control-plane.js';
import type { ControlPlane, ControlPlaneOptions } from '../control-plane.js';
import { settled } from '../settled.js';

export interface TestControlPlane {
  readonly controlPlane: ControlPlane;
  /** Live, as administrator. */
  readonly client: Client;
  /** Waits until the controllers have nothing left to do. */
  readonly settle: () => Promise<void>;
}

/** A fresh control plane for each test; it is stopped, and must then be at rest, after it. */
export function useControlPlane(options: ControlPlaneOptions = {}): () => TestControlPlane {
  let current: TestControlPlane | undefined;
  beforeEach(async () => {
    const controlPlane = await startControlPlane(options);
    const client = createClient({ transport: controlPlane.transport });
    const settle = () => settled(controlPlane.server, [controlPlane.manager], { timeoutMs: 5000 });
    current = { controlPlane, client, settle };
  });
  afterEach(async () => {
    await current?.controlPlane.stop();
    current = undefined;
  });
  return () => {
    if (current === undefined) throw new Error('the control plane runs only inside of a test');
    return current;
  };
}
