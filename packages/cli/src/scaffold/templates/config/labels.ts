/** What every object of a project is labelled with, as lines of YAML below `labels:`; as kubebuilder labels them. */
export function labelLines(projectName: string, indent = 4): string {
  const space = ' '.repeat(indent);
  return `${space}app.kubernetes.io/name: ${projectName}\n${space}app.kubernetes.io/managed-by: kustomize`;
}
