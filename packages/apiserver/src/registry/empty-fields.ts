import type { ApiObject, KindBehaviour } from '../kinds/behaviour.js';

type Fields = Record<string, unknown>;

interface EmptyField {
  readonly parent: Fields;
  readonly name: string;
  readonly value: unknown;
  readonly becomes: 'null' | 'absent';
}

/** The fields at these paths that are there and empty. */
export function emptyFieldsOf(
  object: ApiObject,
  paths: NonNullable<KindBehaviour['keepsEmpty']>,
): EmptyField[] {
  return Object.entries(paths).flatMap(([path, becomes]) => {
    const names = path.split('.');
    const name = names.pop() as string;
    return parents(object, names)
      .filter((parent) => isEmpty(parent[name]))
      .map((parent) => ({ parent, name, value: parent[name], becomes }));
  });
}

/** Makes of them what is stored, in place. */
export function settleEmptyFields({ keepsEmpty }: KindBehaviour, object: ApiObject): void {
  if (keepsEmpty === undefined) return;
  for (const { parent, name, becomes } of emptyFieldsOf(object, keepsEmpty)) {
    if (becomes === 'null') parent[name] = null;
    else delete parent[name];
  }
}

function parents(value: unknown, [name, ...rest]: readonly string[]): Fields[] {
  if (typeof value !== 'object' || value === null) return [];
  if (name === undefined) return [value as Fields];
  const next = name === '*' ? Object.values(value) : [(value as Fields)[name]];
  return next.flatMap((inner) => parents(inner, rest));
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;
