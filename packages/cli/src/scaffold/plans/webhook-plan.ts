import type {
  ProjectConfig,
  ProjectResource,
  ScaffoldFile,
  ScaffoldInsertion,
  ScaffoldPlan,
} from '../model.js';
import { definitionName, hasAdmissionWebhooks, hasWebhooks } from '../resources.js';
import { CERT_MANAGER_BLOCKS, conversionTarget } from '../templates/config/cert-manager-blocks.js';
import { certManagerFolder } from '../templates/config/cert-manager-folder.js';
import {
  conversionPatch,
  conversionPatchFile,
  CRD_CONFIGURATIONS,
  CRD_KUSTOMIZATION,
  CRD_PATCH_MARKER,
} from '../templates/config/crd-folder.js';
import { DEFAULT_KUSTOMIZATION, DEFAULT_SECTIONS } from '../templates/config/default-folder.js';
import {
  NETWORK_POLICY_KUSTOMIZATION,
  NETWORK_POLICY_MARKER,
  webhookPolicy,
} from '../templates/config/network-policy-folder.js';
import { ROLE_BINDING_FILE, roleBindings } from '../templates/config/role-bindings.js';
import { WEBHOOK_KUSTOMIZATION, WEBHOOK_MARKER, webhookFolder } from '../templates/config/webhook-folder.js';
import type { TemplateOptions } from '../templates/options.js';
import { certificatePermissions } from '../templates/sources/certificate-permissions.js';
import { webhookFiles } from '../templates/sources/resource-files.js';
import { joinPlans } from './plan-parts.js';

export interface WebhookPlanOptions extends TemplateOptions {
  /** The project before, so that files which are there get what is new; without the kind where it had none. */
  readonly before?: { readonly config: ProjectConfig; readonly resource: ProjectResource | undefined };
}

/** What `create webhook` adds; `resource` has the webhooks that it will have. */
export function webhookPlan(
  config: ProjectConfig,
  resource: ProjectResource,
  options: WebhookPlanOptions,
): ScaffoldPlan {
  const { before } = options;
  const sources = webhookFiles(config, resource, options);
  const former =
    before?.resource === undefined || !hasWebhooks(before.resource)
      ? []
      : webhookFiles(before.config, before.resource, options).files;
  return joinPlans(
    { files: sources.files.map((file) => onTopOf(file, former)), insertions: sources.insertions },
    webhookManifests(config, resource),
    config.plugins.certificates === 'cert-manager'
      ? certificateManifests(config, resource)
      : { files: certificateAccess(config, options) },
    resource.webhooks?.conversion === true ? conversionManifests(config, resource) : {},
  );
}

function onTopOf(file: ScaffoldFile, former: readonly ScaffoldFile[]): ScaffoldFile {
  const base = former.find(({ path }) => path === file.path)?.content;
  return base === undefined ? file : { ...file, base };
}

/**
 * The permissions of an operator that makes its certificates, and what binds them. Where nothing more is needed than before
 * they are the user's.
 */
function certificateAccess(config: ProjectConfig, options: WebhookPlanOptions): ScaffoldFile[] {
  const filesOf = (project: ProjectConfig): ScaffoldFile[] => {
    const permissions = certificatePermissions(project, options);
    const bindings = { path: ROLE_BINDING_FILE, content: roleBindings(project), ifExists: 'ask' } as const;
    return [...(permissions === undefined ? [] : [permissions]), bindings];
  };
  const former = options.before === undefined ? [] : filesOf(options.before.config);
  return filesOf(config)
    .map((file) => onTopOf(file, former))
    .filter(({ content, base }) => content !== base);
}

function webhookManifests(config: ProjectConfig, resource: ProjectResource): Partial<ScaffoldPlan> {
  const manifests: ScaffoldInsertion[] = hasAdmissionWebhooks(resource)
    ? [{ path: WEBHOOK_KUSTOMIZATION, marker: WEBHOOK_MARKER, lines: '- manifests.yaml' }]
    : [];
  return {
    files: [...webhookFolder(config), webhookPolicy(config)],
    insertions: [
      ...manifests,
      {
        path: NETWORK_POLICY_KUSTOMIZATION,
        marker: NETWORK_POLICY_MARKER,
        lines: '- allow-webhook-traffic.yaml',
      },
    ],
    sections: [DEFAULT_SECTIONS.webhook, DEFAULT_SECTIONS.webhookPatch].map((lines) => ({
      path: DEFAULT_KUSTOMIZATION,
      lines,
    })),
  };
}

function certificateManifests(config: ProjectConfig, { webhooks }: ProjectResource): Partial<ScaffoldPlan> {
  const blocks = [
    DEFAULT_SECTIONS.certManager,
    DEFAULT_SECTIONS.replacements,
    CERT_MANAGER_BLOCKS.service,
    ...(webhooks?.validation === true ? [CERT_MANAGER_BLOCKS.validating] : []),
    ...(webhooks?.defaulting === true ? [CERT_MANAGER_BLOCKS.mutating] : []),
  ];
  return {
    files: certManagerFolder(config),
    sections: blocks.map((lines) => ({ path: DEFAULT_KUSTOMIZATION, lines })),
  };
}

function conversionManifests(config: ProjectConfig, resource: ProjectResource): Partial<ScaffoldPlan> {
  const injects = config.plugins.certificates === 'cert-manager';
  const definition = definitionName(resource);
  const path = DEFAULT_KUSTOMIZATION;
  return {
    files: [conversionPatch(config, resource)],
    insertions: [
      {
        path: CRD_KUSTOMIZATION,
        marker: CRD_PATCH_MARKER,
        lines: `- path: ${conversionPatchFile(config, resource)}`,
      },
      ...(injects
        ? [
            { path, marker: 'crdkustomizecainjectionns', lines: conversionTarget(definition, 0) },
            { path, marker: 'crdkustomizecainjectionname', lines: conversionTarget(definition, 1) },
          ]
        : []),
    ],
    sections: [
      { path: CRD_KUSTOMIZATION, lines: CRD_CONFIGURATIONS },
      ...(injects
        ? [
            { path, lines: CERT_MANAGER_BLOCKS.conversionNamespace },
            { path, lines: CERT_MANAGER_BLOCKS.conversionName },
          ]
        : []),
    ],
  };
}
