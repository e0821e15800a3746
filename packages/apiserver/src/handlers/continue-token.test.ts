import { describe, expect, it } from 'vitest';
import { decodeContinueToken, encodeContinueToken } from './continue-token.js';

const token = (json: string): string => Buffer.from(json).toString('base64url');
const VERSION = '"v":"meta.k8s.io/v1"';

describe('a continue token', () => {
  it('comes back as it was', () => {
    const place = { after: 'default/a', revision: 7 };
    expect(decodeContinueToken(encodeContinueToken(place))).toEqual(place);
  });

  // What a kube-apiserver 1.36.1 says.
  it.each([
    ['x', 'illegal base64 data at input byte 0'],
    ['a b', 'illegal base64 data at input byte 1'],
    ['abc', "invalid character 'i' looking for beginning of value"],
    [token('foo'), "invalid character 'o' in literal false (expecting 'a')"],
    [token('[]'), 'json: cannot unmarshal array into Go value of type storage.continueToken'],
    [token('{"v":1}'), 'json: cannot unmarshal number into Go struct field continueToken.v of type string'],
    [
      token(`{${VERSION},"rv":"a"}`),
      'json: cannot unmarshal string into Go struct field continueToken.rv of type int64',
    ],
    [token('{}'), 'server does not recognize this encoded version '],
    [token('{"v":"v9"}'), 'server does not recognize this encoded version v9'],
    [token(`{${VERSION}}`), 'incorrect encoded start resourceVersion (version meta.k8s.io/v1)'],
    [token(`{${VERSION},"rv":5}`), 'encoded start key empty (version meta.k8s.io/v1)'],
    [token(`{${VERSION},"rv":5,"start":"../x"}`), '../x'],
  ])('%s is refused', (text, fault) => {
    expect(() => decodeContinueToken(text)).toThrow(
      `invalid continue token: continue key is not valid: ${fault}`,
    );
  });
});
