import { compareQuantity } from 'kubewright';
import type { AdmissionContext, FieldErrors, UpdateContext } from 'kubewright';
import type { App } from '../../api/v1/app.js';
import type { HostClaims } from '../../controllers/host-claims.js';
import { PORT_VARIABLE } from '../../resources/deployment.js';

/** On an App that must not be deleted: `"true"`. */
export const PROTECTED_ANNOTATION = 'platform.example.com/protected';

/** What must hold of every App. */
export async function validateApp(
  app: App,
  claims: HostClaims,
  context: AdmissionContext<App>,
): Promise<void> {
  const { spec } = app;
  const { fields } = context;
  for (const [i, { name }] of (spec.env ?? []).entries())
    if (name === PORT_VARIABLE)
      fields.forbidden(`spec.env[${i}].name`, `${PORT_VARIABLE} is what spec.port says: set that`);
  validateResources(app, fields);
  await validateHost(app, claims, context);
}

/** A request above its limit. The server refuses it in pods, where only the operator would see it. */
function validateResources({ spec: { resources = {} } }: App, fields: FieldErrors): void {
  for (const [name, request] of Object.entries(resources.requests ?? {})) {
    const limit = resources.limits?.[name];
    if (limit !== undefined && compareQuantity(request, limit) > 0)
      fields.invalid(`spec.resources.requests[${name}]`, request, `must not exceed the limit of ${limit}`);
  }
}

/** Tells early what the controller would only report later. It is no guarantee: two may ask at the same time. */
async function validateHost(app: App, claims: HostClaims, context: AdmissionContext<App>): Promise<void> {
  const host = app.spec.ingress?.host;
  if (host === undefined || host === context.oldObject?.spec.ingress?.host) return;
  const holder = await claims.holder(host, app, context);
  if (holder !== undefined) context.fields.invalid('spec.ingress.host', host, `belongs to the App ${holder}`);
}

/** What may not change, or not now. */
export function validateChange(app: App, { oldObject, fields }: UpdateContext<App>): void {
  const [before, after] = [oldObject.spec.port, app.spec.port];
  const running = oldObject.status?.replicas ?? 0;
  if (before !== after && running > 0)
    fields.forbidden(
      'spec.port',
      `cannot change from ${before} to ${after} while ${running} pods run, because clients of the Service would lose them: scale to 0 first`,
    );
}
