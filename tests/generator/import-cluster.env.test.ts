import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Transport } from '@kubewright/api';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { createHttpTransport, loadKubeconfig } from '@kubewright/client';
import { importTypes, readClusterKinds, readKinds } from '@kubewright/generator';
import type { ImportedKind } from '@kubewright/generator';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const file = fileURLToPath(
  new URL('../../packages/generator/src/import/testdata/constructs/crd.yaml', import.meta.url),
);

describe('kinds of a cluster', () => {
  let env: TestEnvironment;
  let transport: Transport;
  let ofFile: ImportedKind[];
  beforeAll(async () => {
    env = await startTestEnvironment();
    transport = createHttpTransport(await loadKubeconfig({ path: await env.kubeconfigFile() }));
    ofFile = readKinds(await readFile(file, 'utf8'), file);
    const { spec, metadata } = ofFile[0]!.definition!.crd;
    await env.client.create(CustomResourceDefinition({ metadata: { ...metadata }, spec }));
  });
  afterAll(async () => {
    await transport.close();
    await env.stop();
  });

  it('give the types that their definitions give', async () => {
    const kinds = await readClusterKinds({ transport, groups: ['shop.example.com'] });
    expect(importTypes({ kinds })).toEqual(importTypes({ kinds: ofFile }));
    expect(await readClusterKinds({ transport })).toMatchObject([{ kind: 'Gadget' }]);
  });

  it('are read from OpenAPI where no definition has them', async () => {
    const kinds = await readClusterKinds({ transport, groups: ['coordination.k8s.io'] });
    expect(kinds.map(({ kind, plural, namespaced }) => ({ kind, plural, namespaced }))).toContainEqual({
      kind: 'Lease',
      plural: 'leases',
      namespaced: true,
    });
    const [first] = importTypes({ kinds });
    expect(first?.path).toBe('coordination.k8s.io/v1.ts');
    expect(first?.text).toContain("import type { LeaseSpec } from 'kubewright/coordination/v1';");
  });

  it('have the fields of their definitions in OpenAPI, too', async () => {
    const document = await env.eventually(async () => {
      const { status, body } = await transport.request({
        method: 'GET',
        path: '/openapi/v3/apis/shop.example.com/v1alpha1',
        headers: { accept: 'application/json' },
      });
      const text = new TextDecoder().decode(await body.bytes());
      expect(status).toBe(200);
      expect(text).toContain('Gadget is a thing of the shop.');
      return text;
    });
    const [fromDocument] = importTypes({ kinds: readKinds(document, 'openapi') });
    const [fromDefinition] = importTypes({ kinds: ofFile });
    expect(fromDocument?.path).toBe(fromDefinition?.path);
    expect(declarationOf('GadgetSpec', fromDocument?.text)).toEqual(
      declarationOf('GadgetSpec', fromDefinition?.text).map((line) =>
        // The server tells of the fields that every object has.
        line.replace('embedded?: RawExtension', 'embedded?: GadgetSpecEmbedded'),
      ),
    );
  });
});

/** The fields of an interface with their types, in the order of the alphabet. */
function declarationOf(name: string, text = ''): string[] {
  const body = text.split(`export interface ${name} {\n`)[1]?.split('\n}\n')[0] ?? '';
  const fields = body.split('\n').filter((line) => /^ {2}(?!\/\/|\/\*| \*)/.test(line));
  return fields.sort();
}
