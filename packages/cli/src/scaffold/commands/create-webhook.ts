import path from 'node:path';
import { CliError } from '../../errors.js';
import type { CommandIo } from '../../io/terminal.js';
import { writeLine } from '../../io/terminal.js';
import type { OutputFormat } from '../../io/output-format.js';
import { carryOut } from '../carry-out.js';
import { joinPlans } from '../plans/plan-parts.js';
import { webhookPlan } from '../plans/webhook-plan.js';
import { formatProjectFile } from '../project-file/write-project-file.js';
import { openProject } from '../project-folder.js';
import { report } from '../report.js';
import { hasWebhooks, withResource } from '../resources.js';
import { runManifests } from '../run-manifests.js';
import { webhookFile } from '../templates/sources/names.js';
import { askKind } from './ask-kind.js';
import type { KindFlags } from './ask-kind.js';
import { describe, findResource, resourceFor } from './next-resource.js';
import { externalSteps } from './external-steps.js';
import { nextWebhooks } from './next-webhooks.js';
import type { WebhookWishes } from './next-webhooks.js';
import { templateOptions } from './template-options.js';

export interface CreateWebhookOptions extends KindFlags, WebhookWishes {
  readonly folder: string;
  /** Make the manifests afterwards. Default true. */
  readonly make?: boolean;
  readonly output: OutputFormat;
}

/**
 * `kubewright create webhook`: webhooks of a kind with their tests and manifests; what config/default needs for them is
 * switched on. Webhooks that are there stay; again with the same flags it changes nothing. Exit code 1 when the sources are
 * wrong, so that manifests cannot be made.
 */
export async function createWebhookCommand(options: CreateWebhookOptions, io: CommandIo): Promise<number> {
  const { folder, config, projectFile } = await openProject(path.resolve(io.cwd, options.folder));
  const named = await askKind(options, io);
  const wishes = await askWebhooks(options, io);
  const former = findResource(config, named);
  const resource = resourceFor(config, named, former?.api !== undefined);
  if (resource.api === undefined && !resource.core && resource.external === undefined)
    throw new CliError(
      'InvalidArgument',
      `the project has no type for ${describe(resource)}: run "kubewright create api" first, or name with --external-api-path what to import it from`,
    );
  const webhooks = nextWebhooks(config, resource, wishes);
  const value = { ...resource, webhooks };
  const next = withResource(config, value);
  const isMade = former !== undefined && JSON.stringify(former.webhooks) === JSON.stringify(webhooks);
  const plan = joinPlans(
    // PROJECT is written last: what it says is there was made whole, and what users removed since stays removed.
    isMade && !options.force
      ? {}
      : webhookPlan(next, value, { ...templateOptions(io), before: { config, resource: former } }),
    {
      files: [{ path: 'PROJECT', content: await formatProjectFile(next, projectFile), ifExists: 'replace' }],
    },
  );
  // What webhooks of other kinds need, too, is the user's since the first one.
  const isKnown = (file: string): boolean => file.startsWith('config/') && config.resources.some(hasWebhooks);
  const changes = await carryOut({ folder, plan, force: options.force, isKnown }, io);
  const manifests = await runManifests(folder, io, options.make);
  if (value.core)
    writeLine(
      io.stderr,
      `kubewright: webhooks of ${value.kind} may keep the operator itself from starting: leave its namespace out (https://book.kubebuilder.io/reference/webhook-bootstrap-problem)`,
    );
  const steps = [...externalSteps(folder, value), `edit ${webhookFile(next, value)}`, 'npm test'];
  report(
    {
      changes,
      manifests,
      next: manifests.needsInstall ? ['npm install', 'npm run manifests', ...steps] : steps,
    },
    options.output,
    io,
  );
  return manifests.failed ? 1 : 0;
}

async function askWebhooks(options: CreateWebhookOptions, { prompts }: CommandIo): Promise<WebhookWishes> {
  if (options.defaulting || options.programmaticValidation || options.conversion) return options;
  if (prompts === undefined)
    throw new CliError(
      'InvalidArgument',
      'say which webhooks: --defaulting, --programmatic-validation, --conversion, or several of them',
    );
  const defaulting = await prompts.confirm({ message: 'Fill in what objects leave open?', initial: true });
  const programmaticValidation = await prompts.confirm({ message: 'Judge objects?', initial: true });
  const conversion = await prompts.confirm({ message: 'Convert between versions?', initial: false });
  if (!defaulting && !programmaticValidation && !conversion)
    throw new CliError('InvalidArgument', 'no webhook was chosen: nothing to do');
  return { ...options, defaulting, programmaticValidation, conversion };
}
