import { markedSample } from '@kubewright/generator/sample-mark';
import type { ProjectConfig, ProjectResource, ScaffoldFile } from '../../model.js';
import { qualifiedGroup, samplePath } from '../../resources.js';
import { labelLines } from './labels.js';

export const SAMPLES_KUSTOMIZATION = 'config/samples/kustomization.yaml';
export const SAMPLES_MARKER = 'manifestskustomizesamples';

/** `config/samples`, which the first kind brings. */
export function samplesFolder(): ScaffoldFile[] {
  const content = `# Samples of all kinds, each version.\nresources:\n# +kubebuilder:scaffold:${SAMPLES_MARKER}\n`;
  return [{ path: SAMPLES_KUSTOMIZATION, content, ifExists: 'keep' }];
}

/** A sample without values, which `kubewright generate --samples` fills from the kind's schema until somebody changes it. */
export function emptySample(config: ProjectConfig, resource: ProjectResource): ScaffoldFile {
  const { kind, version } = resource;
  const content = `apiVersion: ${qualifiedGroup(resource)}/${version}
kind: ${kind}
metadata:
  labels:
${labelLines(config.projectName)}
  name: ${kind.toLowerCase()}-sample
spec: {}
`;
  return { path: samplePath(resource), content: markedSample(content), ifExists: 'keep' };
}
