import type { Random } from '@kubewright/api';
import type { Service, ServicePort } from '@kubewright/api/core/v1';
import type { EndpointSlice } from '@kubewright/api/discovery/v1';
import type { ApiObject, ObjectReader } from '../kinds/behaviour.js';
import type { ServiceResolver, WebhookAddress } from './webhook-caller.js';

export interface ServiceOptions {
  readonly services?: Readonly<Record<string, string>>;
  readonly resolveService?: ServiceResolver;
}

/** Finds services where the options say they are, and otherwise among the objects. */
export function serviceResolver(
  { services = {}, resolveService }: ServiceOptions = {},
  objects: ObjectReader,
  random: Random,
): ServiceResolver {
  const byDefault = resolveService ?? endpointResolver(objects, random);
  return (service) => {
    const address = services[`${service.namespace}/${service.name}`];
    return address === undefined ? byDefault(service) : parseAddress(address);
  };
}

function parseAddress(text: string): WebhookAddress {
  const { hostname, port } = new URL(`https://${text}`);
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? 443 : Number(port) };
}

/**
 * Finds the pods behind a service of this cluster, one of them by chance (apiserver `pkg/util/proxy/proxy.go`,
 * ResolveEndpoint). There is nobody here who would forward what is sent to a cluster IP.
 */
function endpointResolver(objects: ObjectReader, random: Random): ServiceResolver {
  return ({ namespace, name, port }) => {
    const service = objects.get('', 'services', namespace, name) as (ApiObject & Service) | undefined;
    if (service === undefined) throw new Error(`service ${JSON.stringify(name)} not found`);
    const { type, externalName, ports = [] } = service.spec ?? {};
    if (type === 'ExternalName' && externalName !== undefined) return { host: externalName, port };
    const servicePort = ports.find((candidate) => candidate.port === port);
    if (servicePort === undefined)
      throw new Error(`no service port ${port} found for service ${JSON.stringify(name)}`);
    const addresses = (
      objects.list('discovery.k8s.io', 'endpointslices', namespace) as Array<ApiObject & EndpointSlice>
    )
      .filter(({ metadata }) => metadata?.labels?.['kubernetes.io/service-name'] === name)
      .flatMap((slice) => readyAddresses(slice, servicePort));
    const address = addresses[Math.floor(random.next() * addresses.length)];
    if (address === undefined) throw new Error(`no endpoints available for service ${JSON.stringify(name)}`);
    return address;
  };
}

function readyAddresses(slice: EndpointSlice, { name = '' }: ServicePort): WebhookAddress[] {
  const port = slice.ports?.find((candidate) => (candidate.name ?? '') === name)?.port;
  if (port === undefined) return [];
  return (slice.endpoints ?? [])
    .filter(({ conditions }) => conditions?.ready !== false)
    .flatMap(({ addresses }) => addresses.slice(0, 1))
    .map((host) => ({ host, port }));
}
