import { conversionFor } from 'kubewright';
import { NginxOperator } from '../../api/v1/nginx-operator.js';
import type { NginxPort } from '../../api/v1/nginx-operator.js';
import { NginxOperator as NginxOperatorV1Alpha1 } from '../../api/v1alpha1/nginx-operator.js';

/** What the only port of v1alpha1 is called in v1. */
const PORT_NAME = 'http';

/**
 * Between v1, which is stored, and v1alpha1, which says one port only: the first. The others and the names are kept in an
 * annotation of the v1alpha1 object, so that who reads and writes it by v1alpha1 loses nothing.
 */
export const nginxOperatorConversion = conversionFor(NginxOperator).spoke(NginxOperatorV1Alpha1, {
  keepHub: true,
  toHub: ({ spec: { port, ...spec }, status }, { kept }) => {
    const ports = portsOf(port, kept?.spec.ports);
    return { spec: { ...spec, ...(ports && { ports }) }, ...(status && { status }) };
  },
  fromHub: ({ spec: { ports, ...spec }, status }) => {
    const [first] = ports ?? [];
    return { spec: { ...spec, ...(first && { port: first.port }) }, ...(status && { status }) };
  },
});

/** The ports there were, the first of them as v1alpha1 says. */
function portsOf(port: number | undefined, kept: NginxPort[] | undefined): NginxPort[] | undefined {
  const [first, ...others] = kept ?? [];
  if (port === first?.port) return kept;
  // Who takes the only port out of v1alpha1 wants what the manifests say, not what v1alpha1 never showed.
  if (port === undefined) return undefined;
  return [
    { name: first?.name ?? PORT_NAME, port },
    // A port that another name has already would be refused: nginx cannot listen on it twice.
    ...others.filter((other) => other.port !== port),
  ];
}
