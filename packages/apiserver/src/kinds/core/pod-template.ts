import type { PodTemplate } from '@kubewright/api/core/v1';
import type { FieldError } from '../../errors/field-error.js';
import { warnOfPodTemplate } from '../shared/pod/pod-warnings.js';
import { behaviour } from '../behaviour.js';
import { containerCells, labelsCell } from '../shared/cells.js';
import { column, NAME } from '../shared/columns.js';
import { defaultPodTemplate } from '../shared/pod/pod-spec-defaults.js';
import { podTemplate as podTemplateRules } from '../shared/pod/pod-template.js';

/** registry/core/podtemplate/strategy.go. */
export const podTemplate = behaviour<PodTemplate>({
  group: '',
  kind: 'PodTemplate',
  hasStatus: false,
  hasGeneration: true,
  defaults: (object) => defaultPodTemplate((object.template ??= {})),
  warnings: (object, old, context) => {
    if (old !== undefined && old.metadata?.generation === object.metadata?.generation) return;
    warnOfPodTemplate('template', object.template ?? {}, context);
  },
  validate: validateTemplate,
  table: {
    columns: [
      NAME,
      column('Containers', 'string', 'Names of each container in the template.'),
      column('Images', 'string', 'Images referenced by each container in the template.'),
      column('Pod Labels', 'string', 'The labels for the pod template.'),
    ],
    row: ({ metadata, template }) => [
      metadata?.name,
      ...containerCells(template?.spec?.containers),
      labelsCell(template?.metadata?.labels),
    ],
  },
});

function validateTemplate({ template }: PodTemplate): FieldError[] {
  const errors: FieldError[] = [];
  podTemplateRules(errors, 'template', template ?? {});
  return errors;
}
