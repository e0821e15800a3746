/** The release of Kubernetes whose kinds, defaults and behaviour are followed here. */
export const KUBERNETES_VERSION = '1.36.1';
