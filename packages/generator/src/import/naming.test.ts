import { describe, expect, it } from 'vitest';
import { kebabCase, pascalCase, propertyName, singular, stringLiteral, typeName } from './naming.js';

describe('names', () => {
  it.each([
    ['solvers', 'solver'],
    ['policies', 'policy'],
    ['addresses', 'address'],
    ['boxes', 'box'],
    ['usages', 'usage'],
    ['status', 'status'],
    ['aliases', 'aliases'],
    ['databases', 'databases'],
    ['analysis', 'analysis'],
    ['series', 'series'],
    ['class', 'class'],
    ['dns', 'dns'],
    ['podIPs', 'podIPs'],
    ['specHttps', 'specHttps'],
    ['ids', 'ids'],
    ['s', 's'],
    ['spec', 'spec'],
  ])('one of the %s is called %s', (plural, one) => {
    expect(singular(plural)).toBe(one);
  });

  it.each([
    ['privateKey', 'PrivateKey'],
    ['private-key', 'PrivateKey'],
    ['$ref', 'Ref'],
    ['größe', 'Größe'],
    ['-', ''],
  ])('of the field %s become %j in the name of a type', (field, name) => {
    expect(pascalCase(field)).toBe(name);
  });

  it.each([
    ['Certificate', 'Certificate'],
    ['any', 'Any'],
    ['my-kind', 'MyKind'],
    ['1st', 'T1st'],
    ['HTTP_Route', 'HTTP_Route'],
  ])('of the kind %s are %s in TypeScript', (kind, name) => {
    expect(typeName(kind)).toBe(name);
  });

  it('of fields are quoted where TypeScript asks for it', () => {
    expect(['a', '$ref', 'a-b', '', '1', "it's", '"'].map(propertyName)).toEqual([
      'a',
      '$ref',
      "'a-b'",
      "''",
      "'1'",
      '"it\'s"',
      "'\"'",
    ]);
  });

  it('and values survive being written as literals', () => {
    for (const text of ['', "'", '"', '\'"', '\\', '\n\r\t\0', '\u2028\u2029', '🙂', '$', '`', '\\u0041'])
      expect((0, eval)(stringLiteral(text))).toBe(text);
  });

  it('of files are those of the kind in lower case with dashes', () => {
    expect(['ClusterIssuer', 'HTTPRoute', 'Pod', 'AWSIAMRole2x'].map(kebabCase)).toEqual([
      'cluster-issuer',
      'http-route',
      'pod',
      'awsiam-role2x',
    ]);
  });
});
