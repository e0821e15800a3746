import { relative } from 'node:path';
import type { SourcePosition } from '../../diagnostics/diagnostic.js';
import type { Marker } from '../../model/marker.js';
import type { ProgramModel } from '../../model/program-model.js';
import type { Field, SchemaType, TypeDeclaration } from '../../model/schema-type.js';

/** A model as short JSON for goldens: types as they would be written, what is absent left out, files relative to a folder. */
export function renderModel(model: ProgramModel, folder: string): object {
  const declarations: Record<string, object> = {};
  const at = ({ file, line, column }: SourcePosition): string =>
    `${relative(folder, file)}:${line}:${column}`;
  const marker = ({ name, value, position }: Marker): string =>
    `+${name}=${JSON.stringify(value)}${position === undefined ? '' : ` @${position.line}:${position.column}`}`;
  const place = (position: SourcePosition | undefined): object =>
    position === undefined ? {} : { at: at(position) };
  const comments = ({ documentation, markers }: Pick<Field, 'documentation' | 'markers'>): object => ({
    ...(documentation === '' ? {} : { documentation }),
    ...(markers.length === 0 ? {} : { markers: markers.map(marker) }),
  });

  const object = (fields: readonly Field[]): object =>
    Object.fromEntries(
      fields.map((field) => [
        field.inline === true ? `...${type(field.fieldType)}` : `${field.name}${field.optional ? '?' : ''}`,
        { type: value(field.fieldType), ...comments(field), ...place(field.position) },
      ]),
    );

  const value = (of: SchemaType): string | object => (of.type === 'object' ? object(of.fields) : type(of));

  const type = (of: SchemaType): string => {
    switch (of.type) {
      case 'scalar':
        return [of.scalar, of.format, of.pattern].filter((part) => part !== undefined).join(' ');
      case 'known':
        return of.known;
      case 'enum':
        return `${of.scalar} enum ${of.values.map((one) => JSON.stringify(one)).join(' | ')}`;
      case 'array':
        return `array of ${type(of.items)}`;
      case 'tuple':
        return `tuple of [${of.items.map(type).join(', ')}], ${of.minItems} to ${of.maxItems ?? 'any number of'} items`;
      case 'map':
        return `map of ${type(of.values)}`;
      case 'object':
        return `object ${JSON.stringify(object(of.fields))}`;
      case 'union':
        return `${of.members.map(type).join(' or ')}${of.discriminator === undefined ? '' : ` by ${of.discriminator}`}`;
      case 'nullable':
        return `${type(of.of)}, or null`;
      case 'reference':
        return declare(of.declaration);
      case 'any':
        return of.isObject === true ? 'any object' : 'anything';
    }
  };

  const declare = (declaration: TypeDeclaration): string => {
    if (!declaration.id.startsWith('/')) return declaration.id;
    const id = declaration.id.replaceAll(`${folder}/`, '');
    if (id in declarations) return id;
    declarations[id] = {};
    declarations[id] = {
      name: declaration.name,
      type: value(declaration.declared),
      ...comments(declaration),
      ...place(declaration.position),
    };
    return id;
  };

  return {
    roots: model.roots.map(({ declaration, position, ...names }) => ({
      ...names,
      type: declare(declaration),
      ...place(position),
    })),
    types: declarations,
    ...(model.fileMarkers.length === 0
      ? {}
      : { fileMarkers: model.fileMarkers.map((one) => `${relative(folder, one.file)} ${marker(one)}`) }),
  };
}
