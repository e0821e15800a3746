// Compares the generated table of resources with the discovery of a running kube-apiserver.
import { isDeepStrictEqual } from 'node:util';

/** What differs, one sentence each; `url` is that of `kubectl proxy`, for example http://127.0.0.1:8001. */
export async function compareDiscovery(groupVersions, url) {
  const read = async (route) => (await fetch(new URL(route, url))).json();
  const { groups } = await read('/apis');
  const served = groups.flatMap((group) => group.versions.map((version) => `/apis/${version.groupVersion}`));
  const generated = new Map(groupVersions.map((entry) => [pathOf(entry), entry]));
  const faults = [];

  if (!isDeepStrictEqual(['/api/v1', ...served], [...generated.keys()]))
    faults.push(`group-versions: served ${served.join(' ')}; generated ${[...generated.keys()].join(' ')}`);
  for (const [route, entry] of generated) {
    const rows = new Map(
      entry.resources.flatMap((resource) => rowsOf(entry, resource)).map((row) => [row.name, row]),
    );
    const { resources } = await read(route);
    for (const resource of resources) {
      const row = rows.get(resource.name);
      rows.delete(resource.name);
      if (!isDeepStrictEqual(row, resource))
        faults.push(
          `${route} ${resource.name}: served ${JSON.stringify(resource)}; generated ${JSON.stringify(row)}`,
        );
    }
    for (const name of rows.keys()) faults.push(`${route} ${name}: generated, but not served`);
  }
  return faults;
}

function pathOf({ group, version }) {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
}

/** The rows of an APIResourceList that one resource makes, its subresources included. */
function rowsOf({ group, version }, { subresources, shortNames, categories, ...resource }) {
  const row = {
    ...resource,
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
  };
  return [
    row,
    ...subresources.map((sub) => ({
      name: `${resource.name}/${sub.name}`,
      singularName: '',
      namespaced: resource.namespaced,
      ...((sub.group !== group || sub.version !== version) && { group: sub.group, version: sub.version }),
      kind: sub.kind,
      verbs: sub.verbs,
    })),
  ];
}
