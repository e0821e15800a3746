/** What is wrong with a name that is used as one segment of a path (apimachinery `api/validate/content/path.go`). */
export function pathSegmentFaults(name: string): string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  return ['/', '%'].filter((text) => name.includes(text)).map((text) => `may not contain '${text}'`);
}
