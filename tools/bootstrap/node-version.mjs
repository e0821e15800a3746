const MINIMUM = [20, 19];

/** What is wrong with this version of Node, as one sentence, or undefined. */
export function unsupportedNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1])) return undefined;
  return `kubewright needs Node ${MINIMUM.join('.')} or newer; this is Node ${version} (${process.execPath})`;
}
