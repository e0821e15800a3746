import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { renderKustomization } from '../kustomize/render.js';
import { filesBelow, TestProject } from './test-support/project.js';

/** kubebuilder's testdata/project-v4, which test/testdata/generate.sh there makes. */
const GOLDEN = fileURLToPath(new URL('../../../../../shared/oracles/config-tree-golden', import.meta.url));

/** The commands of that script; external types come from a file of the project. */
const COMMANDS = `
create api --group crew --version v1 --kind Captain --controller=true --resource=true --make=false --controller-name=captain
create api --group crew --version v1 --kind Captain --controller=true --resource=true --make=false --force
create api --group crew --version v1 --kind Captain --controller=true --resource=false --make=false --controller-name=captain-backup
create webhook --group crew --version v1 --kind Captain --defaulting --make=false
create webhook --group crew --version v1 --kind Captain --programmatic-validation --make=false
create api --group crew --version v1 --kind FirstMate --controller=true --resource=true --make=false
create api --group crew --version v2 --kind FirstMate --controller=false --resource=true --make=false
create webhook --group crew --version v1 --kind FirstMate --conversion --make=false --spoke v2
create api --group crew --version v1 --kind Sailor --controller=true --resource=true --make=false
create webhook --group crew --version v1 --kind Sailor --defaulting --defaulting-path=/custom-mutate-sailor --make=false
create webhook --group crew --version v1 --kind Sailor --programmatic-validation --validation-path=/custom-validate-sailor --make=false
create api --group crew --version v1 --kind Admiral --plural=admirales --controller=true --resource=true --namespaced=false --make=false
create webhook --group crew --version v1 --kind Admiral --plural=admirales --defaulting --make=false
create webhook --group crew --version v1 --kind Admiral --plural=admirales --programmatic-validation --validation-path=/custom-validate-admiral --make=false
create api --group cert-manager --version v1 --kind Certificate --controller=true --resource=false --make=false --external-api-path=src/external/cert-manager.io/v1.ts --external-api-domain=io
create webhook --group cert-manager --version v1 --kind Issuer --defaulting --external-api-path=src/external/cert-manager.io/v1.ts --external-api-domain=io --make=false
create webhook --group core --version v1 --kind Pod --defaulting --make=false
create webhook --group apps --version v1 --kind Deployment --defaulting --make=false
create webhook --group apps --version v1 --kind Deployment --programmatic-validation --make=false
create api --group crew --version v1 --kind Navigator --controller=true --resource=true`;

interface Difference {
  /** Which files. */
  readonly file: RegExp;
  /** Which fields of their documents, as `0.spec.foo`. Absent: files that kubebuilder does not have. */
  readonly field?: RegExp;
  readonly reason: string;
}

/** Everything in which a project of ours differs from kubebuilder's, beyond comments and the order of resources. */
const DIFFERENCES: readonly Difference[] = [
  {
    file: /^manifests\//,
    reason: "what bundles are made of, which Operator SDK adds to kubebuilder's projects",
  },
  {
    file: /^scorecard\//,
    reason: "the tests of bundles, which Operator SDK adds to kubebuilder's projects",
  },
  {
    file: /^manager\/manager\.yaml$/,
    field: /^1\.spec\.template\.spec\.containers\.0\.command$/,
    reason: 'our images say themselves what runs; it is no file /manager',
  },
  {
    file: /^rbac\/leader_election_role\.yaml$/,
    field: /^0\.rules\.2\.apiGroups\.1$/,
    reason: 'our runtime writes events of events.k8s.io; kubebuilder grants those of the core group alone',
  },
  {
    file: /^network-policy\/allow-webhook-traffic\.yaml$/,
    field: /^0\.spec\.ingress\.0\.ports\.0\.port$/,
    reason: 'policies are about ports of pods: 9443, where kubebuilder names that of the service',
  },
  {
    file: /^samples\/crew_/,
    field: /^0\.spec$/,
    reason: 'samples have values from the schema; kubebuilder leaves a TODO',
  },
  {
    file: /^crd\/bases\//,
    field: /^0\.metadata\.annotations\./,
    reason: 'each generator names itself',
  },
  {
    file: /^crd\/bases\//,
    field: /\.description$/,
    reason: 'descriptions are doc comments, which the types of both word in their own way',
  },
  {
    file: /^crd\/bases\//,
    field: /\.additionalPrinterColumns$|\.status\.properties\.observedGeneration$|\.foo\.maxLength$/,
    reason: 'our example type shows more markers: columns, the observed generation, a limit',
  },
];

describe.skipIf(!existsSync(GOLDEN))("a project made by the commands of kubebuilder's testdata", () => {
  const project = new TestProject();
  const ours = path.join(project.folder, 'config');
  const golden = path.join(GOLDEN, 'config');

  beforeAll(async () => {
    await project.init('--license', 'apache2', '--owner', 'The Kubernetes authors');
    const lines = COMMANDS.trim().split('\n');
    for (const line of lines.slice(0, -1)) await project.line(line);
    project.install();
    const { code, stderr } = await project.line(lines.at(-1)!);
    expect(stderr).toBe('');
    expect(code).toBe(0);
  }, 60_000);
  afterAll(() => project.remove());

  it('has the same files', () => {
    const others = filesBelow(ours).filter(
      (file) => !DIFFERENCES.some((known) => known.field === undefined && known.file.test(file)),
    );
    expect(others).toEqual(filesBelow(golden));
  });

  it('has the same in them', () => {
    const found: string[] = [];
    for (const file of filesBelow(golden))
      for (const field of differingFields(documents(ours, file), documents(golden, file)))
        if (!DIFFERENCES.some((known) => known.file.test(file) && known.field?.test(field) === true))
          found.push(`${file}: ${field}`);
    expect(found).toEqual([]);
  });

  it('differs only where the table says so', () => {
    const files = filesBelow(ours);
    const unused = DIFFERENCES.filter(
      ({ file, field }) =>
        !files.some(
          (one) =>
            file.test(one) &&
            (field === undefined ||
              differingFields(documents(ours, one), documents(golden, one)).some((differing) =>
                field.test(differing),
              )),
        ),
    );
    expect(unused).toEqual([]);
  });

  it('is described by the same PROJECT file', () => {
    const [mine] = documents(project.folder, 'PROJECT');
    const [theirs] = documents(GOLDEN, 'PROJECT');
    const known = [
      // The layout and its settings are ours; Go alone has a repository.
      /^(cliVersion|layout\.0|plugins|repo)$/,
      // Types are imported from somewhere else.
      /^resources\.\d\.(path|module)$/,
      // Of kubebuilder's --ssa, which has no counterpart: any kind may be applied.
      /^resources\.9\.api\.ssa$/,
    ];
    expect(
      differingFields(mine, theirs).filter((field) => !known.some((pattern) => pattern.test(field))),
    ).toEqual([]);
  });

  it('renders to the same objects', async () => {
    const render = async (folder: string) =>
      (await renderKustomization({ folder: path.join(folder, 'default') })).map(
        ({ kind, metadata }) => `${kind} ${metadata?.namespace ?? ''}/${metadata?.name ?? ''}`,
      );
    expect(await render(ours)).toEqual(await render(golden));
  });

  it('renders references, arguments, volumes and certificates the same', async () => {
    const render = async (folder: string) =>
      (await renderKustomization({ folder: path.join(folder, 'default') })).filter(
        ({ kind }) => kind !== 'CustomResourceDefinition' && kind !== 'Namespace',
      );
    const known = [/\.containers\.0\.command$/, /^\d+\.rules\.2\.apiGroups\.1$/];
    expect(
      differingFields(await render(ours), await render(golden)).filter(
        (field) => !known.some((pattern) => pattern.test(field)),
      ),
    ).toEqual([]);
  });

  it('keeps conversion webhooks in the definitions that it renders', async () => {
    const conversion = async (folder: string) =>
      (await renderKustomization({ folder: path.join(folder, 'default') }))
        .filter(({ kind }) => kind === 'CustomResourceDefinition')
        .map((object) => {
          const { metadata, spec } = object as unknown as {
            metadata: { annotations: Record<string, string> };
            spec: { conversion?: unknown };
          };
          return [spec.conversion, metadata.annotations['cert-manager.io/inject-ca-from']];
        });
    expect(await conversion(ours)).toEqual(await conversion(golden));
  });
});

/** The documents of a file; the order of resources means nothing. */
function documents(folder: string, file: string): unknown[] {
  const text = readFileSync(path.join(folder, file), 'utf8');
  return parseAllDocuments(text)
    .map((document): unknown => document.toJS())
    .filter((value) => value !== null)
    .map((value) => {
      const { resources } = value as { resources?: unknown };
      const names = Array.isArray(resources) && resources.every((name) => typeof name === 'string');
      return names ? { ...(value as object), resources: [...resources].sort() } : value;
    });
}

/** Paths of fields that are not the same; a field that only one has is named itself, not what is below it. */
function differingFields(a: unknown, b: unknown, at: readonly string[] = []): string[] {
  if (isObject(a) && isObject(b) && Array.isArray(a) === Array.isArray(b))
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name) =>
      differingFields(a[name], b[name], [...at, name]),
    );
  return JSON.stringify(a) === JSON.stringify(b) ? [] : [at.join('.')];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
