import type { MarkerDefinition } from '../definition.js';
import { PREFIX, validationDefinitions } from './validation.js';

/** What the examples are made of. */
const ITEMS: Readonly<Record<string, readonly [type: string, args: string]>> = {
  Minimum: ['int32', '=0'],
  Maximum: ['int32', '=59'],
  ExclusiveMinimum: ['int32', '=true'],
  ExclusiveMaximum: ['int32', '=true'],
  MultipleOf: ['int32', '=5'],
  MinLength: ['string', '=1'],
  MaxLength: ['string', '=63'],
  Pattern: ['string', '=`^[a-z]+$`'],
  MinItems: ['string[]', '=1'],
  MaxItems: ['string[]', '=16'],
  UniqueItems: ['string[]', '=false'],
  MinProperties: ['Record<string, string>', '=1'],
  MaxProperties: ['Record<string, string>', '=8'],
  Enum: ['string', '=Mon;Tue;Wed'],
  Format: ['string', '=uri'],
  Type: ['number', '=integer'],
  XPreserveUnknownFields: ['Record<string, unknown>', ''],
  XEmbeddedResource: ['object', ''],
  XIntOrString: ['IntOrString', ''],
  XValidation: ['string', `:rule="self != ''",message="no empty items"`],
};

/** The same for the items of a list, on the field or type that is the list. */
export const itemsDefinitions: readonly MarkerDefinition[] = validationDefinitions.map(
  ({ targets, repeatable, name, tags, help, arguments: args, appliesTo }) => {
    const short = name.slice(PREFIX.length);
    return {
      targets,
      ...(repeatable === undefined ? {} : { repeatable }),
      category: 'items validation',
      name: `${PREFIX}items:${short}`,
      ...(tags === undefined ? {} : { tags: tags.map((tag) => `items.${tag}`) }),
      ...(appliesTo === undefined ? {} : { appliesTo }),
      arguments: args,
      help: `For each item of the list: ${help.charAt(0).toLowerCase()}${help.slice(1)}`,
      example: itemsExample(short),
    };
  },
);

function itemsExample(short: string): string {
  const [type, args] = ITEMS[short] ?? ['string', ''];
  return `
export interface CronTabSpec {
  /** +${PREFIX}items:${short}${args} */
  list: ${type}[];
}`;
}
