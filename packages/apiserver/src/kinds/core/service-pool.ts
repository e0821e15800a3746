import type { Service } from '@kubewright/api/core/v1';
import type { BehaviourContext } from '../behaviour.js';
import { nodePortsOf } from './service-traits.js';

/** The addresses services get, as of kubeadm; the first belongs to the API server itself. */
export const SERVICE_CIDR = '10.96.0.0/16';
const PREFIX = [10, 96] as const;
const SIZE = 65_536;
// Addresses chosen by the server come from above this, so that those chosen by hand are likely free (KEP-3070).
const STATIC_ADDRESSES = 256;

const FIRST_PORT = 30_000;
const LAST_PORT = 32_767;
const STATIC_PORTS = 86;

/**
 * The addresses and node ports of all services, read when first needed: an update that allocates nothing lists nothing.
 * Nothing has to be released, because what counts is which services exist.
 */
export class ServicePool {
  readonly #context: BehaviourContext;
  readonly #service: Service;
  /** The last port of a dry run, which allocates nothing and so draws none (portallocator `operation.go`). */
  #dryRunPort = 32_768;
  #takenInDryRun = false;
  #used: { addresses: Set<string>; ports: Set<number> } | undefined;

  constructor(context: BehaviourContext, service: Service) {
    this.#context = context;
    this.#service = service;
  }

  /** Whether nothing is allocated in earnest. */
  get isDryRun(): boolean {
    return this.#context.dryRun;
  }

  nextAddress(): string {
    if (this.#context.dryRun) return addressAt(0);
    const { addresses } = this.#inUse();
    const free = SIZE - 1 - STATIC_ADDRESSES;
    const start = Math.floor(this.#context.random.next() * free);
    for (let i = 0; i < free; i++) {
      const address = addressAt(STATIC_ADDRESSES + ((start + i) % free));
      if (addresses.has(address)) continue;
      addresses.add(address);
      return address;
    }
    throw new Error('range is full');
  }

  nextPort(): number {
    if (this.#context.dryRun) {
      this.#takenInDryRun = true;
      return (this.#dryRunPort += 1);
    }
    const { ports } = this.#inUse();
    const first = FIRST_PORT + STATIC_PORTS;
    const count = LAST_PORT - first + 1;
    const start = Math.floor(this.#context.random.next() * count);
    for (let i = 0; i < count; i++) {
      const port = first + ((start + i) % count);
      if (ports.has(port)) continue;
      ports.add(port);
      return port;
    }
    throw new Error('range is full');
  }

  /** Why the address cannot be had, or undefined when it is taken now. */
  takeAddress(address: string): string | undefined {
    const parts = address.split('.').map(Number);
    const offset = (parts[2] ?? 0) * 256 + (parts[3] ?? 0);
    if (parts.length !== 4 || parts[0] !== PREFIX[0] || parts[1] !== PREFIX[1]) {
      return 'the provided network does not match the current range';
    }
    if (offset === 0 || offset === SIZE - 1) {
      return `the provided IP (${address}) is not in the valid range. The range of valid IPs is ${SERVICE_CIDR}`;
    }
    if (this.#context.dryRun) return undefined;
    const { addresses } = this.#inUse();
    if (addresses.has(address) || (offset === 1 && !this.#isApiServer()))
      return 'provided IP is already allocated';
    addresses.add(address);
    return undefined;
  }

  /** Whether another service has the address. */
  isTaken(address: string): boolean {
    return this.#inUse().addresses.has(address) && address !== 'None';
  }

  /** Whether another service has the node port. */
  isPortTaken(port: number): boolean {
    return this.#inUse().ports.has(port);
  }

  /** Why the node port cannot be had, or undefined when it is taken now. */
  takePort(port: number): string | undefined {
    if (port < FIRST_PORT || port > LAST_PORT) {
      return `provided port is not in the valid range. The range of valid ports is ${FIRST_PORT}-${LAST_PORT}`;
    }
    const { ports } = this.#inUse();
    if (ports.has(port)) return 'provided port is already allocated';
    ports.add(port);
    if (this.#context.dryRun) this.#dryRunPort = Math.max(port, this.#takenInDryRun ? this.#dryRunPort : 0);
    this.#takenInDryRun = true;
    return undefined;
  }

  #isApiServer(): boolean {
    return this.#service.metadata?.name === 'kubernetes' && this.#service.metadata.namespace === 'default';
  }

  #inUse(): { addresses: Set<string>; ports: Set<number> } {
    return (this.#used ??= this.#read());
  }

  #read(): { addresses: Set<string>; ports: Set<number> } {
    const addresses = new Set<string>();
    const ports = new Set<number>();
    const { name, namespace } = this.#service.metadata ?? {};
    for (const other of this.#context.objects.list('', 'services') as Service[]) {
      if (other.metadata?.name === name && other.metadata?.namespace === namespace) continue;
      const spec = other.spec ?? {};
      for (const address of spec.clusterIPs ?? []) addresses.add(address);
      for (const port of nodePortsOf(spec)) ports.add(port);
      if (spec.healthCheckNodePort) ports.add(spec.healthCheckNodePort);
    }
    return { addresses, ports };
  }
}

const addressAt = (offset: number): string => `${PREFIX[0]}.${PREFIX[1]}.${offset >> 8}.${offset & 255}`;
