import { describe, expect, it } from 'vitest';
import { fieldErrorCause } from '../errors/field-error.js';
import type { Authorizer } from '../pipeline/authorize.js';
import { compileMatchConditions, matchConditionError } from './match-conditions.js';

// The messages of the causes that kube-apiserver 1.36.1 gives when a webhook configuration is written.
const written: ReadonlyArray<[expression: string, message: string | undefined]> = [
  ["object.metadata.name == 'a'", undefined],
  ['object.x', 'Invalid value: "object.x": must evaluate to bool but got dyn'],
  ["'a'", 'Invalid value: "\'a\'": must evaluate to bool but got string'],
  [
    'request.foo == 1',
    'Invalid value: "request.foo == 1": compilation failed: ERROR: <input>:1:8: undefined field \'foo\'\n | request.foo == 1\n | .......^',
  ],
  ["request.operation == 'CREATE' && request.userInfo.groups.exists(g, g == 'x')", undefined],
  [
    'self.a',
    "Invalid value: \"self.a\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'self' (in container '')\n | self.a\n | ^",
  ],
  [
    'object.a +',
    "Invalid value: \"object.a +\": compilation failed: ERROR: <input>:1:11: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | object.a +\n | ..........^",
  ],
  [
    "authorizer.group('').resource('pods').check('get')",
    "Invalid value: \"authorizer.group('').resource('pods').check('get')\": must evaluate to bool but got kubernetes.authorization.Decision",
  ],
  ["authorizer.requestResource.check('get').allowed()", undefined],
  ["namespaceObject.metadata.name == 'x'", undefined],
  [
    'variables.x == 1',
    "Invalid value: \"variables.x == 1\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'variables' (in container '')\n | variables.x == 1\n | ^",
  ],
  [
    'params == null',
    "Invalid value: \"params == null\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'params' (in container '')\n | params == null\n | ^",
  ],
  [
    'request.kind.group == 1',
    "Invalid value: \"request.kind.group == 1\": compilation failed: ERROR: <input>:1:20: found no matching overload for '_==_' applied to '(string, int)'\n | request.kind.group == 1\n | ...................^",
  ],
  [
    'request.object == null',
    'Invalid value: "request.object == null": compilation failed: ERROR: <input>:1:8: undefined field \'object\'\n | request.object == null\n | .......^',
  ],
  [
    "object.a.matches('[')",
    "Invalid value: \"object.a.matches('[')\": compilation failed: ERROR: <input>:1:18: invalid matches argument\n | object.a.matches('[')\n | .................^",
  ],
  [
    "int('x') == 1",
    "Internal error: program instantiation failed: type conversion error from 'string' to 'int'",
  ],
];

const asked: unknown[] = [];
const authorizer: Authorizer = {
  authorize: (attributes) => {
    asked.push(attributes);
    return { allowed: attributes.user.name === 'admin', reason: 'because' };
  },
};

const evaluate = (...expressions: string[]) =>
  compileMatchConditions(authorizer)(
    expressions.map((expression, i) => ({ name: `c${i}`, expression })),
  ).evaluate({
    object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'n1' }, data: { x: 'y' } },
    oldObject: undefined,
    request: {
      kind: { group: '', version: 'v1', kind: 'ConfigMap' },
      resource: { group: '', version: 'v1', resource: 'configmaps' },
      requestResource: { group: '', version: 'v1', resource: 'configmaps' },
      name: 'n1',
      namespace: 'default',
      operation: 'CREATE',
      userInfo: { username: 'admin', groups: ['system:masters'] },
      dryRun: false,
      options: { kind: 'CreateOptions' },
    },
  });

describe('match conditions', () => {
  it.each(written)('are judged when a configuration is written: %s', (expression, message) => {
    const error = matchConditionError('e', expression);
    expect(error && fieldErrorCause(error).message).toBe(message);
  });

  it.each([
    "object.data.x == 'y'",
    'oldObject == null',
    'namespaceObject == null',
    '!has(object.foo)',
    "request.operation == 'CREATE' && request.kind.kind == 'ConfigMap' && !request.dryRun",
    "request.options.kind == 'CreateOptions'",
    '!has(request.subResource)',
    "object.metadata.?labels.a.orValue('none') == 'none'",
    "authorizer.requestResource.check('create').allowed()",
    "authorizer.path('/healthz').check('get').reason() == 'because'",
    "!authorizer.serviceAccount('default', 'x').group('').resource('pods').check('get').allowed()",
  ])('see the request: %s', (expression) => {
    expect(evaluate(expression)).toEqual({ matches: true, errors: [] });
  });

  it('ask about what the request is for', () => {
    asked.length = 0;
    void evaluate("authorizer.requestResource.subresource('status').check('get').allowed()");
    expect(asked).toMatchObject([
      { verb: 'get', resource: 'configmaps', subresource: 'status', namespace: 'default', name: 'n1' },
    ]);
  });

  it.each([
    ['object.data.zz.a == 1', 'no such key: zz'],
    ["request.subResource == ''", 'no such key: subResource'],
    ["authorizer.group('').resource('').check('x').allowed()", 'resource must not be empty'],
  ])('tell what went wrong: %s', (expression, message) => {
    const errors = [`expression '${expression}' resulted in error: ${message}`];
    expect(evaluate(expression, 'true')).toEqual({ matches: true, errors });
  });

  it('do not match when one is false, whatever became of the others', () => {
    expect(evaluate('object.zz == 1', 'false')).toMatchObject({ matches: false });
  });

  it('cost no more than one call may', async () => {
    const check = "authorizer.requestResource.check('get').allowed()";
    const { errors } = await evaluate(`${check} && ${check} && ${check}`);
    expect(errors[0]).toMatch(/resulted in error: operation cancelled: actual cost limit exceeded$/);
  });
});
