import {
  createMarkerRegistry,
  createRoles,
  createWebhookConfigurations,
  Diagnostics,
  readProgram,
} from '@kubewright/generator';

/** The roles and webhook configurations of the sources in a folder. */
export async function readPolicies(folder: string) {
  const diagnostics = new Diagnostics();
  const { fileMarkers: markers } = await readProgram({
    folder,
    files: ['**/*.ts'],
    registry: createMarkerRegistry(),
    coreType: () => undefined,
    diagnostics,
  });
  const documents = [
    ...createRoles({ markers, diagnostics }),
    ...(await createWebhookConfigurations({ markers, diagnostics })),
  ];
  return { documents, diagnostics };
}
