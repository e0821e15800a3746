import { validateLabelKey } from '@kubewright/api';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '@kubewright/api/apiextensions/v1';
import { invalid } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import { goNumber } from '../errors/go-text.js';
import { behaviour } from '../kinds/behaviour.js';
import type { ApiObject, KindBehaviour, ScalePaths } from '../kinds/behaviour.js';
import type { CustomResourceSchema } from './custom-resource-schema.js';
import { parseJsonPath } from './json-path.js';
import { printerTable } from './printer-columns.js';

/**
 * The behaviour of the objects of one version of a CustomResourceDefinition. After apiextensions-apiserver's
 * `pkg/registry/customresource/strategy.go` and `status_strategy.go`.
 */
export function customResourceBehaviour(
  crd: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
  schema: CustomResourceSchema,
): KindBehaviour {
  const { group, names } = crd.spec;
  const apiVersion = `${group}/${version.name}`;
  const { scale, status } = version.subresources ?? {};
  const checked = (object: ApiObject, schemaErrors: () => FieldError[]): FieldError[] => {
    const wrong = typeMetaErrors(object, apiVersion, names.kind);
    return wrong.length > 0 ? wrong : schemaErrors();
  };
  const selectable = version.selectableFields ?? [];

  return behaviour<ApiObject>({
    group,
    kind: names.kind,
    nameRule: 'dnsSubdomain',
    hasStatus: status !== undefined,
    hasGeneration: true,
    validate(object, context) {
      for (const warning of finalizerWarnings(object.metadata.finalizers ?? [])) context.warn(warning);
      return checked(object, () => schema.validate(object, undefined, (text) => context.warn(text, true)));
    },
    validateUpdate(object, old, context) {
      const known = new Set(old.metadata.finalizers);
      const added = (object.metadata.finalizers ?? []).filter((finalizer) => !known.has(finalizer));
      for (const warning of finalizerWarnings(added)) context.warn(warning);
      return checked(object, () => schema.validate(object, old, (text) => context.warn(text, true)));
    },
    validateStatusUpdate: (object, old, context) =>
      checked(object, () => schema.validateStatus(object, old, (text) => context.warn(text, true))),
    table: printerTable(version.additionalPrinterColumns),
    ...(scale === undefined ? {} : { scale: scalePaths(scale) }),
    ...(selectable.length === 0
      ? {}
      : { selectableFields: fieldGetters(selectable.map(({ jsonPath }) => jsonPath)) }),
  });
}

function typeMetaErrors(object: ApiObject, apiVersion: string, kind: string): FieldError[] {
  return [
    ...(object.kind === kind ? [] : [invalid('kind', object.kind, `must be ${kind}`)]),
    ...(object.apiVersion === apiVersion
      ? []
      : [invalid('apiVersion', object.apiVersion, `must be ${apiVersion}`)]),
  ];
}

function scalePaths(scale: {
  specReplicasPath: string;
  statusReplicasPath: string;
  labelSelectorPath?: string;
}): ScalePaths {
  const bare = (path: string): string => path.replace(/^\./, '');
  const { labelSelectorPath = '' } = scale;
  return {
    specReplicas: bare(scale.specReplicasPath),
    statusReplicas: bare(scale.statusReplicasPath),
    ...(labelSelectorPath === '' ? {} : { selector: bare(labelSelectorPath) }),
  };
}

function fieldGetters(paths: readonly string[]): Record<string, (object: ApiObject) => string> {
  return Object.fromEntries(
    paths.map((text) => {
      const path = parseJsonPath(text);
      return [text.replace(/^\./, ''), (object: ApiObject) => selectableText(path(object)[0])];
    }),
  );
}

function selectableText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'number' ? goNumber(value) : String(value as string | boolean);
}

const STANDARD_FINALIZERS = new Set(['orphan', 'foregroundDeletion', 'kubernetes']);

function finalizerWarnings(finalizers: readonly string[]): string[] {
  return [...new Set(finalizers)].sort().flatMap((finalizer) => {
    const texts = validateLabelKey(finalizer);
    if (!finalizer.includes('/') && !STANDARD_FINALIZERS.has(finalizer)) {
      const path = finalizer.includes('.') ? ' including a path (/)' : '';
      texts.push(
        `prefer a domain-qualified finalizer name${path} to avoid accidental conflicts with other finalizer writers`,
      );
    }
    return texts.map((text) => `metadata.finalizers: ${JSON.stringify(finalizer)}: ${text}`);
  });
}
