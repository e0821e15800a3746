import { loadClusterConfig } from '@kubewright/client';

import { createPinoLogger } from '../logging/pino-logger.js';

/**
 * Loads what `runOperator` otherwise loads when it is called: the logger, the reader of kubeconfigs, TLS. For processes
 * that wait to be told which operator to run, as those of `kubewright dev`; it changes nothing else, and never rejects.
 */
export async function preloadOperator(): Promise<void> {
  // The kubeconfig is read for the sake of its reader; there may be none.
  await Promise.allSettled([
    createPinoLogger(),
    loadClusterConfig(),
    import('node:tls'),
    import('node:http'),
  ]);
}
