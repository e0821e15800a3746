import { defineKind } from 'kubewright';
import type { Condition, CustomResource } from 'kubewright';

// +kubebuilder:subresource:status

/** Greeting has a ConfigMap with what it says. */
export interface Greeting extends CustomResource<GreetingSpec, GreetingStatus> {}
export const Greeting = defineKind<Greeting>({
  group: 'greeter.example.com',
  version: 'v1',
  kind: 'Greeting',
});

/** GreetingSpec is what to say. */
export interface GreetingSpec {
  /** What to say; `nothing` cannot be said. */
  text: string;
}

/** GreetingStatus is what became of it. */
export interface GreetingStatus {
  conditions?: Condition[];
}
