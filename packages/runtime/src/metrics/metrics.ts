import { noQueueMetrics } from '../queue/queue-metrics.js';
import type { QueueMetrics } from '../queue/queue-metrics.js';

/** What one controller reports. */
export interface ControllerMetrics {
  readonly queue: QueueMetrics;
  started(): void;
  finished(outcome: 'success' | 'requeue' | 'requeue_after' | 'error', seconds: number): void;
  terminalError(): void;
  timedOut(): void;
  /** A reconcile threw what is no Error. */
  panicked(): void;
  /** The controller was taken out of the manager, and has ended. */
  removed?(): void;
}

/** What the webhooks of one path report. */
export interface WebhookMetrics {
  started(): void;
  finished(statusCode: number, seconds: number): void;
}

/** Who is the leader, as one candidate sees it. */
export interface LeaderElectionMetrics {
  leading(isLeader: boolean): void;
  /** A renewal did not know the lease and had to read it first. */
  slowPath(): void;
}

/** Reads of certificates from files. */
export interface CertificateMetrics {
  read(): void;
  failed(): void;
}

/** Requests to API servers. */
export interface RestClientMetrics {
  /** A request ended; `code` is the status, or `<error>` when no answer came. */
  requested(code: string, method: string, host: string): void;
  /** A request is about to be sent again because of that. */
  retried?(code: string, method: string, host: string): void;
  /** Set when somebody wants to know how long requests take. */
  readonly took?: ((method: string, host: string, seconds: number) => void) | undefined;
  /** Set when somebody wants to know how large bodies are. */
  readonly sizes?:
    | {
        sent(method: string, host: string, bytes: number): void;
        received(method: string, host: string, bytes: number): void;
      }
    | undefined;
}

/** Where the numbers of a manager go; `createPrometheusMetrics` is one place. */
export interface Metrics {
  controller(options: { name: string; maxConcurrentReconciles: number }): ControllerMetrics;
  /** An object was found to be reconciled again and again by its controller's own writes. */
  hotLoop(controller: string): void;
  webhook(path: string): WebhookMetrics;
  /** A webhook threw; `admission` or `conversion`. */
  webhookPanicked(type: 'admission' | 'conversion'): void;
  leaderElection(lease: string): LeaderElectionMetrics;
  readonly certificates: CertificateMetrics;
  readonly restClient: RestClientMetrics;
}

const nothing = (): void => undefined;

const noWebhookMetrics: WebhookMetrics = { started: nothing, finished: nothing };
const noLeaderElectionMetrics: LeaderElectionMetrics = { leading: nothing, slowPath: nothing };
const noControllerMetrics: ControllerMetrics = {
  queue: noQueueMetrics,
  started: nothing,
  finished: nothing,
  terminalError: nothing,
  timedOut: nothing,
  panicked: nothing,
};

/** Counts nothing: the default. */
export const noMetrics: Metrics = {
  controller: () => noControllerMetrics,
  hotLoop: nothing,
  webhook: () => noWebhookMetrics,
  webhookPanicked: nothing,
  leaderElection: () => noLeaderElectionMetrics,
  certificates: { read: nothing, failed: nothing },
  restClient: { requested: nothing },
};
