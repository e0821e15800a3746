/**
 * `PodBuggerTool` as `pod-bugger-tool`, as files are named; a run of capitals is one word: `HTTPRoute` is `http-route`, and
 * digits belong to the word before them.
 */
export function kebabCase(name: string): string {
  return words(name).join('-');
}

/** `captain-backup` as `captainBackup`, `PodSet` as `podSet`. */
export function camelCase(name: string): string {
  const [first = '', ...others] = words(name);
  return first + others.map(capitalize).join('');
}

/** `captain-backup` as `CaptainBackup`. */
export function pascalCase(name: string): string {
  return words(name).map(capitalize).join('');
}

function words(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
