import { endOfJsonValue, scanJsonObject, skipJsonSpace } from '@kubewright/api';

/** The fields of a JSON object, each value as the bytes it is written in. Throws a SyntaxError for anything else. */
export function fieldsOf(json: Uint8Array): Map<string, Uint8Array> {
  const fields = new Map<string, Uint8Array>();
  const end = scanJsonObject(json, skipJsonSpace(json, 0), (name, start) => {
    const valueEnd = endOfJsonValue(json, start);
    fields.set(name, json.subarray(start, valueEnd));
    return valueEnd;
  });
  const rest = skipJsonSpace(json, end);
  if (rest < json.length) throw new SyntaxError(`malformed JSON at byte ${rest}`);
  return fields;
}
