import { createGenerator, formatDiagnostic } from '@kubewright/generator/generate';
import { outcomeOf } from '../../generate/generate-outcome.js';
import { version } from '../../version.js';
import { ok, problem, skipped } from '../check.js';
import type { LocalCheck } from '../check.js';

/** Whether config/ says what types and markers say. */
export const generatedFiles: LocalCheck = {
  name: 'generated files',
  place: 'project',
  run: async ({ folder }) => {
    const generator = await createGenerator({ folder, version });
    const { files, diagnostics } = await outcomeOf(await generator.generate(), { folder, check: true });
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    const [first] = errors;
    if (first !== undefined)
      return [
        problem(
          `${formatDiagnostic(first, folder)}${errors.length > 1 ? `, and ${errors.length - 1} more` : ''}`,
          'mend types and markers: "kubewright manifests" tells all',
        ),
      ];
    if (files.length === 0) return [skipped('no type and no marker asks for manifests')];
    const differing = files.filter(({ outcome }) => outcome === 'differs').map((file) => file.path);
    return differing.length === 0
      ? [ok(`${files.length} files are what the sources say`)]
      : [problem(`not what the sources say: ${differing.join(', ')}`, 'run "kubewright manifests"')];
  },
};
