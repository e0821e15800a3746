// Generated from the Go types of Kubernetes by tools/schema-generator; do not edit.

import { types as admissionregistrationV1 } from './admissionregistration-v1.js';
import { types as appsV1 } from './apps-v1.js';
import { types as authenticationV1 } from './authentication-v1.js';
import { types as authorizationV1 } from './authorization-v1.js';
import { types as autoscalingV1 } from './autoscaling-v1.js';
import { types as autoscalingV2 } from './autoscaling-v2.js';
import { types as batchV1 } from './batch-v1.js';
import { types as certificatesV1 } from './certificates-v1.js';
import { types as coordinationV1 } from './coordination-v1.js';
import { types as coreV1 } from './core-v1.js';
import { types as discoveryV1 } from './discovery-v1.js';
import { types as eventsV1 } from './events-v1.js';
import { types as flowcontrolV1 } from './flowcontrol-v1.js';
import { types as networkingV1 } from './networking-v1.js';
import { types as nodeV1 } from './node-v1.js';
import { types as policyV1 } from './policy-v1.js';
import { types as rbacV1 } from './rbac-v1.js';
import { types as resourceV1 } from './resource-v1.js';
import { types as schedulingV1 } from './scheduling-v1.js';
import { types as storageV1 } from './storage-v1.js';
import { types as apiextensionsV1 } from './apiextensions-v1.js';
import { types as metaV1 } from './meta-v1.js';
import { types as types } from './types.js';
import { types as apiregistrationV1 } from './apiregistration-v1.js';

/** Go package -> type -> its declaration as JSON. */
export const packages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'k8s.io/api/admissionregistration/v1': admissionregistrationV1,
  'k8s.io/api/apps/v1': appsV1,
  'k8s.io/api/authentication/v1': authenticationV1,
  'k8s.io/api/authorization/v1': authorizationV1,
  'k8s.io/api/autoscaling/v1': autoscalingV1,
  'k8s.io/api/autoscaling/v2': autoscalingV2,
  'k8s.io/api/batch/v1': batchV1,
  'k8s.io/api/certificates/v1': certificatesV1,
  'k8s.io/api/coordination/v1': coordinationV1,
  'k8s.io/api/core/v1': coreV1,
  'k8s.io/api/discovery/v1': discoveryV1,
  'k8s.io/api/events/v1': eventsV1,
  'k8s.io/api/flowcontrol/v1': flowcontrolV1,
  'k8s.io/api/networking/v1': networkingV1,
  'k8s.io/api/node/v1': nodeV1,
  'k8s.io/api/policy/v1': policyV1,
  'k8s.io/api/rbac/v1': rbacV1,
  'k8s.io/api/resource/v1': resourceV1,
  'k8s.io/api/scheduling/v1': schedulingV1,
  'k8s.io/api/storage/v1': storageV1,
  'k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1': apiextensionsV1,
  'k8s.io/apimachinery/pkg/apis/meta/v1': metaV1,
  'k8s.io/apimachinery/pkg/types': types,
  'k8s.io/kube-aggregator/pkg/apis/apiregistration/v1': apiregistrationV1,
};
