import type { ProjectConfig, ScaffoldPlan } from '../model.js';
import { defaultFolder } from '../templates/config/default-folder.js';
import { managerFolder } from '../templates/config/manager-folder.js';
import { manifestsFolder } from '../templates/config/manifests-folder.js';
import { networkPolicyFolder } from '../templates/config/network-policy-folder.js';
import { prometheusFolder } from '../templates/config/prometheus-folder.js';
import { rbacFolder } from '../templates/config/rbac-folder.js';
import { scorecardFolder } from '../templates/config/scorecard-folder.js';
import type { TemplateOptions } from '../templates/options.js';
import { projectFiles } from '../templates/package/project-files.js';
import { joinPlans } from './plan-parts.js';

/** The files of a project without kinds, all but PROJECT. */
export function initPlan(config: ProjectConfig, options: TemplateOptions): ScaffoldPlan {
  return joinPlans({
    files: [
      ...projectFiles(config, options),
      ...defaultFolder(config),
      ...managerFolder(config),
      ...rbacFolder(config),
      ...networkPolicyFolder(config),
      ...prometheusFolder(config),
      ...scorecardFolder(),
      ...manifestsFolder(config),
    ],
  });
}
