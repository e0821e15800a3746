import type { ChangeSeverity } from './finding.js';

/** What is said of one sort of change; docs/compatibility.md is written from it. */
interface ChangeRule {
  /**
   * `tightened` is `breaksClients` for a single value: a stored one stays as long as nobody changes it, because the
   * server does not check again what did not change (ratcheting, since Kubernetes 1.30). It is `breaksObjects` for what
   * judges an object, list or map, and within lists that are not of type map: any write within it is checked.
   */
  readonly severity: ChangeSeverity | 'tightened';
  /** What changed, for the table. */
  readonly title: string;
  /** What becomes of objects and clients. */
  readonly effect: string;
  readonly hint?: string;
}

const RULE_HINT =
  'mend stored objects first, or let the rule accept what is stored: `oldSelf.orValue(...)` with optionalOldSelf';
const TIGHTENED_HINT = 'add a new version with the tighter rule, or mend what is stored first';
const TIGHTENED = 'values that were accepted are refused when they are written; unchanged ones stay';
const LOOSENED = 'everything is accepted as before, but readers may meet values that they never met';
const NEW_RESOURCE =
  'the server refuses it for the definition that is there; a new one begins without objects';

/** Every sort of change that is told apart. */
export const CHANGE_RULES = {
  DefinitionRemoved: {
    severity: 'breaksObjects',
    title: 'definition removed',
    effect: 'deleting a definition deletes every object of its kind',
    hint: 'keep it, with its versions no longer served, until no object is left',
  },
  DefinitionAdded: { severity: 'harmless', title: 'definition added', effect: 'nothing was there before' },
  GroupChanged: {
    severity: 'breaksObjects',
    title: 'group changed',
    effect: NEW_RESOURCE,
    hint: 'keep the group, or move the objects to the new definition yourself',
  },
  PluralChanged: {
    severity: 'breaksObjects',
    title: 'plural changed',
    effect: NEW_RESOURCE,
    hint: 'keep the plural; a short name can be added',
  },
  KindChanged: {
    severity: 'breaksObjects',
    title: 'kind changed',
    effect: 'the server refuses it: the kind of an established definition is immutable',
    hint: 'keep the kind, or define a new one',
  },
  ScopeChanged: {
    severity: 'breaksObjects',
    title: 'scope changed',
    effect: 'the server refuses it: the scope of an established definition is immutable',
    hint: 'keep the scope, or define a new kind',
  },
  ListKindChanged: {
    severity: 'breaksClients',
    title: 'list kind changed',
    effect: 'typed clients meet a kind of list that they do not know',
  },
  NameRemoved: {
    severity: 'warning',
    title: 'short name, singular or category removed',
    effect: 'kubectl commands that use it fail',
    hint: 'keep it: names cost nothing',
  },
  NameAdded: {
    severity: 'harmless',
    title: 'short name, singular or category added',
    effect: 'kubectl knows one more name',
  },

  VersionRemoved: {
    severity: 'breaksClients',
    title: 'version removed',
    effect: 'clients of that version get 404',
    hint: 'set `served: false` first, and remove it a release later',
  },
  StoredVersionRemoved: {
    severity: 'breaksObjects',
    title: 'version removed in which objects are stored',
    effect: 'the server refuses it while `status.storedVersions` names the version',
    hint: 'migrate the objects to the storage version, then take the version out of `status.storedVersions`',
  },
  UnservedVersionRemoved: {
    severity: 'warning',
    title: 'version removed that was not served',
    effect: 'the server refuses it while objects are stored in that version',
    hint: 'look at `status.storedVersions` of every cluster',
  },
  VersionNotServed: {
    severity: 'breaksClients',
    title: 'version no longer served',
    effect: 'clients of that version get 404; objects are served in the other versions',
    hint: 'deprecate it first, and tell who uses it',
  },
  VersionServed: {
    severity: 'harmless',
    title: 'version served again',
    effect: 'one more version can be used',
  },
  VersionAdded: { severity: 'harmless', title: 'version added', effect: 'one more version can be used' },
  VersionDeprecated: {
    severity: 'warning',
    title: 'version deprecated',
    effect: 'clients of that version get a warning with every answer',
  },
  StorageVersionChanged: {
    severity: 'warning',
    title: 'storage version changed',
    effect: 'objects stay as they are stored until they are written again',
    hint: 'migrate: rewrite every object before the old version is removed',
  },
  LostInConversion: {
    severity: 'breaksObjects',
    title: 'field unknown to the new storage version, without a conversion webhook',
    effect: 'it is lost when an object is written again',
    hint: 'add the field to the new version, or convert by a webhook',
  },
  ConversionChanged: {
    severity: 'warning',
    title: 'conversion webhook added or changed',
    effect: 'reads and writes of the other versions need the webhook',
  },
  ConversionRemoved: {
    severity: 'breaksClients',
    title: 'conversion webhook removed',
    effect: 'only the apiVersion is changed between versions; fields that differ are dropped',
    hint: 'keep the webhook while several versions are there',
  },
  StatusSubresourceRemoved: {
    severity: 'breaksClients',
    title: 'status subresource removed',
    effect: 'writes to /status get 404, and anyone who may write an object may write its status',
  },
  StatusSubresourceAdded: {
    severity: 'breaksClients',
    title: 'status subresource added',
    effect: 'a status that is sent with the object is ignored; it must be written to /status',
    hint: 'controllers must write the status by the subresource before this is applied',
  },
  ScaleSubresourceRemoved: {
    severity: 'breaksClients',
    title: 'scale subresource removed',
    effect: '`kubectl scale` and autoscalers get 404',
  },
  ScaleSubresourceChanged: {
    severity: 'breaksClients',
    title: 'path of the scale subresource changed',
    effect: '`kubectl scale` and autoscalers read and write another field',
  },
  ScaleSubresourceAdded: {
    severity: 'harmless',
    title: 'scale subresource added',
    effect: '`kubectl scale` works',
  },
  SelectableFieldRemoved: {
    severity: 'breaksClients',
    title: 'selectable field removed',
    effect: 'lists and watches with that field selector are refused',
  },
  SelectableFieldAdded: {
    severity: 'harmless',
    title: 'selectable field added',
    effect: 'one more field selector works',
  },
  PrinterColumnsChanged: {
    severity: 'harmless',
    title: 'printer columns changed',
    effect: '`kubectl get` shows other columns',
  },

  FieldRemoved: {
    severity: 'breaksObjects',
    title: 'field removed',
    effect: 'the server drops it from stored objects when they are read',
    hint: 'keep the field and say in its description that it is deprecated',
  },
  FieldUndeclared: {
    severity: 'warning',
    title: 'field removed where unknown fields are kept',
    effect: 'its values stay, and are no longer checked',
  },
  FieldAdded: { severity: 'harmless', title: 'field added', effect: 'stored objects do not have it' },
  RequiredAdded: {
    severity: 'breaksObjects',
    title: 'field required that has no default',
    effect: 'objects without it are refused when something beside it is written',
    hint: 'give it a default, or leave it optional and check it in a new version',
  },
  RequiredRemoved: {
    severity: 'warning',
    title: 'field no longer required',
    effect: 'readers may meet objects without it',
  },
  TypeChanged: {
    severity: 'breaksObjects',
    title: 'type changed, or one type demanded where several were allowed',
    effect: 'stored values have the wrong type for every reader, and appliers are refused',
    hint: 'add a field with a new name, or a new version with a conversion webhook',
  },
  TypeNarrowed: {
    severity: 'tightened',
    title: 'number made whole',
    effect: TIGHTENED,
    hint: TIGHTENED_HINT,
  },
  TypeWidened: { severity: 'warning', title: 'type widened', effect: LOOSENED },
  NullableRemoved: {
    severity: 'breaksObjects',
    title: 'null no longer allowed',
    effect: 'null is dropped when stored objects are read, and a default takes its place',
    hint: 'add a field with a new name, unless null means the same as nothing',
  },
  NullableAdded: { severity: 'warning', title: 'null allowed', effect: 'readers may meet null' },
  PreserveUnknownRemoved: {
    severity: 'breaksObjects',
    title: 'unknown fields no longer kept',
    effect: 'fields that the schema does not name are dropped from stored objects when they are read',
    hint: 'name every field that is in use first',
  },
  PreserveUnknownAdded: {
    severity: 'warning',
    title: 'unknown fields kept',
    effect: 'misspelt fields are stored and no longer reported',
  },
  EmbeddedResourceAdded: {
    severity: 'breaksObjects',
    title: 'made an embedded resource',
    effect: 'apiVersion, kind and metadata are demanded and checked',
    hint: 'add a field with a new name',
  },
  EmbeddedResourceRemoved: {
    severity: 'warning',
    title: 'no longer an embedded resource',
    effect: 'apiVersion, kind and metadata are checked as other fields, or dropped',
  },
  MapToFields: {
    severity: 'breaksObjects',
    title: 'map made an object with named fields',
    effect: 'keys that are no field are dropped from stored objects',
    hint: 'add a field with a new name',
  },
  FieldsToMap: { severity: 'warning', title: 'object with named fields made a map', effect: LOOSENED },
  MapTypeChanged: {
    severity: 'warning',
    title: 'map type changed',
    effect: 'who owns which key changes for server-side apply',
  },
  ListTypeTightened: {
    severity: 'breaksClients',
    title: 'list made a set or a map, or its keys changed',
    effect:
      'lists with duplicates are refused, unless the stored object had them already; appliers merge item by item',
    hint: 'make sure that nobody writes duplicates; appliers that left items out no longer remove them',
  },
  ListTypeLoosened: {
    severity: 'warning',
    title: 'list made atomic, or a map made a set',
    effect: 'appliers replace the list where they merged items',
  },
  EnumAdded: {
    severity: 'tightened',
    title: 'values listed where any was allowed',
    effect: TIGHTENED,
    hint: TIGHTENED_HINT,
  },
  EnumValueRemoved: {
    severity: 'tightened',
    title: 'value no longer allowed',
    effect: TIGHTENED,
    hint: 'keep the value, and treat it as the one that replaces it',
  },
  EnumValueAdded: { severity: 'warning', title: 'value allowed', effect: LOOSENED },
  EnumRemoved: { severity: 'warning', title: 'any value allowed where some were listed', effect: LOOSENED },
  PatternAdded: { severity: 'tightened', title: 'pattern added', effect: TIGHTENED, hint: TIGHTENED_HINT },
  PatternChanged: {
    severity: 'tightened',
    title: 'pattern changed',
    effect: 'what the new pattern does not match is refused when it is written',
    hint: 'compare the two patterns: whether the new one matches all that the old one did is not known',
  },
  PatternRemoved: { severity: 'warning', title: 'pattern removed', effect: LOOSENED },
  FormatTightened: {
    severity: 'tightened',
    title: 'format added or changed that the server checks',
    effect: TIGHTENED,
    hint: TIGHTENED_HINT,
  },
  FormatLoosened: { severity: 'warning', title: 'format removed that the server checked', effect: LOOSENED },
  FormatChanged: {
    severity: 'harmless',
    title: 'format changed that the server does not check',
    effect: 'only tools read it',
  },
  LimitTightened: {
    severity: 'tightened',
    title: 'limit of a number, length or size tightened',
    effect: TIGHTENED,
    hint: TIGHTENED_HINT,
  },
  LimitLoosened: {
    severity: 'warning',
    title: 'limit of a number, length or size loosened',
    effect: LOOSENED,
  },
  RuleAdded: {
    severity: 'tightened',
    title: 'CEL rule added',
    effect: 'what the rule refuses cannot be written any more',
    hint: RULE_HINT,
  },
  RuleRemoved: { severity: 'warning', title: 'CEL rule removed', effect: LOOSENED },
  BranchesTightened: {
    severity: 'breaksObjects',
    title: 'allOf, anyOf, oneOf or not added or changed',
    effect: 'what no longer fits is refused, even when it did not change',
    hint: 'a CEL rule is not checked again for what did not change',
  },
  BranchesLoosened: {
    severity: 'warning',
    title: 'allOf, anyOf, oneOf or not removed or loosened',
    effect: LOOSENED,
  },
  DefaultAdded: {
    severity: 'warning',
    title: 'default added',
    effect: 'stored objects without the field are read with it',
  },
  DefaultChanged: {
    severity: 'warning',
    title: 'default changed',
    effect: 'new objects get the new value; stored ones keep the old one',
  },
  DefaultRemoved: { severity: 'warning', title: 'default removed', effect: 'new objects may lack the field' },
  RequiredDefaultRemoved: {
    severity: 'breaksClients',
    title: 'default of a required field removed',
    effect: 'objects that leave the field out are refused',
    hint: 'keep the default, or make the field optional',
  },
} as const satisfies Record<string, ChangeRule>;

/** The closed list of sorts of change. */
export type ChangeCode = keyof typeof CHANGE_RULES;

/** What is said of a sort of change. */
export function changeRule(code: ChangeCode): ChangeRule {
  return CHANGE_RULES[code];
}
