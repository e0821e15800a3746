import type { Volume, VolumeProjection } from '@kubewright/api/core/v1';

interface PlacedFile {
  readonly path: string;
  /** Where it comes from, in a projected volume. */
  readonly source: string;
}

/** Files of a volume that lie on or below one another (`pkg/api/pod/warnings.go`, warningsForOverlappingVirtualPaths). */
export function warnOfOverlappingPaths(volumes: readonly Volume[], warn: (text: string) => void): void {
  for (const { name, configMap, secret, downwardAPI, projected } of volumes) {
    const tell = (what: string, files: readonly PlacedFile[]) => {
      for (const text of overlaps(files))
        warn(`volume ${JSON.stringify(name)} (${what}): overlapping paths: ${text}`);
    };
    const of = (items: ReadonlyArray<{ path?: string }> | undefined) => filesOf(items, '');
    if (configMap !== undefined) tell(`ConfigMap ${quoted(configMap.name)}`, of(configMap.items));
    if (secret !== undefined) tell(`Secret ${quoted(secret.secretName)}`, of(secret.items));
    if (downwardAPI !== undefined) tell('DownwardAPI', of(downwardAPI.items));
    const sources = projected?.sources ?? [];
    for (const source of sources) {
      if (Object.values(source).some((value) => value !== undefined)) continue;
      warn(`volume ${JSON.stringify(name)} (Projected) has no sources provided`);
    }
    tell('Projected', sources.flatMap(projectedFiles));
  }
}

const quoted = (name: string | undefined): string => JSON.stringify(name ?? '');

const filesOf = (items: ReadonlyArray<{ path?: string }> | undefined, source: string): PlacedFile[] =>
  (items ?? []).map(({ path = '' }) => ({ path: path.replace(/\/+$/, ''), source }));

function projectedFiles(projection: VolumeProjection): PlacedFile[] {
  const { configMap, secret, downwardAPI, serviceAccountToken, clusterTrustBundle } = projection;
  if (configMap?.items !== undefined) return filesOf(configMap.items, `ConfigMap ${quoted(configMap.name)}`);
  if (secret?.items !== undefined) return filesOf(secret.items, `Secret ${quoted(secret.name)}`);
  if (downwardAPI?.items !== undefined) return filesOf(downwardAPI.items, 'DownwardAPI');
  if (serviceAccountToken !== undefined) return filesOf([serviceAccountToken], 'ServiceAccountToken');
  if (clusterTrustBundle === undefined) return [];
  const bundle = clusterTrustBundle.name ?? clusterTrustBundle.signerName;
  return filesOf([clusterTrustBundle], `ClusterTrustBundle ${quoted(bundle)}`);
}

function overlaps(files: readonly PlacedFile[]): string[] {
  return files.flatMap((file, i) =>
    files
      .slice(0, i)
      .filter((other) => isWithin(file.path, other.path) || isWithin(other.path, file.path))
      .map((other) => `${shown(file)} with ${shown(other)}`),
  );
}

const isWithin = (path: string, folder: string): boolean =>
  path !== '' && folder !== '' && `${path}/`.startsWith(`${folder}/`);

const shown = ({ path, source }: PlacedFile): string =>
  source === '' ? JSON.stringify(path) : `${JSON.stringify(path)} (${source})`;
