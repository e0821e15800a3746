import { defineKind } from 'kubewright';
import type { Condition, CustomResource, int32 } from 'kubewright';
import type { EnvVar, LocalObjectReference, ResourceRequirements } from 'kubewright/core/v1';

// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
// +kubebuilder:printcolumn:name=Phase,type=string,JSONPath=.status.phase
// +kubebuilder:printcolumn:name=Ready,type=integer,JSONPath=.status.readyReplicas
// +kubebuilder:printcolumn:name=Replicas,type=integer,JSONPath=.status.replicas
// +kubebuilder:printcolumn:name=Reason,type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].reason`
// +kubebuilder:printcolumn:name=URL,type=string,JSONPath=.status.url
// +kubebuilder:printcolumn:name=Image,type=string,JSONPath=.spec.image,priority=1
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp

/**
 * App runs one image that serves HTTP, and all that belongs to it.
 *
 * +kubebuilder:validation:XValidation:rule="self.metadata.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$') && self.metadata.name.size() <= 52",message="the name must be at most 52 lower-case letters, digits and -, and begin with a letter: Service and ConfigMap are named after it"
 */
export interface App extends CustomResource<AppSpec, AppStatus> {}
export const App = defineKind<App>({ group: 'platform.example.com', version: 'v1', kind: 'App' });

/** AppSpec is what should run. */
export interface AppSpec {
  /**
   * The container image, as `registry.example.com/shop:1.4.2`.
   *
   * @minLength 1
   * @maxLength 512
   * @pattern ^[^\s]+$
   */
  image: string;
  /**
   * Number of pods. While `autoscaling` is set it does not count.
   *
   * @minimum 0
   * @maximum 1000
   * @default 1
   */
  replicas?: int32;
  /**
   * The port on which the container serves, and the port of the Service. The container finds it in the variable PORT.
   *
   * @minimum 1
   * @maximum 65535
   * @default 8080
   */
  port?: int32;
  /**
   * Environment variables of the container.
   *
   * @maxItems 128
   * +listType=map
   * +listMapKey=name
   */
  env?: EnvVar[];
  /** What the container asks for, and may use. */
  resources?: Pick<ResourceRequirements, 'limits' | 'requests'>;
  config?: AppConfig;
  autoscaling?: AppAutoscaling;
  probes?: AppProbes;
  ingress?: AppIngress;
}

/**
 * AppConfig is files for the container. When one changes, the pods are replaced.
 *
 * +kubebuilder:validation:XValidation:rule="has(self.data) || has(self.configMapRef)",message="set data, configMapRef, or both"
 */
export interface AppConfig {
  /**
   * Files by name, with their content.
   *
   * @maxProperties 64
   */
  data?: Record<string, string>;
  /** A ConfigMap of the same namespace with more files, which somebody else keeps. Of files with the same name, those of `data` win. */
  configMapRef?: LocalObjectReference;
  /**
   * The folder in which the container finds them.
   *
   * @pattern ^/.+
   * @maxLength 512
   * @default "/etc/app"
   */
  mountPath?: string;
}

/**
 * AppAutoscaling lets a HorizontalPodAutoscaler choose the number of pods.
 *
 * +kubebuilder:validation:XValidation:rule="self.minReplicas <= self.maxReplicas",message="minReplicas must not exceed maxReplicas",fieldPath=".minReplicas"
 */
export interface AppAutoscaling {
  /**
   * @minimum 1
   * @default 1
   */
  minReplicas?: int32;
  /**
   * @minimum 1
   * @maximum 1000
   */
  maxReplicas: int32;
  /**
   * Mean use of CPU of the pods, in percent of what they request.
   *
   * @minimum 1
   * @maximum 1000
   * @default 80
   */
  targetCPUUtilizationPercentage?: int32;
  /**
   * Mean use of memory of the pods, in percent of what they request.
   *
   * @minimum 1
   * @maximum 1000
   */
  targetMemoryUtilizationPercentage?: int32;
}

/** AppProbes is how the kubelet finds out how a container fares. */
export interface AppProbes {
  /** Restarts the container when it fails. */
  liveness?: AppProbe;
  /** Takes the pod out of the Service while it fails. */
  readiness?: AppProbe;
  /** Holds the other two back until it succeeds. */
  startup?: AppProbe;
}

/** AppProbe is a GET of the container's port. What is left open is as Kubernetes says. */
export interface AppProbe {
  /**
   * @pattern ^/
   * @maxLength 512
   * @default "/"
   */
  path?: string;
  /** @minimum 0 */
  initialDelaySeconds?: int32;
  /** @minimum 1 */
  periodSeconds?: int32;
  /** @minimum 1 */
  timeoutSeconds?: int32;
  /** @minimum 1 */
  failureThreshold?: int32;
}

/** AppIngress makes the App reachable from outside, under a host that no other App of the cluster has. */
export interface AppIngress {
  /**
   * @maxLength 200
   * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$
   */
  host: string;
  /**
   * Requests below this path reach the App.
   *
   * @pattern ^/
   * @maxLength 512
   * @default "/"
   */
  path?: string;
  /** The IngressClass; the cluster's default when it is left open. */
  className?: string;
  /** A Secret of the same namespace with the certificate of the host. */
  tlsSecretName?: string;
  /** Of the Ingress: what its controller understands. */
  annotations?: Record<string, string>;
}

/**
 * In one word, for people: it waits for something, it runs as asked, it is on the way there, or it does not get there.
 *
 * +kubebuilder:validation:Enum=Pending;Running;Updating;Failed
 */
export type AppPhase = 'Pending' | 'Running' | 'Updating' | 'Failed';

/** AppStatus is what runs. */
export interface AppStatus {
  /** The generation of the spec that the rest speaks of. */
  observedGeneration?: number;
  phase?: AppPhase;
  /** Pods, old and new. */
  replicas?: int32;
  /** Pods of the present spec. */
  updatedReplicas?: int32;
  readyReplicas?: int32;
  availableReplicas?: int32;
  /** Selects the pods, as a text: for autoscalers that scale the App itself. */
  selector?: string;
  /** Where it is reachable from outside. */
  url?: string;
  /**
   * Available: enough pods serve. Progressing: it is on the way to what the spec says. Ready: it is there.
   *
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}
