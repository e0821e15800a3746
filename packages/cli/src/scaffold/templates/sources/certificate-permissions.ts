import type { ProjectConfig, ScaffoldFile } from '../../model.js';
import { definitionName, hasWebhooks } from '../../resources.js';
import type { TemplateOptions } from '../options.js';
import { licenseHeader } from './license-header.js';

/** Stands alone, so that commands can change it without touching the program. */
const CERTIFICATE_PERMISSIONS_FILE = 'src/webhooks/certificate-permissions.ts';

/** Whether the operator makes certificates: it is set up for it, and has webhooks. */
export function managesCertificates({ plugins, resources }: ProjectConfig): boolean {
  return plugins.certificates === 'operator' && resources.some(hasWebhooks);
}

/**
 * What an operator that makes its certificates may do for them: what `managedCertificates` calls for the webhooks that
 * the project has, and no more. Undefined where there is nothing to ask for.
 */
export function certificatePermissions(
  config: ProjectConfig,
  options: Pick<TemplateOptions, 'year'>,
): ScaffoldFile | undefined {
  if (!managesCertificates(config)) return undefined;
  const content = `${licenseHeader(config, options)}${EXPLANATION}${markers(config).join('\n')}\n`;
  return { path: CERTIFICATE_PERMISSIONS_FILE, content, ifExists: 'ask' };
}

const EXPLANATION = `// The operator makes the certificate of its webhooks, keeps it in a Secret, and writes its authority to where API servers
// look for it. These permissions are for that; "kubewright create webhook" adds what more webhooks need.
`;

function markers({ projectName, resources }: ProjectConfig): string[] {
  const configurations = [
    ...(resources.some(({ webhooks }) => webhooks?.defaulting === true)
      ? ['mutatingwebhookconfigurations']
      : []),
    ...(resources.some(({ webhooks }) => webhooks?.validation === true)
      ? ['validatingwebhookconfigurations']
      : []),
  ];
  const definitions = resources
    .filter(({ webhooks }) => webhooks?.conversion === true)
    .map((resource) => definitionName(resource));
  return [
    marker(`groups=core,namespace=${projectName}-system,resources=secrets,verbs=get;create;update`),
    ...(configurations.length === 0
      ? []
      : [
          marker(
            `groups=admissionregistration.k8s.io,resources=${configurations.join(';')},verbs=list;update`,
          ),
        ]),
    ...[...new Set(definitions)].map((name) =>
      marker(
        `groups=apiextensions.k8s.io,resources=customresourcedefinitions,resourceNames=${name},verbs=get;update`,
      ),
    ),
  ];
}

const marker = (permission: string): string => `// +kubebuilder:rbac:${permission}`;
