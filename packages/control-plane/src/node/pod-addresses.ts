/**
 * Hands out the addresses of an IPv4 network. Promises: no address is given twice while it is in use; the network's own,
 * the gateway's (the first) and the broadcast address are never given; addresses go round, so that one just freed is
 * not given again at once.
 */
export class PodAddresses {
  readonly #first: number;
  readonly #count: number;
  readonly #byPod = new Map<string, string>();
  readonly #used = new Set<string>();
  #next = 0;

  /** @throws RangeError when the text is not an IPv4 network with room for a pod */
  constructor(cidr: string) {
    const match = /^(\d+)\.(\d+)\.(\d+)\.(\d+)\/(\d+)$/.exec(cidr);
    const [a, b, c, d, bits] = (match ?? []).slice(1).map(Number);
    const valid = [a, b, c, d].every((octet) => octet !== undefined && octet <= 255);
    if (!valid || bits === undefined || bits > 29) {
      throw new RangeError(
        `podCIDR "${cidr}" is not an IPv4 network of at most 29 bits, for example 10.244.0.0/16`,
      );
    }
    const address = (((a ?? 0) * 256 + (b ?? 0)) * 256 + (c ?? 0)) * 256 + (d ?? 0);
    const size = 2 ** (32 - bits);
    this.#first = Math.floor(address / size) * size + 2;
    this.#count = size - 3;
  }

  /** The pod's address: the one it has, or the next free one. */
  assign(uid: string): string {
    const known = this.#byPod.get(uid);
    if (known !== undefined) return known;
    for (let tries = 0; tries < this.#count; tries += 1) {
      const ip = format(this.#first + this.#next);
      this.#next = (this.#next + 1) % this.#count;
      if (!this.#used.has(ip)) {
        this.reserve(uid, ip);
        return ip;
      }
    }
    throw new Error(`all ${String(this.#count)} pod addresses are in use: choose a larger podCIDR`);
  }

  /** Notes an address that a pod has already. */
  reserve(uid: string, ip: string): void {
    this.#byPod.set(uid, ip);
    this.#used.add(ip);
  }

  release(uid: string): void {
    const ip = this.#byPod.get(uid);
    if (ip === undefined) return;
    this.#byPod.delete(uid);
    this.#used.delete(ip);
  }
}

function format(address: number): string {
  return [address >>> 24, (address >>> 16) & 255, (address >>> 8) & 255, address & 255].join('.');
}
