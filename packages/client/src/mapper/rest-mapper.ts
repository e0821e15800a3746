import { parseApiVersion } from '@kubewright/api';
import type { Kind } from '@kubewright/api';

import type { AbortOptions } from '../client/options.js';
import type { Requester } from '../client/requester.js';
import { NoKindMatchError } from '../errors.js';
import type { KindName } from '../paths.js';
import { builtinKinds, mayBeBuiltin } from './builtin.js';
import { discoverKinds } from './discovery.js';
import { toKind } from './to-kind.js';

/** Says which resource serves a kind, and whether it lives in namespaces. */
export interface RestMapper {
  /**
   * The kind with its resource: from the kinds the client was used with, else from the built-in ones, else from the
   * server's discovery, which is asked again whenever the answer is not known yet.
   *
   * @throws NoKindMatchError when nobody serves it.
   */
  kindFor(apiVersion: string, kind: string, options?: AbortOptions): Promise<Kind>;
}

export interface KnownKinds {
  /** From now on this is the answer for the kind. */
  learn(kind: KindName): void;
}

export function createRestMapper(
  requester: Requester,
  kinds: readonly KindName[] = [],
): RestMapper & KnownKinds {
  const known = new Map<string, KindName>();
  const idOf = (apiVersion: string, kind: string) => `${apiVersion}/${kind}`;
  const learn = (kind: KindName) => {
    known.set(idOf(kind.apiVersion, kind.kind), kind);
  };
  const learnMissing = (found: readonly KindName[]) => {
    for (const kind of found) if (!known.has(idOf(kind.apiVersion, kind.kind))) learn(kind);
  };
  for (const kind of kinds) learn(kind);

  const kindFor = async (apiVersion: string, kind: string, options: AbortOptions = {}): Promise<Kind> => {
    const id = idOf(apiVersion, kind);
    const { group, version } = parseApiVersion(apiVersion);
    if (!known.has(id) && mayBeBuiltin(group)) learnMissing(await builtinKinds(group, version));
    if (!known.has(id)) learnMissing(await discoverKinds(requester, group, version, options.signal));
    const found = known.get(id);
    if (found === undefined) throw new NoKindMatchError(apiVersion, kind);
    const kindValue = toKind(found);
    learn(kindValue);
    return kindValue;
  };
  return { kindFor, learn };
}
