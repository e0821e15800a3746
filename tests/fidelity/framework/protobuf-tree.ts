/**
 * A protobuf message without its description: field numbers and values, length-delimited fields as text where they
 * are printable and as messages where they can be read as one. Two answers are compared by it, so it need not be
 * right, only the same for the same bytes.
 */
export function protobufTree(bytes: Uint8Array): unknown {
  const magic = Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'k8s\0';
  return magic ? { magic, message: messageOf(bytes.subarray(4)) ?? hex(bytes) } : hex(bytes);
}

type Tree = Record<string, unknown[]>;

function messageOf(bytes: Uint8Array): Tree | undefined {
  const tree: Tree = {};
  let at = 0;
  const varint = (): bigint | undefined => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) return undefined;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    return undefined;
  };
  while (at < bytes.length) {
    const key = varint();
    if (key === undefined || key >> 3n === 0n || key >> 3n > 10_000n) return undefined;
    const wireType = Number(key & 7n);
    let value: unknown;
    if (wireType === 0) {
      const number = varint();
      if (number === undefined) return undefined;
      value = String(number);
    } else if (wireType === 2) {
      const length = varint();
      if (length === undefined || at + Number(length) > bytes.length) return undefined;
      value = lengthDelimited(bytes.subarray(at, at + Number(length)));
      at += Number(length);
    } else if (wireType === 1 || wireType === 5) {
      const size = wireType === 1 ? 8 : 4;
      if (at + size > bytes.length) return undefined;
      value = hex(bytes.subarray(at, at + size));
      at += size;
    } else {
      return undefined;
    }
    (tree[String(key >> 3n)] ??= []).push(value);
  }
  return tree;
}

function lengthDelimited(bytes: Uint8Array): unknown {
  const text = Buffer.from(bytes).toString('utf8');
  if (/^[\t\n\r\x20-\x7e]*$/.test(text)) return text;
  return messageOf(bytes) ?? hex(bytes);
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
