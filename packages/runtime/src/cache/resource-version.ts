/**
 * Which of two resourceVersions of one resource is the newer: negative, 0 or positive; undefined where one is not well
 * formed, and nothing can be said. They are whole numbers of any size (apimachinery's
 * pkg/util/resourceversion/resourceversion.go, KEP-5504).
 */
export function compareResourceVersions(a: string, b: string): number | undefined {
  if (!isWellFormed(a) || !isWellFormed(b)) return undefined;
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether `a` is certainly newer than `b`. */
export function isNewer(a: string, b: string): boolean {
  return (compareResourceVersions(a, b) ?? 0) > 0;
}

const ZERO = 0x30;
const NINE = 0x39;

function isWellFormed(version: string): boolean {
  if (version.length === 0 || version.charCodeAt(0) === ZERO) return false;
  for (let index = 0; index < version.length; index += 1) {
    const code = version.charCodeAt(index);
    if (code < ZERO || code > NINE) return false;
  }
  return true;
}
