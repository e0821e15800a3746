import { expect, it } from 'vitest';
import { regularPlural } from './plural.js';

it.each([
  ['Captain', 'captains'],
  ['FirstMate', 'firstmates'],
  ['Admiral', 'admirals'],
  ['Redis', 'redis'],
  ['Kubernetes', 'kubernetes'],
  ['Ingress', 'ingresses'],
  ['Proxy', 'proxies'],
  ['Gateway', 'gateways'],
  ['Status', 'statuses'],
  ['Index', 'indices'],
  ['PodIndex', 'podindices'],
  ['Person', 'people'],
  ['Salesperson', 'salespeople'],
  ['Human', 'humans'],
  ['Child', 'children'],
  ['Box', 'boxes'],
  ['Ox', 'oxen'],
  ['Cache', 'caches'],
  ['Database', 'databases'],
  ['Media', 'media'],
  ['Medium', 'media'],
  ['Data', 'data'],
  ['Datum', 'data'],
  ['Leaf', 'leaves'],
  ['Replica', 'replicas'],
  ['Sheep', 'sheep'],
  ['Analysis', 'analyses'],
  ['Quota', 'quotas'],
  ['Hero', 'heroes'],
  ['Kiosk', 'kiosks'],
  ['CronJob', 'cronjobs'],
])('the plural of %s is %s', (kind, plural) => {
  expect(regularPlural(kind)).toBe(plural);
});
