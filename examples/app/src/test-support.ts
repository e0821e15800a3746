import { fileURLToPath } from 'node:url';
import { createPrometheusMetrics, findStatusCondition } from 'kubewright';
import type { ControllerDefinition } from 'kubewright';
import { Registry } from 'prom-client';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment, TestEnvironmentOptions } from '@kubewright/testing';
import { App } from './api/v1/app.js';
import type { AppSpec } from './api/v1/app.js';
import { appOperator } from './operator.js';

export const NAMESPACE = 'default';

const config = (folder: string) => fileURLToPath(new URL(`../config/${folder}`, import.meta.url));

export interface OperatorTestOptions extends Pick<
  TestEnvironmentOptions,
  'node' | 'webhooks' | 'webhookManifests'
> {}

/** The operator, with its own webhooks unless others are given, and what it shows on /metrics, on either server. */
export async function startOperator(
  options: OperatorTestOptions = {},
): Promise<{ env: TestEnvironment; metrics: () => Promise<string> }> {
  const instruments = await createPrometheusMetrics({ process: false });
  const { cache, controllers, webhooks } = appOperator({
    namespace: NAMESPACE,
    registry: instruments.registry,
  });
  const env = await startTestEnvironment({
    controllers,
    crds: config('crd/bases'),
    webhooks,
    webhookManifests: config('webhook/manifests.yaml'),
    ...options,
    managerOptions: { cache, metrics: instruments },
  });
  return { env, metrics: () => instruments.expose() };
}

/** An App that the operator lets run. */
export const sample = (name: string, spec: Partial<AppSpec> = {}, namespace = NAMESPACE): App =>
  App({ metadata: { name, namespace }, spec: { image: 'registry.example.com/shop:1.0.0', ...spec } });

/** A condition without its times and generations. */
export function conditionOf(
  app: App,
  type: string,
): { status: string; reason: string; message: string } | undefined {
  const condition = findStatusCondition(app.status?.conditions, type);
  if (condition === undefined) return undefined;
  const { status, reason, message } = condition;
  return { status, reason, message };
}

/** The controllers of a second process. */
export function controllersOf(): ControllerDefinition[] {
  return appOperator({ namespace: NAMESPACE, registry: new Registry() }).controllers;
}
