import { TerminalError, findObject, formatKey, isAlreadyExists } from 'kubewright';
import type { ReconcileContext, Request, Stored } from 'kubewright';
import { Lease } from 'kubewright/coordination/v1';
import { App } from '../api/v1/app.js';
import { managedLabels } from '../resources/labels.js';

/*
 * A host of an Ingress belongs to one App of the whole cluster: two Ingresses of the same host in different namespaces
 * would take requests from each other. Who has a host is a Lease named after it in the operator's own namespace. The
 * API server makes a name only once, so of two Apps that ask at the same time one gets it. A Lease in another namespace
 * cannot have the App as its owner, and nobody collects it as garbage: that is what the App's finalizer is for.
 */

const CLAIM_LABEL = 'platform.example.com/claim';
const UID_LABEL = 'platform.example.com/app-uid';

/** On all claims, and on no other Lease. */
export const claimLabels = { [CLAIM_LABEL]: 'host', ...managedLabels };

const PREFIX = 'host.';

/** The host belongs to another App. No retry helps, but when that one lets go the App is looked at again. */
export class HostTakenError extends TerminalError {
  readonly reason = 'HostTaken';
}

/** What a controller and a webhook both have. */
type Context = Pick<ReconcileContext, 'client' | 'apiReader' | 'signal'>;

/** The claims on hosts in a namespace. */
export interface HostClaims {
  /** Makes the host the App's; resolves with whether it was not before. Throws a HostTakenError. */
  claim(host: string, app: Stored<App>, context: Context): Promise<boolean>;
  /** Lets go of the App's hosts but this one, and resolves with what they were. */
  release(app: Stored<App>, context: Context, except?: string): Promise<string[]>;
  /** Lets go of the hosts of an App that is gone, and went without its clean-up. */
  releaseLost(app: Request, context: Context): Promise<void>;
  /** The App that has the host, as `namespace/name`; undefined when it is free, or its own. */
  holder(host: string, app: App, context: Context): Promise<string | undefined>;
}

/** Keeps claims as Leases of the namespace. */
export function hostClaims(namespace: string): HostClaims {
  const keyOf = (host: string) => ({ namespace, name: PREFIX + host });
  const claimOf = (host: string, app: Stored<App>): Lease =>
    Lease({
      metadata: { ...keyOf(host), labels: { ...claimLabels, [UID_LABEL]: app.metadata.uid } },
      spec: { holderIdentity: formatKey(app.metadata) },
    });
  return {
    async claim(host, app, { client, apiReader, signal }) {
      let claim = await findObject(client, Lease, keyOf(host), { signal });
      if (claim === undefined) {
        try {
          await client.create(claimOf(host, app), { signal });
          return true;
        } catch (error) {
          // Somebody was faster, and the cache has not heard of it yet.
          if (!isAlreadyExists(error)) throw error;
          claim = await apiReader.get(Lease, keyOf(host), { signal });
        }
      }
      const uid = uidOf(claim);
      if (uid === app.metadata.uid) return false;
      if (await isHeld(claim, apiReader, signal)) throw taken(host, claim);
      const { resourceVersion } = claim.metadata;
      const next = claimOf(host, app);
      await client.update({ ...next, metadata: { ...next.metadata, resourceVersion } }, { signal });
      return true;
    },

    async release(app, { client, signal }, except) {
      const labelSelector = { ...claimLabels, [UID_LABEL]: app.metadata.uid };
      const { items } = await client.list(Lease, { namespace, labelSelector, signal });
      const claims = items.filter(
        ({ metadata }) => except === undefined || metadata.name !== keyOf(except).name,
      );
      for (const { metadata } of claims) {
        const { name, uid } = metadata;
        await client.delete(Lease, { namespace, name }, { preconditions: { uid }, signal });
      }
      return claims.map((claim) => hostOf(claim));
    },

    async releaseLost(app, { client, apiReader, signal }) {
      const fieldSelector = { [HOLDER_INDEX]: formatKey(app) };
      const { items } = await client.list(Lease, { namespace, fieldSelector, signal });
      for (const claim of items) {
        if (await isHeld(claim, apiReader, signal)) continue;
        const { name, uid, resourceVersion } = claim.metadata;
        // Unless another App has taken it over meanwhile.
        const preconditions = { uid, resourceVersion };
        await client.delete(Lease, { namespace, name }, { preconditions, signal });
      }
    },

    async holder(host, app, { client, apiReader, signal }) {
      const claim = await findObject(client, Lease, keyOf(host), { signal });
      if (claim === undefined) return undefined;
      const holder = holderOf(claim);
      const isOwn = holder === formatKey({ name: '', ...app.metadata });
      return isOwn || !(await isHeld(claim, apiReader, signal)) ? undefined : holder;
    },
  };
}

/** Finds Apps by the host that they ask for. */
export const HOST_INDEX = 'host';

export const hostsOf = ({ spec }: App): string[] => (spec.ingress === undefined ? [] : [spec.ingress.host]);

/** Finds claims by the App that has them. */
export const HOLDER_INDEX = 'holder';

export const holdersOf = (claim: Lease): string[] => [holderOf(claim)];

/** The Apps that a claim concerns: who has it, and who waits for it. */
export async function appsOfClaim(
  claim: Stored<Lease>,
  { client, signal }: Pick<ReconcileContext, 'client' | 'signal'>,
): Promise<Request[]> {
  if (claim.metadata.labels?.[CLAIM_LABEL] !== 'host') return [];
  const { items } = await client.list(App, { fieldSelector: { [HOST_INDEX]: hostOf(claim) }, signal });
  const waiting = items.map(({ metadata: { namespace = '', name } }) => ({ namespace, name }));
  const [namespace = '', name = ''] = holderOf(claim).split('/');
  return name === '' ? waiting : [...waiting, { namespace, name }];
}

const hostOf = ({ metadata }: Stored<Lease>): string => metadata.name.slice(PREFIX.length);
const uidOf = ({ metadata }: Stored<Lease>): string | undefined => metadata.labels?.[UID_LABEL];
const holderOf = ({ spec }: Lease): string => spec?.holderIdentity ?? '';

/**
 * False when the App of the claim is gone without its clean-up: somebody took its finalizer away, or it was deleted in the
 * moment in which it got one, which API servers may overlook (kubernetes/kubernetes#77988).
 */
async function isHeld(
  claim: Stored<Lease>,
  apiReader: ReconcileContext['apiReader'],
  signal: AbortSignal,
): Promise<boolean> {
  const [namespace = '', name = ''] = holderOf(claim).split('/');
  const holder = await findObject(apiReader, App, { namespace, name }, { signal });
  return holder !== undefined && holder.metadata.uid === uidOf(claim);
}

const taken = (host: string, claim: Lease): HostTakenError =>
  new HostTakenError(
    `the host ${host} belongs to the App ${holderOf(claim)}: choose another one, or take it away there`,
  );
