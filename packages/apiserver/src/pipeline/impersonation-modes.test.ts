import { describe, expect, it } from 'vitest';
import { StatusError } from '../errors/status-error.js';
import type { AuthorizationAttributes } from './authorize.js';
import { ImpersonationModes } from './impersonation-modes.js';
import type { WantedUser } from './impersonation-modes.js';
import type { UserInfo } from './server-request.js';

/** Modes of a server that allows what is listed: `verb [namespace/]resource[/subresource] [name]`, where a name may be `*`. */
function modesThatAllow(...allowed: string[]): {
  as: (wanted: Partial<WantedUser>, user?: Partial<UserInfo>) => Promise<UserInfo>;
  asked: string[];
  allow: (right: string) => void;
} {
  const asked: string[] = [];
  const rights = new Set(allowed);
  const modes = new ImpersonationModes({
    authorize(attributes) {
      const question = textOf(attributes);
      asked.push(question);
      return { allowed: rights.has(question) };
    },
  });
  return {
    asked,
    allow: (right) => rights.add(right),
    as: (wanted, user) =>
      modes.userFor(
        { name: 'ann', uid: '', groups: [], extra: {}, ...wanted },
        request({ ...JANE, ...user }),
      ),
  };
}

const JANE: UserInfo = { name: 'jane', groups: ['developers'] };

const textOf = ({ verb, namespace, resource, subresource, name }: AuthorizationAttributes): string =>
  [verb, [namespace, resource, subresource].filter((part) => part !== '').join('/'), name].join(' ').trim();

const request = (user: UserInfo): AuthorizationAttributes => ({
  user,
  verb: 'get',
  isResource: true,
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: '',
  namespace: 'default',
  name: 'p',
  path: '/api/v1/namespaces/default/pods/p',
});

async function refusal(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StatusError);
  return (error as StatusError).message;
}

describe('a user', () => {
  it('is acted as by who may do so, and may do this while doing so', async () => {
    const { as } = modesThatAllow(
      'impersonate-on:user-info:get default/pods p',
      'impersonate:user-info users ann',
    );
    expect(await as({})).toEqual({ name: 'ann', groups: ['system:authenticated'] });
  });

  it('is acted as by who may do so for everything, as of old', async () => {
    const { as } = modesThatAllow('impersonate users ann', 'impersonate groups g');
    expect((await as({ groups: ['g'] })).groups).toEqual(['g', 'system:authenticated']);
  });

  it('is refused with the first refusal of all', async () => {
    const { as } = modesThatAllow();
    expect(await refusal(as({}))).toBe(
      'pods "p" is forbidden: User "jane" cannot impersonate-on:user-info:get resource "pods" in API group "" in the namespace "default"',
    );
  });

  it('is first asked for in the way that last succeeded', async () => {
    const { as, asked } = modesThatAllow('impersonate users ann');
    await as({});
    asked.length = 0;
    await as({});
    expect(asked).toEqual(['impersonate users ann']);
    expect(await refusal(as({ name: 'bob' }))).toBe(
      'users "bob" is forbidden: User "jane" cannot impersonate resource "users" in API group "" at the cluster scope',
    );
  });

  it('is not in system:masters by a right to all groups', async () => {
    const { as } = modesThatAllow(
      'impersonate-on:user-info:get default/pods p',
      'impersonate:user-info users ann',
    );
    expect(await refusal(as({ groups: ['system:masters'] }))).toContain(
      ': impersonating the system:masters group is not allowed',
    );
  });

  it('gets many groups or values by one right to all of them', async () => {
    const { as } = modesThatAllow(
      'impersonate-on:user-info:get default/pods p',
      'impersonate:user-info users ann',
      'impersonate:user-info groups *',
      'impersonate:user-info userextras/* *',
    );
    const extra = { 'acme.com/scopes': ['a', 'b', 'c', 'd'] };
    expect((await as({ groups: ['a', 'b', 'c', 'd'], extra })).extra).toEqual(extra);
    expect(await refusal(as({ groups: ['a'] }))).toContain('groups.authentication.k8s.io "a" is forbidden');
  });

  it.each<[WantedUser['extra'], string]>([
    [{ '': ['x'] }, 'impersonating the empty string key in extra is not allowed'],
    [{ scopes: ['x'] }, 'impersonating an invalid key in extra is not allowed: extra.key: Invalid value'],
    [{ 'a.com/b': [] }, 'impersonating empty values in extra is not allowed'],
    [{ 'a.com/b': [''] }, 'impersonating the empty string value in extra is not allowed'],
  ])('has no extra %j', async (extra, text) => {
    const { as } = modesThatAllow(
      'impersonate-on:user-info:get default/pods p',
      'impersonate:user-info users ann',
    );
    expect(await refusal(as({ extra }))).toContain(text);
  });
});

describe('a service account and a node', () => {
  it('are acted as by rights of their own, and have their groups', async () => {
    const { as } = modesThatAllow(
      'impersonate-on:serviceaccount:get default/pods p',
      'impersonate:serviceaccount shop/serviceaccounts till',
      'impersonate-on:arbitrary-node:get default/pods p',
      'impersonate:arbitrary-node nodes n1',
    );
    expect((await as({ name: 'system:serviceaccount:shop:till' })).groups).toEqual([
      'system:serviceaccounts',
      'system:serviceaccounts:shop',
      'system:authenticated',
    ]);
    expect((await as({ name: 'system:node:n1' })).groups).toEqual(['system:nodes', 'system:authenticated']);
  });

  it('are not acted as by a right to users', async () => {
    const { as } = modesThatAllow(
      'impersonate-on:user-info:get default/pods p',
      'impersonate:user-info users system:node:n1',
    );
    expect(await refusal(as({ name: 'system:node:n1' }))).toContain('impersonate-on:arbitrary-node:get');
  });

  it('meet in the right of an account to act as the node that it runs on, whichever that is', async () => {
    const { as } = modesThatAllow(
      'impersonate-on:associated-node:get default/pods p',
      'impersonate:associated-node nodes *',
    );
    const agent = {
      name: 'system:serviceaccount:kube-system:agent',
      extra: { 'authentication.kubernetes.io/node-name': ['n1'] },
    };
    expect((await as({ name: 'system:node:n1' }, agent)).name).toBe('system:node:n1');
    expect(await refusal(as({ name: 'system:node:n2' }, agent))).toContain('cannot impersonate-on:');
  });
});
