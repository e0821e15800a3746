import type { Container, EphemeralContainer, PodSpec, ServiceAccount } from '@kubewright/api/core/v1';

/** What a pod may not use because its service account does not name it; undefined when it may use all it does. */
export function checkSecretReferences(
  { metadata, secrets = [], imagePullSecrets = [] }: Readonly<ServiceAccount>,
  spec: PodSpec,
  { ephemeralOnly }: { ephemeralOnly: boolean },
): string | undefined {
  const account = metadata?.name ?? '';
  const allowed = new Set(secrets.map(({ name = '' }) => name));
  const because = `is not allowed because service account ${account} does not reference that`;
  const inContainers = (kind: string, containers: ReadonlyArray<Container | EphemeralContainer> = []) =>
    containers.flatMap((container) =>
      containerSecrets(container)
        .filter(({ secret }) => !allowed.has(secret))
        .map(
          ({ by, secret }) =>
            `${kind} ${container.name} with ${by} referencing secret.secretName="${secret}" ${because} secret`,
        ),
    );
  if (ephemeralOnly) return inContainers('ephemeral container', spec.ephemeralContainers)[0];
  const volumes = (spec.volumes ?? []).flatMap(({ secret }) => secret?.secretName ?? []);
  const pullable = new Set(imagePullSecrets.map(({ name = '' }) => name));
  return [
    ...volumes
      .filter((secret) => !allowed.has(secret))
      .map((secret) => `volume with secret.secretName="${secret}" ${because} secret`),
    ...inContainers('init container', spec.initContainers),
    ...inContainers('container', spec.containers),
    ...(spec.imagePullSecrets ?? []).flatMap(({ name = '' }, i) =>
      pullable.has(name) ? [] : [`imagePullSecrets[${i}].name="${name}" ${because} imagePullSecret`],
    ),
  ][0];
}

function containerSecrets({
  env = [],
  envFrom = [],
}: Container | EphemeralContainer): Array<{ by: string; secret: string }> {
  return [
    ...env.flatMap(({ name, valueFrom }) => {
      const secret = valueFrom?.secretKeyRef?.name;
      return secret === undefined ? [] : [{ by: `envVar ${name}`, secret }];
    }),
    ...envFrom.flatMap(({ secretRef }) =>
      secretRef?.name === undefined ? [] : [{ by: 'envFrom', secret: secretRef.name }],
    ),
  ];
}
