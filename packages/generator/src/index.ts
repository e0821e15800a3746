/**
 * From TypeScript types with markers to the manifests of an operator, and back from manifests to types.
 *
 * @packageDocumentation
 */
export { formatDiagnostic } from './diagnostics/diagnostic.js';
export type { Diagnostic, DiagnosticCode, SourcePosition } from './diagnostics/diagnostic.js';
export { buildCrds, VERSION_ANNOTATION } from './crd/build-crds.js';
export type { BuildCrdsOptions, BuiltCrd } from './crd/build-crds.js';
export { checkCrd } from './crd/check-crd.js';
export type { ConversionWebhook } from './crd/conversion.js';
export { Diagnostics } from './diagnostics/diagnostics.js';
export { OutputError, writeFiles } from './output/write-files.js';
export type { OutputFile, OutputFileSystem, WriteFilesOptions, WrittenFiles } from './output/write-files.js';
export { writeYaml, writeYamlDocument } from './output/yaml-writer.js';

export { createRoles } from './rbac/create-roles.js';
export type { CreateRolesOptions } from './rbac/create-roles.js';
export { createWebhookConfigurations } from './webhook/create-webhook-configurations.js';
export type { CreateWebhookConfigurationsOptions } from './webhook/create-webhook-configurations.js';
export { createMarkerRegistry } from './markers/registry.js';
export type { MarkerRegistry, MarkerRegistryOptions } from './markers/registry.js';
export { searchMarkers } from './markers/help.js';
export type { MarkerSearch } from './markers/help.js';
export { markersMarkdown } from './markers/markdown-reference.js';
export { markerHelp, markerList } from './markers/text-help.js';
export type { MarkerHelpOptions } from './markers/text-help.js';
export { readComments } from './markers/read-comments.js';
export type { CommentsReading, ReadCommentsOptions } from './markers/read-comments.js';
export type {
  ArgumentDefinition,
  ArgumentType,
  MarkerArguments,
  MarkerCategory,
  MarkerDefinition,
  SchemaKind,
} from './markers/definition.js';
export type { CommentBlock, CommentLine, Marker, MarkerTarget, MarkerValue } from './model/marker.js';
export { createCoreTypes } from './core-types/core-types.js';
export type { CoreTypes } from './core-types/core-types.js';

export type { CoreTypeMatcher, CoreTypeName } from './import/core-type-names.js';
export { createCoreTypeMatcher } from './import/core-type-matcher.js';
export { readClusterKinds } from './import/from-cluster.js';
export type { ReadClusterKindsOptions } from './import/from-cluster.js';
export { ImportError } from './import/import-error.js';
export type { ImportErrorCode } from './import/import-error.js';
export { importTypes } from './import/import-types.js';
export type { ImportedFile, ImportTypesOptions } from './import/import-types.js';
export type { ImportedKind } from './import/imported-kind.js';
export { readKinds } from './import/read-kinds.js';
export { checkPermissions } from './evidence/check-permissions.js';
export type { CheckPermissionsOptions, PermissionReport } from './evidence/check-permissions.js';
export type { DeclaredRule } from './evidence/declared-rule.js';
export type { IdleRule, MissingPermission } from './evidence/find-permissions.js';
export type { FileMarkers, MarkerProposals } from './evidence/propose-markers.js';
export { rulesOfRoles } from './evidence/rules-of-roles.js';
export type { RbacManifest, RulesOfRolesOptions } from './evidence/rules-of-roles.js';
export { createProgramReader, readProgram } from './typescript/open-program.js';
export type { ReadProgramOptions } from './typescript/open-program.js';
export type { ProgramReader, ProgramReaderOptions } from './typescript/read-program.js';
export type { SourceHost } from './typescript/source-host.js';
export type { FileMarker, ProgramModel, RootType } from './model/program-model.js';
export { CHANGE_RULES } from './compatibility/change-rules.js';
export type { ChangeCode } from './compatibility/change-rules.js';
export { compareDefinitions, compareDefinitionSets } from './compatibility/compare-definitions.js';
export { CHANGE_SEVERITIES, isAtLeast } from './compatibility/finding.js';
export type { ChangeFinding, ChangeSeverity } from './compatibility/finding.js';
export { createJsonSchemas } from './json-schema/create-json-schemas.js';
export { createReference } from './reference/create-reference.js';
export { createSample } from './samples/create-sample.js';
export type { Sample, SampleOptions } from './samples/create-sample.js';
export { planSamples, writeSamples } from './samples/write-samples.js';
export type { SamplePlan, WriteSamplesOptions, WrittenSamples } from './samples/write-samples.js';
export { formatChanges } from './compatibility/format-findings.js';
export { createGenerator, generate, GENERATOR_PARTS } from './generate/generate.js';
export type { GenerateOptions, Generated, Generator, GeneratorPart } from './generate/generate.js';
export type { ProjectLayout } from './generate/project-layout.js';
export type {
  AnyType,
  ArrayType,
  EnumType,
  Field,
  KnownType,
  MapType,
  NullableType,
  ObjectType,
  ReferenceType,
  ScalarType,
  SchemaType,
  TupleType,
  TypeDeclaration,
  UnionType,
} from './model/schema-type.js';
