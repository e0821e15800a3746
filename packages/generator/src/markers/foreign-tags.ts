/**
 * Tags of JSDoc, TSDoc and TypeDoc that are near to ours in spelling, or whose text belongs to the documentation. Any
 * other tag that is near to one of ours is taken for a mistake.
 */
export const FOREIGN_TAGS: ReadonlySet<string> = new Set([
  'defaults',
  'defaultValue',
  'defaultvalue',
  'enumerable',
  'exports',
  'file',
  'formats',
  'inheritDoc',
  'memberof',
  'mixes',
  'module',
  'optionalParam',
  'overload',
  'override',
  'packageDocumentation',
  'property',
  'requires',
  'template',
  'throws',
  'tile',
  'tutorial',
  'type',
  'typedef',
  'typeParam',
  'variation',
]);

/** The text of these is documentation; that of other foreign tags is not. */
export const PROSE_TAGS: ReadonlySet<string> = new Set([
  'remarks',
  'description',
  'desc',
  'summary',
  'classdesc',
]);
