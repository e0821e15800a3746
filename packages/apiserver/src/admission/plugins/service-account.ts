import type { Clock, Random } from '@kubewright/api';
import type { Container, Pod, PodSpec, ServiceAccount, Volume } from '@kubewright/api/core/v1';
import type { ApiObject } from '../../kinds/behaviour.js';
import { generateName } from '../../registry/generate-name.js';
import type { AdmissionAttributes, AdmissionPlugin } from '../admission.js';
import { admissionForbidden } from '../forbidden.js';
import type { StoredObjects } from '../stored-objects.js';
import { checkSecretReferences } from './secret-references.js';

type Account = ApiObject & ServiceAccount;

const ACCOUNTS = '/registry/serviceaccounts/';
const DEFAULT_NAME = 'default';
const VOLUME_PREFIX = 'kube-api-access-';
const MOUNT_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';
const MIRROR = 'kubernetes.io/config.mirror';
const ENFORCE = 'kubernetes.io/enforce-mountable-secrets';
// Not a round hour, so that kubelets which refuse to renew are told from those that ask for an hour.
const TOKEN_SECONDS = 3607;
const DEFAULT_MODE = 0o644;

export interface ServiceAccountParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly objects: StoredObjects;
}

/**
 * Every pod runs as a service account that exists, with its token and its image pull secrets
 * (plugin/pkg/admission/serviceaccount). The default account is waited for: a controller makes it when a namespace is new.
 */
export function serviceAccount(parts: ServiceAccountParts): AdmissionPlugin {
  return {
    name: 'ServiceAccount',
    operations: ['CREATE', 'UPDATE'],
    resources: ['pods'],
    subresources: ['', 'ephemeralcontainers'],
    async admit(attributes) {
      const { operation, object } = attributes;
      if (operation !== 'CREATE' || object === undefined) return;
      const spec = ((object as ApiObject & Pod).spec ??= {} as PodSpec);
      if (isMirror(object)) return checkMirror(attributes, spec);
      if ((spec.serviceAccountName ?? '') === '') setAccountName(spec);
      const account = await accountOf(parts, attributes, spec);
      if (automounts(account, spec)) mountToken(parts.random, spec);
      const secrets = account.imagePullSecrets ?? [];
      if ((spec.imagePullSecrets ?? []).length === 0 && secrets.length > 0)
        spec.imagePullSecrets = secrets.map(({ name = '' }) => ({ name }));
      checkSecrets(attributes, account, spec);
    },
    async validate(attributes) {
      const { operation, subresource, object } = attributes;
      if (object === undefined) return;
      const spec = (object as ApiObject & Pod).spec ?? ({} as PodSpec);
      const isEphemeral = operation === 'UPDATE' && subresource === 'ephemeralcontainers';
      if (operation !== 'CREATE' && !isEphemeral) return;
      if (operation === 'CREATE' && isMirror(object)) return checkMirror(attributes, spec);
      if ((spec.serviceAccountName ?? '') === '') {
        const pod = `${attributes.namespace}/${object.metadata.name ?? ''}`;
        throw admissionForbidden(attributes, `no service account specified for pod ${pod}`);
      }
      checkSecrets(attributes, await accountOf(parts, attributes, spec), spec, isEphemeral);
    },
  };
}

/** Under both of its names. */
function setAccountName(spec: PodSpec): void {
  spec.serviceAccountName = DEFAULT_NAME;
  spec.serviceAccount = DEFAULT_NAME;
}

const isMirror = ({ metadata }: ApiObject): boolean => metadata.annotations?.[MIRROR] !== undefined;

async function accountOf(
  { clock, random, objects }: ServiceAccountParts,
  attributes: AdmissionAttributes,
  { serviceAccountName = '' }: PodSpec,
): Promise<Readonly<Account>> {
  const prefix = `${ACCOUNTS}${attributes.namespace}/`;
  const found =
    serviceAccountName === DEFAULT_NAME
      ? await objects.waitFor<Account>(prefix, DEFAULT_NAME, { clock, timeoutMs: waitMs(random) })
      : objects.get<Account>(prefix + serviceAccountName);
  if (found !== undefined) return found;
  const about = `${attributes.namespace}/${serviceAccountName}`;
  const message = `error looking up service account ${about}: serviceaccount ${JSON.stringify(serviceAccountName)} not found`;
  throw admissionForbidden(attributes, message);
}

/** The real server looks ten times, 100 to 200 ms apart. */
const waitMs = (random: Random): number => 9 * (100 + Math.floor(random.next() * 100));

function checkSecrets(
  attributes: AdmissionAttributes,
  account: Readonly<Account>,
  spec: PodSpec,
  ephemeralOnly = false,
): void {
  if (!/^(1|t|T|true|TRUE|True)$/.test(account.metadata.annotations?.[ENFORCE] ?? '')) return;
  const fault = checkSecretReferences(account, spec, { ephemeralOnly });
  if (fault !== undefined) throw admissionForbidden(attributes, fault);
}

/** Pods that a kubelet makes by itself have no identity in the cluster. */
function checkMirror(attributes: AdmissionAttributes, spec: PodSpec): void {
  const refuse = (what: string): never => {
    throw admissionForbidden(attributes, `a mirror pod may not ${what}`);
  };
  if ((spec.serviceAccountName ?? '') !== '') refuse('reference service accounts');
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  const usesSecret =
    (spec.imagePullSecrets ?? []).length > 0 ||
    (spec.volumes ?? []).some(
      ({ secret, projected }) =>
        secret !== undefined || (projected?.sources ?? []).some((source) => source.secret !== undefined),
    ) ||
    containers.some(
      ({ env = [], envFrom = [] }) =>
        env.some(({ valueFrom }) => valueFrom?.secretKeyRef !== undefined) ||
        envFrom.some(({ secretRef }) => secretRef !== undefined),
    );
  if (usesSecret) refuse('reference secrets');
  const usesToken = (spec.volumes ?? []).some(({ projected }) =>
    projected?.sources?.some((source) => source.serviceAccountToken !== undefined),
  );
  if (usesToken) refuse('use ServiceAccountToken volume projections');
}

// The wish of the pod counts before that of its account.
const automounts = (account: Readonly<Account>, spec: PodSpec): boolean =>
  spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true;

function mountToken(random: Random, spec: PodSpec): void {
  const present = spec.volumes?.find(({ name }) => name.startsWith(VOLUME_PREFIX));
  const name = present?.name ?? generateName(VOLUME_PREFIX, random);
  const mount = { name, readOnly: true, mountPath: MOUNT_PATH };
  let isNeeded = false;
  const mounted = (container: Container): Container => {
    const { volumeMounts = [] } = container;
    if (volumeMounts.some(({ mountPath }) => mountPath === MOUNT_PATH)) return container;
    isNeeded = true;
    return { ...container, volumeMounts: [...volumeMounts, { ...mount }] };
  };
  if (spec.initContainers !== undefined) spec.initContainers = spec.initContainers.map(mounted);
  spec.containers = (spec.containers ?? []).map(mounted);
  if (present === undefined && isNeeded) spec.volumes = [...(spec.volumes ?? []), tokenVolume(name)];
}

const tokenVolume = (name: string): Volume => ({
  name,
  projected: {
    sources: [
      { serviceAccountToken: { expirationSeconds: TOKEN_SECONDS, path: 'token' } },
      { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
      {
        downwardAPI: {
          items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
        },
      },
    ],
    defaultMode: DEFAULT_MODE,
  },
});
