import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';
import type {
  bytes,
  dateTime,
  double,
  Duration,
  float,
  int32,
  int64,
  IntOrString,
  KubernetesObject,
  MicroTime,
  ObjectMeta,
  Quantity,
  RawExtension,
  Time,
  Unstructured,
} from '@kubewright/api';

export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

/** Everything with a name of its own. */
export interface ThingSpec {
  text: string;
  flag: boolean;
  plain: number;
  small: int32;
  large: int64;
  single: float;
  precise: double;
  data: bytes;
  at: dateTime;
  time: Time;
  micro: MicroTime;
  timeout: Duration;
  memory: Quantity;
  port: IntOrString;
  raw: RawExtension;
  anything: unknown;
  anyObject: object;
  metadata: ObjectMeta;
  embedded: KubernetesObject;
  other?: Unstructured;
}
