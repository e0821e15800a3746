import { TerminalError, findObject } from 'kubewright';
import type { ReconcileContext, Request, Stored } from 'kubewright';
import { ConfigMap } from 'kubewright/core/v1';
import { App } from '../api/v1/app.js';
import { configHash, configMapOf } from '../resources/config-map.js';

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

/** Finds Apps by the ConfigMaps that their pods need, their own among them. */
export const CONFIG_MAP_INDEX = 'configMaps';

export const configMapsOf = (app: Stored<App>): string[] => {
  const { config } = app.spec;
  const names = [configMapOf(app)?.metadata?.name, config?.configMapRef?.name];
  return names.filter((name) => name !== undefined);
};

/** The Apps that need a ConfigMap: those that refer to it, and one that may have waited for the name. */
export async function appsOfConfigMap(
  { metadata }: Stored<ConfigMap>,
  { client, signal }: Pick<ReconcileContext, 'client' | 'signal'>,
): Promise<Request[]> {
  const { namespace = '', name } = metadata;
  const fieldSelector = { [CONFIG_MAP_INDEX]: name };
  const { items } = await client.list(App, { namespace, fieldSelector, signal });
  return items.map((app) => ({ namespace, name: app.metadata.name }));
}
