import { TerminalError, findObject } from 'kubewright';
import type { ReconcileContext, Stored } from 'kubewright';
import { ConfigMap } from 'kubewright/core/v1';
import { App } from '../api/v1/app.js';
import { configHash, configMapName, configMapOf } from '../resources/config-map.js';

/** The ConfigMap that an App refers to is not there. Its pods could not start; when it comes the App is looked at again. */
export class ConfigMapMissingError extends TerminalError {
  readonly reason = 'ConfigMapNotFound';
}

/** The hash of all files of an App; undefined without any. Throws a ConfigMapMissingError. */
export async function hashOfConfig(
  app: Stored<App>,
  { client, signal }: ReconcileContext,
): Promise<string | undefined> {
  const { config } = app.spec;
  if (config === undefined) return undefined;
  const { configMapRef } = config;
  const maps: ConfigMap[] = [];
  if (configMapRef?.name !== undefined) {
    const { namespace = '' } = app.metadata;
    const map = await findObject(client, ConfigMap, { namespace, name: configMapRef.name }, { signal });
    if (map === undefined)
      throw new ConfigMapMissingError(
        `the ConfigMap ${configMapRef.name} of spec.config.configMapRef does not exist`,
      );
    maps.push(map);
  }
  const own = configMapOf(app);
  if (own !== undefined) maps.push(own);
  return configHash(maps);
}

/** The Apps that refer to a ConfigMap, and the one whose own has this name: it may have waited for it. */
export async function appsOfConfigMap(
  { metadata }: Stored<ConfigMap>,
  { client, signal }: Pick<ReconcileContext, 'client' | 'signal'>,
): Promise<Array<{ namespace: string; name: string }>> {
  const { namespace = '', name } = metadata;
  const { items } = await client.list(App, { namespace, signal });
  return items
    .filter((app) => app.spec.config?.configMapRef?.name === name || configMapName(app) === name)
    .map((app) => ({ namespace, name: app.metadata.name }));
}
