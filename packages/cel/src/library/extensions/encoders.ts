import type { Library } from '../../library.js';
import { BYTES, STRING } from '../../types.js';
import { CelError } from '../../values.js';
import type { Value } from '../../values.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** With padding or without, line ends ignored, as Go's StdEncoding and then RawStdEncoding read it. */
const decode = (text: string): Value => {
  const significant = text.replace(/[\r\n]/g, '');
  const body = significant.length % 4 === 0 ? significant.replace(/={1,2}$/, '') : significant;
  const bad = /[^A-Za-z0-9+/]/.exec(body);
  if (bad !== null || body.length % 4 === 1) {
    return new CelError(`illegal base64 data at input byte ${bad?.index ?? body.length - 1}`);
  }
  const bytes = new Uint8Array(Math.floor((body.length * 3) / 4));
  let bits = 0;
  let size = 0;
  let at = 0;
  for (const character of body) {
    bits = ((bits << 6) | ALPHABET.indexOf(character)) & 0xffff;
    size += 6;
    if (size < 8) continue;
    size -= 8;
    bytes[at++] = (bits >> size) & 0xff;
  }
  return bytes;
};

const encode = (bytes: Uint8Array): string => {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const [a, b = 0, c = 0] = bytes.subarray(index, index + 3);
    const bits = (a! << 16) | (b << 8) | c;
    const rest = bytes.length - index;
    for (let digit = 0; digit < 4; digit++) {
      text += digit > rest ? '=' : ALPHABET[(bits >> (18 - 6 * digit)) & 63]!;
    }
  }
  return text;
};

/** Base64 (cel-go: ext.Encoders). */
export const ENCODERS_LIBRARY: Library = {
  name: 'cel.lib.ext.encoders',
  functions: [
    {
      name: 'base64.decode',
      overloads: [
        {
          id: 'base64_decode_string',
          args: [STRING],
          result: BYTES,
          implementation: (text) => decode(text as string),
        },
      ],
    },
    {
      name: 'base64.encode',
      overloads: [
        {
          id: 'base64_encode_bytes',
          args: [BYTES],
          result: STRING,
          implementation: (bytes) => encode(bytes as Uint8Array),
        },
      ],
    },
  ],
};
