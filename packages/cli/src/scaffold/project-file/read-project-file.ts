import { CliError } from '../../errors.js';
import { yamlDocuments } from '../../io/yaml-documents.js';
import type { ProjectConfig, ProjectPlugin, ProjectResource, ResourceWebhooks } from '../model.js';
import {
  controllerNameFault,
  domainFault,
  groupFault,
  kindFault,
  pluralFault,
  projectNameFault,
  versionFault,
} from '../names/check-names.js';
import { regularPlural } from '../names/plural.js';
import { defaultControllerName } from '../resources.js';
import type { Fields } from './fields.js';
import { FieldReader, isFields } from './fields.js';

/** The layout of the projects that this command makes: the key under which its own settings stand, too. */
export const LAYOUT = 'kubewright.io/v1';

export const LICENSES = ['apache2', 'copyright', 'none'] as const;
export const CERTIFICATES = ['cert-manager', 'operator'] as const;

/**
 * What a PROJECT file says (kubebuilder's pkg/config/v3 and pkg/model/resource): both forms of a controller, plurals that are
 * left out where they are regular.
 *
 * @param source names the file in messages
 * @throws CliError 'InvalidProject' for a file that is malformed, of another version, or of another layout
 */
export async function parseProjectFile(text: string, source: string): Promise<ProjectConfig> {
  const value = await projectDocument(text, source);
  const file = new FieldReader(value, source);
  const layout = layoutOf(value, file, source);
  const resources = file.objects('resources').map(readResource);
  return {
    domain: file.name('domain', domainFault),
    projectName: file.requiredName('projectName', projectNameFault),
    multigroup: file.flag('multigroup'),
    namespaced: file.flag('namespaced'),
    cliVersion: file.text('cliVersion') ?? '',
    layout,
    resources,
    plugins: readPlugin(file.object('plugins')?.object(LAYOUT)),
  };
}

async function projectDocument(text: string, source: string): Promise<Fields> {
  let documents: unknown[];
  try {
    documents = await yamlDocuments(text, source);
  } catch (cause) {
    throw new CliError('InvalidProject', (cause as Error).message, { cause });
  }
  const [value] = documents;
  if (documents.length !== 1 || !isFields(value))
    throw new CliError('InvalidProject', `${source} is not a PROJECT file: it must be one YAML object`);
  const { version } = value;
  if (version === undefined) throw new CliError('InvalidProject', `${source}: version is missing`);
  if (version !== '3' && version !== 3)
    throw new CliError(
      'InvalidProject',
      `${source} has version ${JSON.stringify(version)}, and only version "3" is known`,
    );
  return value;
}

function layoutOf(value: Fields, file: FieldReader, source: string): readonly string[] {
  const layout =
    typeof value['layout'] === 'string'
      ? value['layout'].split(',').map((part) => part.trim())
      : file.texts('layout');
  if (layout.includes(LAYOUT)) return layout;
  const said = layout.length === 0 ? 'names no layout' : `has the layout ${layout.join(', ')}`;
  throw new CliError(
    'InvalidProject',
    `${source} ${said}: this command keeps projects of the layout ${LAYOUT}; other projects are kept by the command that made them`,
  );
}

function readResource(resource: FieldReader): ProjectResource {
  const kind = resource.requiredName('kind', kindFault);
  const api = resource.object('api');
  const webhooks = resource.object('webhooks');
  const names = resource
    .objects('controllers')
    .map((controller) => controller.requiredName('name', controllerNameFault));
  const controllers =
    names.length > 0 ? names : resource.flag('controller') ? [defaultControllerName({ kind })] : [];
  const module = resource.text('module');
  return {
    group: resource.name('group', groupFault),
    version: resource.requiredName('version', versionFault),
    kind,
    plural: resource.name('plural', pluralFault) || regularPlural(kind),
    domain: resource.name('domain', domainFault),
    ...(api === undefined ? {} : { api: { namespaced: api.flag('namespaced') } }),
    controllers,
    ...(webhooks === undefined ? {} : { webhooks: readWebhooks(webhooks) }),
    core: resource.flag('core'),
    ...(resource.flag('external')
      ? { external: { path: resource.requiredText('path'), ...(module === undefined ? {} : { module }) } }
      : {}),
  };
}

function readWebhooks(webhooks: FieldReader): ResourceWebhooks {
  const defaultingPath = webhooks.text('defaultingPath');
  const validationPath = webhooks.text('validationPath');
  return {
    defaulting: webhooks.flag('defaulting'),
    validation: webhooks.flag('validation'),
    conversion: webhooks.flag('conversion'),
    spoke: webhooks.texts('spoke'),
    ...(defaultingPath === undefined ? {} : { defaultingPath }),
    ...(validationPath === undefined ? {} : { validationPath }),
  };
}

function readPlugin(plugin: FieldReader | undefined): ProjectPlugin {
  const owner = plugin?.text('owner');
  return {
    license: plugin?.oneOf('license', LICENSES, 'apache2') ?? 'apache2',
    ...(owner === undefined ? {} : { owner }),
    certificates: plugin?.oneOf('certificates', CERTIFICATES, 'cert-manager') ?? 'cert-manager',
  };
}
