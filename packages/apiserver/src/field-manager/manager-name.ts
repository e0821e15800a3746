const MAX_NAME_BYTES = 128;

/**
 * Who writes: the `fieldManager` of the query, or what the User-Agent begins with, without what cannot be printed
 * (apiserver `endpoints/handlers/create.go`, managerOrUserAgent).
 */
export function managerName(fieldManager: string, userAgent = ''): string {
  if (fieldManager !== '') return fieldManager;
  const product = userAgent.split('/', 1)[0] as string;
  if (PLAIN.test(product)) return product.slice(0, MAX_NAME_BYTES);
  let name = '';
  let size = 0;
  for (const character of product) {
    if (!PRINTABLE.test(character)) continue;
    size += Buffer.byteLength(character);
    if (size > MAX_NAME_BYTES) break;
    name += character;
  }
  return name;
}

const PLAIN = /^[ -~]*$/;
const PRINTABLE = /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;
