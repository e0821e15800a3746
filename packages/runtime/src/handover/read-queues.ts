import type { QueuedItem } from '../queue/queued-item.js';
import type { ControllerQueue } from './queue-handover.js';

/** Reads queues that another process sent. Throws a TypeError that names what is wrong. */
export function readQueues(value: unknown): ControllerQueue[] {
  if (!Array.isArray(value)) throw new TypeError('the queues are no list');
  return value.map((queue: unknown, index) => {
    const { controller, items } = fieldsOf(queue, `queue ${index}`);
    if (typeof controller !== 'string' || controller === '')
      throw new TypeError(`queue ${index} names no controller`);
    if (!Array.isArray(items)) throw new TypeError(`the items of ${controller} are no list`);
    return {
      controller,
      items: items.map((item: unknown, at) => readItem(item, `item ${at} of ${controller}`)),
    };
  });
}

function readItem(value: unknown, what: string): QueuedItem {
  const { item, priority, dueAtMs, failures, isBackingOff } = fieldsOf(value, what);
  if (typeof item !== 'string' || item === '') throw new TypeError(`${what} names no object`);
  if (!isNumber(priority)) throw new TypeError(`${what} has no priority`);
  if (dueAtMs !== undefined && !isNumber(dueAtMs)) throw new TypeError(`${what} is due at no time`);
  if (failures !== undefined && !(Number.isSafeInteger(failures) && (failures as number) >= 0))
    throw new TypeError(`${what} has failed a number of times that is no count`);
  if (isBackingOff !== undefined && typeof isBackingOff !== 'boolean')
    throw new TypeError(`${what} does not say whether it is backing off`);
  return {
    item,
    priority,
    ...(dueAtMs !== undefined && { dueAtMs }),
    ...(failures !== undefined && { failures: failures as number }),
    ...(isBackingOff !== undefined && { isBackingOff }),
  };
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function fieldsOf(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new TypeError(`${what} is no object`);
  return value as Record<string, unknown>;
}
