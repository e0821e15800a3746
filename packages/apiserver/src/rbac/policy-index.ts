import type { PolicyRule, RoleRef, Subject } from '@kubewright/api/rbac/v1';
import { decodeObject } from '../bytes/stored-object.js';
import type { UserInfo } from '../pipeline/server-request.js';
import type { Storage, StoredEntry } from '../storage/storage.js';
import { subjectKey, subjectText, userKeys } from './subjects.js';

/** A rule that applies to a user, or a role that does not exist although it is bound to the user. */
export type RuleVisit =
  | { readonly rule: PolicyRule; readonly source: () => string }
  | { readonly rule?: undefined; readonly missing: RoleRef };

/** Which rules apply to whom (pkg/registry/rbac/validation/rule.go). */
export interface RuleResolver {
  /** Each rule that applies to the user in the namespace (`''`: for the whole cluster), until `visit` returns false. */
  visitRules(user: UserInfo, namespace: string, visit: (found: RuleVisit) => boolean): void;
  /** The rules of the role that a binding in this namespace names; undefined when there is none. */
  rulesOf(roleRef: RoleRef, namespace: string): readonly PolicyRule[] | undefined;
}

interface Binding {
  readonly name: string;
  readonly namespace: string;
  readonly roleRef: RoleRef;
  readonly subjects: readonly Subject[];
}

const GROUP = 'rbac.authorization.k8s.io';
const PREFIX = `/registry/${GROUP}/`;

/**
 * The roles and bindings of a storage, kept current within each write. Bindings are found by their subjects; the rules
 * of a role are decoded when they are first asked for. Lives as long as the storage.
 */
export function createPolicyIndex(storage: Storage): RuleResolver {
  const roles = new RoleRules(storage, 'roles');
  const clusterRoles = new RoleRules(storage, 'clusterroles');
  const bindings = new BindingIndex(storage, 'rolebindings');
  const clusterBindings = new BindingIndex(storage, 'clusterrolebindings');

  const rulesOf = ({ kind, name }: RoleRef, namespace: string): readonly PolicyRule[] | undefined =>
    kind === 'Role' ? roles.get(`${namespace}/${name}`) : clusterRoles.get(name);

  /** Whether to go on. */
  const visitBindings = (
    found: Iterable<Binding>,
    keys: readonly string[],
    visit: (found: RuleVisit) => boolean,
  ): boolean => {
    for (const binding of found) {
      const rules = rulesOf(binding.roleRef, binding.namespace);
      if (rules === undefined && !visit({ missing: binding.roleRef })) return false;
      const source = (): string => bindingText(binding, keys);
      for (const rule of rules ?? []) if (!visit({ rule, source })) return false;
    }
    return true;
  };

  return {
    rulesOf,
    visitRules(user, namespace, visit) {
      const keys = userKeys(user);
      if (!visitBindings(clusterBindings.find('', keys), keys, visit) || namespace === '') return;
      visitBindings(bindings.find(namespace, keys), keys, visit);
    },
  };
}

function bindingText({ name, namespace, roleRef, subjects }: Binding, keys: readonly string[]): string {
  const subject = subjects.find((candidate) => keys.includes(subjectKey(candidate, namespace))) as Subject;
  const kind = namespace === '' ? 'ClusterRoleBinding' : 'RoleBinding';
  const full = namespace === '' ? name : `${name}/${namespace}`;
  const role = `${roleRef.kind} ${JSON.stringify(roleRef.name)}`;
  return `${kind} ${JSON.stringify(full)} of ${role} to ${subjectText(subject, namespace)}`;
}

/** The rules of each role, by the rest of its key: `name`, or `namespace/name`. */
class RoleRules {
  private readonly entries = new Map<string, StoredEntry>();
  private readonly decoded = new WeakMap<StoredEntry, readonly PolicyRule[]>();

  constructor(storage: Storage, plural: string) {
    const prefix = `${PREFIX}${plural}/`;
    follow(storage, prefix, (entry, isGone) => {
      const name = entry.key.slice(prefix.length);
      if (isGone) this.entries.delete(name);
      else this.entries.set(name, entry);
    });
  }

  get(name: string): readonly PolicyRule[] | undefined {
    const entry = this.entries.get(name);
    if (entry === undefined) return undefined;
    let rules = this.decoded.get(entry);
    if (rules === undefined) {
      rules = (decodeObject(entry.bytes)['rules'] as PolicyRule[] | null | undefined) ?? [];
      this.decoded.set(entry, rules);
    }
    return rules;
  }
}

/** Bindings by namespace and subject. */
class BindingIndex {
  private readonly byKey = new Map<string, Binding>();
  private readonly bySubject = new Map<string, Set<Binding>>();

  constructor(storage: Storage, plural: string) {
    follow(storage, `${PREFIX}${plural}/`, (entry, isGone) => {
      this.remove(entry.key);
      if (!isGone) this.add(entry);
    });
  }

  /** The bindings of a namespace that name one of these subjects, each once. */
  find(namespace: string, keys: readonly string[]): Set<Binding> {
    const found = new Set<Binding>();
    for (const key of keys) {
      for (const binding of this.bySubject.get(`${namespace}/${key}`) ?? []) found.add(binding);
    }
    return found;
  }

  private add(entry: StoredEntry): void {
    const { metadata, ...rest } = decodeObject(entry.bytes);
    const { roleRef, subjects } = rest as unknown as { roleRef: RoleRef; subjects?: Subject[] | null };
    const { name = '', namespace = '' } = metadata;
    const binding: Binding = { name, namespace, roleRef, subjects: subjects ?? [] };
    this.byKey.set(entry.key, binding);
    for (const key of subjectsOf(binding)) {
      const same = this.bySubject.get(key);
      if (same === undefined) this.bySubject.set(key, new Set([binding]));
      else same.add(binding);
    }
  }

  private remove(key: string): void {
    const binding = this.byKey.get(key);
    if (binding === undefined) return;
    this.byKey.delete(key);
    for (const subject of subjectsOf(binding)) {
      const same = this.bySubject.get(subject);
      same?.delete(binding);
      if (same?.size === 0) this.bySubject.delete(subject);
    }
  }
}

function subjectsOf({ namespace, subjects }: Binding): Set<string> {
  return new Set(
    subjects.flatMap((subject) => {
      const key = subjectKey(subject, namespace);
      return key === '' ? [] : [`${namespace}/${key}`];
    }),
  );
}

/** Tells of every entry under a prefix, those there are and those to come. */
function follow(storage: Storage, prefix: string, tell: (entry: StoredEntry, isGone: boolean) => void): void {
  const { entries, revision } = storage.list(prefix);
  for (const entry of entries) tell(entry, false);
  storage.watch(prefix, revision, { onEvent: ({ type, entry }) => tell(entry, type === 'delete') });
}
