import { validateDns1123Subdomain } from '@kubewright/api';
import { fieldErrorMessage } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import { goQuote } from '../errors/go-text.js';
import { domainPrefixedPath } from '../kinds/shared/rules.js';
import { splitServiceAccountName } from '../tokens/service-account-user.js';
import { accessDeniedError, checkAccess, resourceQuestion } from './authorize.js';
import type { AuthorizationAttributes, Authorizer } from './authorize.js';
import type { UserInfo } from './server-request.js';

/** Whom the headers of a request name, as they name them. */
export interface WantedUser {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** A way to be allowed to act as another. All but `legacy` also ask for the right to the request itself in this mode. */
type Mode = 'associated-node' | 'arbitrary-node' | 'serviceaccount' | 'user-info' | 'legacy';

const MODES: readonly Mode[] = ['associated-node', 'arbitrary-node', 'serviceaccount', 'user-info', 'legacy'];

const AUTHENTICATION = { group: 'authentication.k8s.io', version: 'v1' };
const CORE = { group: '', version: 'v1' };

/** From how many values on the right to all of them is asked for first. */
const MANY = 4;

const REMEMBERED_USERS = 10_000;

/**
 * Who may act as whom (apiserver `endpoints/filters/impersonation`). The modes are tried in order, the one that last
 * allowed this user something first; who is refused by all is told the first refusal. Unlike the real server this
 * remembers no rights: one that is taken away is gone at once.
 */
export class ImpersonationModes {
  private readonly authorizer: Authorizer;
  /** By the name of who asks. */
  private readonly lastMode = new Map<string, Mode>();

  constructor(authorizer: Authorizer) {
    this.authorizer = authorizer;
  }

  /** Whom the request is then made by. Throws 403. */
  async userFor(wanted: WantedUser, request: AuthorizationAttributes): Promise<UserInfo> {
    const requestor = request.user.name;
    const last = this.lastMode.get(requestor);
    const modes = last === undefined ? MODES : [last, ...MODES.filter((mode) => mode !== last)];
    let refusal: unknown;
    for (const mode of modes) {
      if (!applies(mode, wanted, request.user)) continue;
      try {
        const user = await this.userBy(mode, wanted, request);
        this.remember(requestor, mode);
        return user;
      } catch (error) {
        refusal ??= error;
      }
    }
    throw refusal;
  }

  private remember(requestor: string, mode: Mode): void {
    this.lastMode.delete(requestor);
    this.lastMode.set(requestor, mode);
    const [oldest] = this.lastMode.keys();
    if (this.lastMode.size > REMEMBERED_USERS && oldest !== undefined) this.lastMode.delete(oldest);
  }

  private async userBy(mode: Mode, wanted: WantedUser, request: AuthorizationAttributes): Promise<UserInfo> {
    const user = mode === 'associated-node' ? withoutExtraValues(request.user) : request.user;
    if (mode !== 'legacy')
      await checkAccess(this.authorizer, {
        ...request,
        user,
        verb: `impersonate-on:${mode}:${request.verb}`,
      });
    const questions = new Questions(this.authorizer, user, mode);
    await questions.name(wanted.name);
    if (wanted.uid !== '') await questions.ask({ ...AUTHENTICATION, resource: 'uids', name: wanted.uid });
    await questions.groups(wanted.groups);
    await questions.extra(wanted.extra);
    return {
      name: wanted.name,
      groups: effectiveGroups(mode, wanted),
      ...(wanted.uid === '' ? {} : { uid: wanted.uid }),
      ...(Object.keys(wanted.extra).length === 0 ? {} : { extra: wanted.extra }),
    };
  }
}

/** What is asked in one mode about the parts of a wanted user. Each throws 403. */
class Questions {
  private readonly authorizer: Authorizer;
  private readonly mode: Mode;
  private readonly attributes: AuthorizationAttributes;

  constructor(authorizer: Authorizer, user: UserInfo, mode: Mode) {
    this.authorizer = authorizer;
    this.mode = mode;
    this.attributes = resourceQuestion(user, {
      verb: mode === 'legacy' ? 'impersonate' : `impersonate:${mode}`,
      ...(mode === 'legacy' ? CORE : AUTHENTICATION),
    });
  }

  ask(target: Partial<AuthorizationAttributes>): Promise<void> {
    return checkAccess(this.authorizer, { ...this.attributes, ...target });
  }

  async name(userName: string): Promise<void> {
    const account = splitServiceAccountName(userName);
    const node = this.mode === 'legacy' ? undefined : nodeName(userName);
    if (account !== undefined) await this.ask({ resource: 'serviceaccounts', ...account });
    else if (node === undefined) await this.ask({ resource: 'users', name: userName });
    else await this.ask({ resource: 'nodes', name: this.mode === 'associated-node' ? '*' : node });
  }

  async groups(groups: readonly string[]): Promise<void> {
    const target = { resource: 'groups' };
    if (this.mode !== 'legacy') {
      if (groups.includes('')) this.refuse(target, 'impersonating the empty string group is not allowed');
      if (groups.includes('system:masters'))
        this.refuse(
          { ...target, name: 'system:masters' },
          'impersonating the system:masters group is not allowed',
        );
      if (groups.length >= MANY && (await this.isAllowed({ ...target, name: '*' }))) return;
    }
    for (const name of groups) await this.ask({ ...target, name });
  }

  async extra(extra: WantedUser['extra']): Promise<void> {
    const target = { ...AUTHENTICATION, resource: 'userextras' };
    const pairs = Object.entries(extra).flatMap(([key, values]) =>
      values.map((value) => [key, value] as const),
    );
    if (this.mode !== 'legacy') {
      const fault = extraFault(extra);
      if (fault !== undefined) this.refuse(target, fault);
      const isLarge = Object.keys(extra).length >= MANY || pairs.length >= MANY;
      if (isLarge && (await this.isAllowed({ ...target, subresource: '*', name: '*' }))) return;
    }
    for (const [subresource, name] of pairs) await this.ask({ ...target, subresource, name });
  }

  private async isAllowed(target: Partial<AuthorizationAttributes>): Promise<boolean> {
    return (await this.authorizer.authorize({ ...this.attributes, ...target })).allowed;
  }

  private refuse(target: Partial<AuthorizationAttributes>, reason: string): never {
    throw accessDeniedError({ ...this.attributes, ...target }, reason);
  }
}

/** Whether the mode is made for acting as this user at all. */
function applies(mode: Mode, wanted: WantedUser, requestor: UserInfo): boolean {
  const { name, uid, groups, extra } = wanted;
  const isNameAlone = uid === '' && groups.length === 0 && Object.keys(extra).length === 0;
  const node = nodeName(name);
  const isAccount = splitServiceAccountName(name) !== undefined;
  switch (mode) {
    case 'associated-node':
      return isNameAlone && node !== undefined && node === ownNode(requestor);
    case 'arbitrary-node':
      return isNameAlone && node !== undefined;
    case 'serviceaccount':
      return isNameAlone && isAccount;
    case 'user-info':
      return node === undefined && !isAccount;
    case 'legacy':
      return true;
  }
}

const NODE_PREFIX = 'system:node:';

function nodeName(userName: string): string | undefined {
  if (!userName.startsWith(NODE_PREFIX)) return undefined;
  const name = userName.slice(NODE_PREFIX.length);
  return validateDns1123Subdomain(name).length === 0 ? name : undefined;
}

/** The node of the pod to which the token of a service account is bound. */
function ownNode({ name, extra }: UserInfo): string | undefined {
  if (splitServiceAccountName(name) === undefined) return undefined;
  const values = extra?.['authentication.kubernetes.io/node-name'] ?? [];
  return values.length === 1 ? values[0] : undefined;
}

/** As the right to act as one's own node is to be the same on all nodes. */
function withoutExtraValues(user: UserInfo): UserInfo {
  const keys = Object.keys(user.extra ?? {}).sort();
  return { ...user, extra: { 'authentication.kubernetes.io/associated-node-keys': keys } };
}

function effectiveGroups(mode: Mode, { name, groups }: WantedUser): readonly string[] {
  const own = groups.length > 0 ? groups : impliedGroups(mode, name);
  if (name === 'system:anonymous') return withGroup(own, 'system:unauthenticated');
  return own.includes('system:unauthenticated') ? own : withGroup(own, 'system:authenticated');
}

function impliedGroups(mode: Mode, name: string): readonly string[] {
  const account = splitServiceAccountName(name);
  if (account !== undefined) return ['system:serviceaccounts', `system:serviceaccounts:${account.namespace}`];
  return mode !== 'legacy' && nodeName(name) !== undefined ? ['system:nodes'] : [];
}

const withGroup = (groups: readonly string[], group: string): readonly string[] =>
  groups.includes(group) ? groups : [...groups, group];

function extraFault(extra: WantedUser['extra']): string | undefined {
  for (const [key, values] of Object.entries(extra)) {
    if (key === '') return 'impersonating the empty string key in extra is not allowed';
    const errors: FieldError[] = [];
    domainPrefixedPath(errors, 'extra.key', key);
    if (errors.length > 0)
      return `impersonating an invalid key in extra is not allowed: ${aggregateMessage(errors)}`;
    if (key !== key.toLowerCase())
      return `impersonating a non-lowercase key in extra is not allowed: ${goQuote(key)}`;
    if (values.length === 0) return 'impersonating empty values in extra is not allowed';
    if (values.includes('')) return 'impersonating the empty string value in extra is not allowed';
  }
  return undefined;
}

function aggregateMessage(errors: readonly FieldError[]): string {
  const messages = errors.map(fieldErrorMessage);
  return messages.length === 1 ? (messages[0] ?? '') : `[${messages.join(', ')}]`;
}
