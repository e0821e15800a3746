// The metrics of autoscaling/v1 as its annotations keep them, and those of v2 (pkg/apis/autoscaling/v1/conversion.go).
// Fields come in the order of the Go types, as the text of an annotation is compared.

/** A metric, its status or a part of them, in either version. */
export interface Fields {
  readonly [field: string]: unknown;
}

const of = (value: unknown): Fields => (value ?? {}) as Fields;

/** Without what is undefined. */
const present = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));

const zero = (quantity: unknown): unknown => quantity ?? '0';
const isZero = (quantity: unknown): boolean =>
  typeof quantity !== 'string' || /^0*(?:\.0*)?[a-z]*$/i.test(quantity);

interface Shape {
  readonly toV1: (source: Fields) => Fields;
  readonly toV2: (source: Fields) => Fields;
}

const utilizationOrAverage = ({
  targetAverageUtilization: utilization,
  targetAverageValue,
}: Fields): Fields =>
  present({
    type: utilization === undefined ? 'AverageValue' : 'Utilization',
    averageValue: targetAverageValue,
    averageUtilization: utilization,
  });

const SPECS: Readonly<Record<string, Shape>> = {
  object: {
    toV1: ({ describedObject, target, metric }) =>
      present({
        target: describedObject,
        metricName: of(metric)['name'],
        targetValue: zero(of(target)['value']),
        selector: of(metric)['selector'],
        averageValue: of(target)['averageValue'],
      }),
    toV2: ({ target, metricName, targetValue, selector, averageValue }) => ({
      describedObject: target,
      target: present(
        averageValue === undefined
          ? { type: 'Value', value: zero(targetValue) }
          : { type: 'AverageValue', value: isZero(targetValue) ? undefined : targetValue, averageValue },
      ),
      metric: present({ name: metricName, selector }),
    }),
  },
  pods: {
    toV1: ({ metric, target }) =>
      present({
        metricName: of(metric)['name'],
        targetAverageValue: zero(of(target)['averageValue']),
        selector: of(metric)['selector'],
      }),
    toV2: ({ metricName, targetAverageValue, selector }) => ({
      metric: present({ name: metricName, selector }),
      target: { type: 'AverageValue', averageValue: zero(targetAverageValue) },
    }),
  },
  resource: {
    toV1: ({ name, target }) =>
      present({
        name,
        targetAverageUtilization: of(target)['averageUtilization'],
        targetAverageValue: of(target)['averageValue'],
      }),
    toV2: ({ name, ...target }) => ({ name, target: utilizationOrAverage(target) }),
  },
  containerResource: {
    toV1: ({ name, container, target }) =>
      present({
        name,
        targetAverageUtilization: of(target)['averageUtilization'],
        targetAverageValue: of(target)['averageValue'],
        container,
      }),
    toV2: ({ name, container, ...target }) => ({ name, target: utilizationOrAverage(target), container }),
  },
  external: {
    toV1: ({ metric, target }) =>
      present({
        metricName: of(metric)['name'],
        metricSelector: of(metric)['selector'],
        targetValue: of(target)['value'],
        targetAverageValue: of(target)['averageValue'],
      }),
    toV2: ({ metricName, metricSelector, targetValue, targetAverageValue }) => ({
      metric: present({ name: metricName, selector: metricSelector }),
      target: present({
        type: targetValue === undefined ? 'AverageValue' : 'Value',
        value: targetValue,
        averageValue: targetAverageValue,
      }),
    }),
  },
};

const STATUSES: Readonly<Record<string, Shape>> = {
  object: {
    toV1: ({ metric, current, describedObject }) =>
      present({
        target: describedObject,
        metricName: of(metric)['name'],
        currentValue: zero(of(current)['value']),
        selector: of(metric)['selector'],
        averageValue: of(current)['averageValue'],
      }),
    toV2: ({ target, metricName, currentValue, selector, averageValue }) => ({
      metric: present({ name: metricName, selector }),
      current: present({ value: zero(currentValue), averageValue }),
      describedObject: target,
    }),
  },
  pods: {
    toV1: ({ metric, current }) =>
      present({
        metricName: of(metric)['name'],
        currentAverageValue: zero(of(current)['averageValue']),
        selector: of(metric)['selector'],
      }),
    toV2: ({ metricName, currentAverageValue, selector }) => ({
      metric: present({ name: metricName, selector }),
      current: { averageValue: zero(currentAverageValue) },
    }),
  },
  resource: {
    toV1: ({ name, current }) =>
      present({
        name,
        currentAverageUtilization: of(current)['averageUtilization'],
        currentAverageValue: zero(of(current)['averageValue']),
      }),
    toV2: ({ name, currentAverageValue, currentAverageUtilization }) => ({
      name,
      current: present({
        averageValue: zero(currentAverageValue),
        averageUtilization: currentAverageUtilization,
      }),
    }),
  },
  containerResource: {
    toV1: ({ name, container, current }) =>
      present({
        name,
        currentAverageUtilization: of(current)['averageUtilization'],
        currentAverageValue: zero(of(current)['averageValue']),
        container,
      }),
    toV2: ({ name, container, currentAverageValue, currentAverageUtilization }) => ({
      name,
      current: present({
        averageValue: zero(currentAverageValue),
        averageUtilization: currentAverageUtilization,
      }),
      container,
    }),
  },
  external: {
    toV1: ({ metric, current }) =>
      present({
        metricName: of(metric)['name'],
        metricSelector: of(metric)['selector'],
        currentValue: zero(of(current)['value']),
        currentAverageValue: of(current)['averageValue'],
      }),
    toV2: ({ metricName, metricSelector, currentValue, currentAverageValue }) => ({
      metric: present({ name: metricName, selector: metricSelector }),
      current: present({ value: zero(currentValue), averageValue: currentAverageValue }),
    }),
  },
};

const convert = (shapes: Readonly<Record<string, Shape>>, to: keyof Shape, metric: Fields): Fields => {
  const result: Record<string, unknown> = { type: metric['type'] ?? '' };
  for (const source in shapes) {
    const value = metric[source];
    if (typeof value === 'object' && value !== null) result[source] = shapes[source]?.[to](value as Fields);
  }
  return result;
};

export const metricToV1 = (metric: Fields): Fields => convert(SPECS, 'toV1', metric);
export const metricToV2 = (metric: Fields): Fields => convert(SPECS, 'toV2', metric);
export const metricStatusToV1 = (metric: Fields): Fields => convert(STATUSES, 'toV1', metric);
export const metricStatusToV2 = (metric: Fields): Fields => convert(STATUSES, 'toV2', metric);
