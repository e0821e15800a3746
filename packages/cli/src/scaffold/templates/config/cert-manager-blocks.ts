/** Tells these sources from those of webhook configurations, which read the same. */
const CONVERTED = ' # for CRDs with a conversion webhook';

/**
 * Replacements of `config/default/kustomization.yaml` that carry names into what cert-manager reads; those of kubebuilder's
 * projects, with one space of indentation, so that a leading `#` makes `# - source:` of them.
 */
export const CERT_MANAGER_BLOCKS = {
  metricsName: metricsBlock('name', 0),
  metricsNamespace: metricsBlock('namespace', 1),
  service: `${serviceBlock('name', 0)}\n${serviceBlock('namespace', 1)}`,
  validating: injectionBlock('ValidatingWebhookConfiguration'),
  mutating: injectionBlock('MutatingWebhookConfiguration'),
  conversionNamespace: `${certificateSource('namespace', CONVERTED)}\n   targets:`,
  conversionName: `${certificateSource('name', CONVERTED)}\n   targets:`,
} as const;

/** The target that injects cert-manager's authority into a definition whose versions are converted. */
export function conversionTarget(definition: string, index: 0 | 1): string {
  return `     - select:
         kind: CustomResourceDefinition
         name: ${definition}
${annotationField(index)}`;
}

function metricsBlock(field: 'name' | 'namespace', index: 0 | 1): string {
  return ` - source:
     kind: Service
     version: v1
     name: controller-manager-metrics-service
     fieldPath: metadata.${field}
   targets:
     - select:
         kind: Certificate
         group: cert-manager.io
         version: v1
         name: metrics-certs
       fieldPaths:
         - spec.dnsNames.0
         - spec.dnsNames.1
${options("'.'", index)}
     - select:
         kind: ServiceMonitor
         group: monitoring.coreos.com
         version: v1
         name: controller-manager-metrics-monitor
       fieldPaths:
         - spec.endpoints.0.tlsConfig.serverName
${options("'.'", index)}`;
}

function serviceBlock(field: 'name' | 'namespace', index: 0 | 1): string {
  return ` - source:
     kind: Service
     version: v1
     name: webhook-service
     fieldPath: .metadata.${field}
   targets:
     - select:
         kind: Certificate
         group: cert-manager.io
         version: v1
         name: serving-cert
       fieldPaths:
         - .spec.dnsNames.0
         - .spec.dnsNames.1
${options("'.'", index)}`;
}

function injectionBlock(kind: string): string {
  const half = (field: 'name' | 'namespace', index: 0 | 1): string => `${certificateSource(field)}
   targets:
     - select:
         kind: ${kind}
${annotationField(index)}`;
  return `${half('namespace', 0)}\n${half('name', 1)}`;
}

function certificateSource(field: 'name' | 'namespace', comment = ''): string {
  return ` - source:${comment}
     kind: Certificate
     group: cert-manager.io
     version: v1
     name: serving-cert
     fieldPath: .metadata.${field}`;
}

function annotationField(index: 0 | 1): string {
  return `       fieldPaths:
         - .metadata.annotations.[cert-manager.io/inject-ca-from]
${options("'/'", index)}`;
}

function options(delimiter: string, index: 0 | 1): string {
  return `       options:
         delimiter: ${delimiter}
         index: ${index}
         create: true`;
}
