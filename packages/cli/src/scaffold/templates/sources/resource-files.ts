import type { ProjectConfig, ProjectResource, ScaffoldFile, ScaffoldInsertion } from '../../model.js';
import type { TemplateOptions } from '../options.js';
import { apiType } from './api-type.js';
import { controllerSource } from './controller.js';
import { controllerTest } from './controller-test.js';
import { licenseHeader } from './license-header.js';
import { controllerInsertions, webhookInsertions } from './main-file.js';
import { apiFile, controllerNames } from './names.js';
import { webhookNames, webhookSource } from './webhook.js';
import { webhookTest } from './webhook-test.js';

/** What a command adds to a project. */
export interface ResourceFiles {
  readonly files: readonly ScaffoldFile[];
  readonly insertions: readonly ScaffoldInsertion[];
}

export interface ApiFilesOptions extends TemplateOptions {
  /** Whether to make the type. Defaults to true; kinds of others have none. */
  readonly api?: boolean;
  /** The controllers to make, of those of the resource. Defaults to all. */
  readonly controllers?: readonly string[];
}

/** The sources of a kind: its type, its controllers with their tests, and their places in `src/main.ts`. */
export function apiFiles(
  config: ProjectConfig,
  resource: ProjectResource,
  options: ApiFilesOptions,
): ResourceFiles {
  const { api = true, controllers = resource.controllers } = options;
  const source = sourceFile(config, options);
  return {
    files: [
      ...(api && resource.api !== undefined
        ? [source(apiFile(config, resource), apiType(config, resource))]
        : []),
      ...controllers.flatMap((name) => {
        const { file } = controllerNames(config, resource, name);
        return [
          source(file, controllerSource(config, resource, name)),
          source(testOf(file), controllerTest(config, resource, name)),
        ];
      }),
    ],
    insertions: controllerInsertions(config, resource, controllers),
  };
}

/** The webhooks of a kind in one version with their tests, and their places in `src/main.ts`. */
export function webhookFiles(
  config: ProjectConfig,
  resource: ProjectResource,
  options: TemplateOptions,
): ResourceFiles {
  const source = sourceFile(config, options);
  const { file } = webhookNames(config, resource);
  return {
    files: [
      source(file, webhookSource(config, resource)),
      source(testOf(file), webhookTest(config, resource)),
    ],
    insertions: webhookInsertions(config, resource),
  };
}

const testOf = (file: string): string => file.replace(/\.ts$/, '.test.ts');

function sourceFile(config: ProjectConfig, options: TemplateOptions) {
  const header = licenseHeader(config, options);
  return (path: string, text: string): ScaffoldFile => ({ path, content: header + text, ifExists: 'ask' });
}
