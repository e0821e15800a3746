// The query parameters of requests. The documents repeat them at every path; each is kept once.
import { literal, OPENAPI_HEADER } from './write.mjs';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];
/** Actions on objects; what else the documents know are connections. */
const ACTIONS = ['list', 'get', 'post', 'put', 'patch', 'delete', 'deletecollection', 'watch', 'watchlist'];

/** Map<name, { name, type, description }>, sorted by name; those of patches that differ from the others are `name@patch`. */
export function actionParameters(groupVersions) {
  const found = new Map();
  const ofPatches = new Map();
  for (const { action, parameters, subresource } of operations(groupVersions)) {
    if (!ACTIONS.includes(action) || subresource === 'pods/log') continue;
    for (const one of parameters) keep(action === 'patch' ? ofPatches : found, one.name, one);
  }
  for (const [name, one] of ofPatches) {
    const other = found.get(name);
    if (other === undefined) found.set(name, one);
    else if (!same(one, other)) found.set(`${name}@patch`, one);
  }
  return sorted(found);
}

/** Map<'pods/exec', parameters>: of subresources that are no objects, short of the parameters of `actions`. */
export function subresourceParameters(groupVersions, actions) {
  const found = new Map();
  for (const { action, parameters, subresource } of operations(groupVersions)) {
    if (subresource === undefined || (action !== 'connect' && subresource !== 'pods/log')) continue;
    const own = found.get(subresource) ?? new Map();
    found.set(subresource, own);
    for (const one of parameters) keep(own, one.name, one);
  }
  for (const [name, own] of found) {
    const parameters = [...sorted(own).values()].filter((one) => !actions.has(one.name));
    found.set(name, parameters);
  }
  return sorted(found);
}

function* operations(groupVersions) {
  for (const document of groupVersions.values()) {
    for (const [route, item] of Object.entries(document.paths ?? {})) {
      const subresource = /\/([^/{}]+)\/\{name\}\/([^/{}]+)/.exec(route)?.slice(1).join('/');
      for (const method of METHODS) {
        const operation = item[method];
        if (operation === undefined) continue;
        const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
          .filter((parameter) => parameter.in === 'query')
          .map(({ name, schema, description }) => ({ name, type: schema.type, description }));
        yield { action: operation['x-kubernetes-action'], parameters, subresource };
      }
    }
  }
}

function keep(map, key, parameter) {
  const known = map.get(key);
  if (known !== undefined && !same(known, parameter))
    throw new Error(
      `the parameter ${key} is described in two ways: ${known.description} | ${parameter.description}`,
    );
  map.set(key, parameter);
}

const same = (a, b) => a.type === b.type && a.description === b.description;
const sorted = (map) => new Map([...map].sort(([a], [b]) => (a < b ? -1 : 1)));

export function renderParameters(actions, subresources) {
  const text = ({ name, type, description }) =>
    `{ name: ${literal(name)}, type: ${literal(type)}, description: ${literal(description)} }`;
  const ofActions = [...actions].map(([key, one]) => `  ${literal(key)}: ${text(one)},\n`);
  const ofSubresources = [...subresources].map(
    ([key, list]) => `  ${literal(key)}: [\n${list.map((one) => `    ${text(one)},\n`).join('')}  ],\n`,
  );
  return `${OPENAPI_HEADER}
export interface ParameterText {
  readonly name: string;
  readonly type: string;
  readonly description: string;
}

/** Query parameters of requests on resources, by name; \`fieldManager@patch\` is the one of patches. */
export const parameterTexts: Readonly<Record<string, ParameterText>> = {
${ofActions.join('')}};

/** Query parameters of subresources that are no objects: \`pods/exec\`. */
export const subresourceParameterTexts: Readonly<Record<string, readonly ParameterText[]>> = {
${ofSubresources.join('')}};
`;
}
