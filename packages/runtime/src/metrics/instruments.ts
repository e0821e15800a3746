/*
 * Counters, gauges and histograms that are plain numbers until somebody asks. prom-client hashes labels with each
 * observation, which a queue with a million events feels; here labels are bound once, per controller or queue, and an
 * observation is an addition. `prometheus-metrics.ts` shows families to a prom-client registry.
 */

export class Counter {
  value = 0;

  inc(amount = 1): void {
    this.value += amount;
  }
}

export class Gauge {
  value = 0;

  set(value: number): void {
    this.value = value;
  }

  inc(): void {
    this.value += 1;
  }

  dec(): void {
    this.value -= 1;
  }
}

export class Histogram {
  readonly buckets: readonly number[];
  /** How many values fell into each bucket and into none before it; the last place is for those above all. */
  readonly counts: Float64Array;
  sum = 0;

  constructor(buckets: readonly number[]) {
    this.buckets = buckets;
    this.counts = new Float64Array(buckets.length + 1);
  }

  observe(value: number): void {
    const { buckets, counts } = this;
    let low = 0;
    let high = buckets.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (value <= (buckets[middle] as number)) high = middle;
      else low = middle + 1;
    }
    counts[low] = (counts[low] as number) + 1;
    this.sum += value;
  }
}

/** A line of the exposition; `metricName` where it is not that of the family. */
export interface Sample {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
  readonly metricName?: string;
}

export interface FamilyDefinition {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labels: readonly string[];
  /** Upper bounds of a histogram, ascending, without infinity. */
  readonly buckets?: readonly number[];
}

/** The metrics of one name, one instrument for each combination of label values. */
export class Family<I extends Counter | Gauge | Histogram> {
  readonly definition: FamilyDefinition;
  readonly #make: () => I;
  readonly #children = new Map<string, { labels: Record<string, string>; instrument: I }>();
  readonly #collect: (() => void) | undefined;

  /** `collect` is called before the values are read. */
  constructor(definition: FamilyDefinition, make: () => I, collect?: () => void) {
    this.definition = definition;
    this.#make = make;
    this.#collect = collect;
  }

  /** The instrument with these values of the labels, in their order; hold on to it where it is used often. */
  with(...values: string[]): I {
    const key = values.length === 1 ? (values[0] as string) : values.join('\u0000');
    let child = this.#children.get(key);
    if (child === undefined) {
      const labels = Object.fromEntries(
        this.definition.labels.map((label, index) => [label, values[index] ?? '']),
      );
      child = { labels, instrument: this.#make() };
      this.#children.set(key, child);
    }
    return child.instrument;
  }

  /** Ends all instruments whose first label has this value. */
  drop(first: string): void {
    for (const key of this.#children.keys())
      if (key === first || key.startsWith(`${first}\u0000`)) this.#children.delete(key);
  }

  samples(): Sample[] {
    this.#collect?.();
    const samples: Sample[] = [];
    for (const { labels, instrument } of this.#children.values()) {
      if (instrument instanceof Histogram) pushHistogram(samples, this.definition.name, labels, instrument);
      else samples.push({ labels, value: instrument.value });
    }
    return samples;
  }

  reset(): void {
    this.#children.clear();
  }
}

function pushHistogram(
  samples: Sample[],
  name: string,
  labels: Record<string, string>,
  { buckets, counts, sum }: Histogram,
): void {
  const metricName = `${name}_bucket`;
  let count = 0;
  for (const [index, bound] of buckets.entries()) {
    count += counts[index] as number;
    samples.push({ labels: { le: bound, ...labels }, value: count, metricName });
  }
  count += counts[buckets.length] as number;
  samples.push({ labels: { le: '+Inf', ...labels }, value: count, metricName });
  samples.push({ labels, value: sum, metricName: `${name}_sum` });
  samples.push({ labels, value: count, metricName: `${name}_count` });
}

/** A family of any type. */
export type AnyFamily = Family<Counter | Gauge | Histogram>;

export const counters = (definition: Omit<FamilyDefinition, 'type' | 'buckets'>): Family<Counter> =>
  new Family({ ...definition, type: 'counter' }, () => new Counter());

export const gauges = (
  definition: Omit<FamilyDefinition, 'type' | 'buckets'>,
  collect?: () => void,
): Family<Gauge> => new Family({ ...definition, type: 'gauge' }, () => new Gauge(), collect);

export const histograms = (
  definition: Omit<FamilyDefinition, 'type'> & { buckets: readonly number[] },
): Family<Histogram> =>
  new Family({ ...definition, type: 'histogram' }, () => new Histogram(definition.buckets));

/** Bounds that grow by powers of ten, from 10 ns: those of durations in client-go's queues and of webhooks. */
export const POWERS_OF_TEN_SECONDS: readonly number[] = Array.from(
  { length: 12 },
  (_, power) => 10 ** (power - 8),
);
