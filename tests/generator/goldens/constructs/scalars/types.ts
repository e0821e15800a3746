import { defineKind } from '@kubewright/api';
import type {
  bytes,
  CustomResource,
  dateTime,
  double,
  Duration,
  int32,
  int64,
  IntOrString,
  Quantity,
} from '@kubewright/api';

export interface Scalars extends CustomResource<ScalarsSpec> {}
export const Scalars = defineKind<Scalars>({
  group: 'goldens.kubewright.dev',
  version: 'v1',
  kind: 'Scalars',
});

interface ScalarsSpec {
  text: string;
  flag: boolean;
  number: number;
  small: int32;
  large?: int64;
  ratio?: double;
  data?: bytes;
  when?: dateTime;
  every?: Duration;
  memory?: Quantity;
  port?: IntOrString;
}
