import type { Ingress } from '@kubewright/api/networking/v1';
import type { ApiObject } from '../../kinds/behaviour.js';
import type { AdmissionPlugin } from '../admission.js';
import type { StoredObjects } from '../stored-objects.js';
import { newestDefault } from './default-class.js';

const CLASSES = '/registry/networking.k8s.io/ingressclasses/';
const IS_DEFAULT = ['ingressclass.kubernetes.io/is-default-class'];
const CLASS_ANNOTATION = 'kubernetes.io/ingress.class';

/** Ingresses that name no class get the default one (plugin/pkg/admission/network/defaultingressclass). */
export function defaultIngressClass(objects: StoredObjects): AdmissionPlugin {
  return {
    name: 'DefaultIngressClass',
    operations: ['CREATE'],
    resources: ['ingresses.networking.k8s.io'],
    subresources: [''],
    admit({ object }) {
      const ingress = object as ApiObject & Ingress;
      const spec = (ingress.spec ??= {});
      const named = ingress.metadata.annotations?.[CLASS_ANNOTATION];
      if (spec.ingressClassName !== undefined || named !== undefined) return;
      const found = newestDefault(objects.list(CLASSES), IS_DEFAULT)?.metadata.name;
      if (found !== undefined) spec.ingressClassName = found;
    },
  };
}
