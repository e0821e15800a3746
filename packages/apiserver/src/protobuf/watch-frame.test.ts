import { expect, it } from 'vitest';
import { encodeProtobuf } from './codec.js';
import { protobufWatchFrame } from './watch-frame.js';

// From kube-apiserver 1.36.1: a bookmark of ConfigMaps.
it('frames an event as the real server does: its length, its type, the enveloped object', () => {
  const metadata = { resourceVersion: '252', annotations: { 'k8s.io/initial-events-end': 'true' } };
  const frame = protobufWatchFrame(
    'BOOKMARK',
    encodeProtobuf({ kind: 'ConfigMap', apiVersion: 'v1', metadata }),
  );
  expect(Buffer.from(frame).subarray(0, 18).toString('hex')).toBe('000000610a08424f4f4b4d41524b12550a53');
  expect(frame.length).toBe(4 + 0x61);
});
