import { planChanges } from './changes/plan-changes.js';
import type { ProjectConfig, ScaffoldFile, ScaffoldPlan } from './model.js';
import { apiPlan } from './plans/api-plan.js';
import { initPlan } from './plans/init-plan.js';
import { webhookPlan } from './plans/webhook-plan.js';
import { hasWebhooks } from './resources.js';
import type { TemplateOptions } from './templates/options.js';

/**
 * The whole project that a PROJECT file describes, in memory: what `init` and every `create` make of it, insertions and
 * sections applied, sorted by path. Without PROJECT itself, and without what `kubewright manifests` writes from sources;
 * samples are empty, because their values come from schemas.
 */
export async function renderProject(
  config: ProjectConfig,
  options: TemplateOptions,
): Promise<ScaffoldFile[]> {
  const files = new Map<string, ScaffoldFile>();
  const plans = [initPlan(config, options), ...config.resources.flatMap((resource) => plansOf(resource))];
  for (const plan of plans) await apply(plan);
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));

  function plansOf(resource: ProjectConfig['resources'][number]): ScaffoldPlan[] {
    const sources = apiPlan(config, resource, options);
    return hasWebhooks(resource) ? [sources, webhookPlan(config, resource, options)] : [sources];
  }

  async function apply(plan: ScaffoldPlan): Promise<void> {
    const planned = new Map(plan.files.map((file) => [file.path, file]));
    const { changes } = await planChanges({
      plan,
      read: (path) => Promise.resolve(files.get(path)?.content),
      decide: () => 'overwrite',
    });
    for (const { path, content } of changes) {
      const file = files.get(path) ?? planned.get(path);
      if (file !== undefined && content !== undefined) files.set(path, { ...file, content });
    }
  }
}
