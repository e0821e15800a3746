import { createHash } from 'node:crypto';
import type { Stored } from 'kubewright';
import { ConfigMap } from 'kubewright/core/v1';
import type { App } from '../api/v1/app.js';
import { labelsOf } from './labels.js';

/** The name of the ConfigMap with the files of an App. */
export function configMapName({ metadata }: Stored<App>): string {
  return `${metadata.name}-config`;
}

/** The files of an App; undefined when it has none of its own. */
export function configMapOf(app: Stored<App>): ConfigMap | undefined {
  const data = app.spec.config?.data;
  if (data === undefined) return undefined;
  return ConfigMap({ metadata: { name: configMapName(app), labels: labelsOf(app) }, data });
}

/** A word for the content of ConfigMaps, whatever the order of their keys is; the order of the maps counts. */
export function configHash(maps: ReadonlyArray<Pick<ConfigMap, 'data' | 'binaryData'>>): string {
  const sorted = (entries: Readonly<Record<string, string>> = {}) =>
    Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1));
  const content = maps.map(({ data, binaryData }) => [sorted(data), sorted(binaryData)]);
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);
}
