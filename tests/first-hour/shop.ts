import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What the user calls the project and its kind. */
export const PROJECT = {
  init: 'init --domain example.com --project-name shop --certificates operator',
  api: 'create api --group store --version v1 --kind Shop',
  webhook: 'create webhook --group store --version v1 --kind Shop --defaulting --programmatic-validation',
  type: 'src/api/v1/shop.ts',
  controller: 'src/controllers/shop.ts',
  webhooks: 'src/webhooks/v1/shop.ts',
  definition: 'config/crd/bases/store.example.com_shops.yaml',
  sample: 'config/samples/store_v1_shop.yaml',
} as const;

/** Puts texts in place of others, each of which must be there once, as an editor's user would. */
export async function edit(
  folder: string,
  file: string,
  ...changes: ReadonlyArray<readonly [from: string | RegExp, to: string]>
): Promise<void> {
  const where = path.join(folder, file);
  let text = await readFile(where, 'utf8');
  for (const [from, to] of changes) {
    if (text.split(from).length !== 2)
      throw new Error(`${file} does not have "${String(from)}" once:\n${text}`);
    text = text.replace(from, () => to);
  }
  await writeFile(where, text);
}

/** In place of the example field: a number with limits, and an image. */
export const editType = (folder: string): Promise<void> =>
  edit(
    folder,
    PROJECT.type,
    ['CustomResource, int64 }', 'CustomResource, int32, int64 }'],
    [
      /\n {2}\/\*\*\n {3}\* foo is[^}]*foo\?: string;\n/,
      `
  /**
   * Number of pods.
   *
   * @minimum 0
   * @maximum 5
   * @default 1
   */
  size?: int32;
  /**
   * @minLength 1
   * @default "nginx:1.28"
   */
  image?: string;
`,
    ],
  );

/** What the comment in the controller proposes: a Deployment that the object owns, and the rule that allows it. */
export const editController = (folder: string): Promise<void> =>
  edit(
    folder,
    PROJECT.controller,
    [`from 'kubewright';\n`, `from 'kubewright';\nimport { Deployment } from 'kubewright/apps/v1';\n`],
    [
      '\n/** Brings the cluster',
      '// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;update;patch;delete\n\n/** Brings the cluster',
    ],
    ['controllerFor(Shop).reconcile(', 'controllerFor(Shop).owns(Deployment).reconcile('],
    [
      /\n {2}\/\/ TODO\(user\): compare[^\n]*\n[^\n]*\n/,
      `
  const { size = 1, image = 'nginx:1.28' } = shop.spec;
  const labels = { app: shop.metadata.name };
  const deployment = Deployment({
    metadata: { name: shop.metadata.name, labels },
    spec: {
      replicas: size,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'shop', image }] } },
    },
  });
  await client.apply(deployment, { owner: shop });
`,
    ],
  );

/** A default that the schema does not know, and a rule that looks at the object before. */
export const editWebhook = (folder: string): Promise<void> =>
  edit(
    folder,
    PROJECT.webhooks,
    [
      / {4}\/\/ TODO\(user\): fill in[^\n]*\n/,
      `    shop.metadata ??= {};\n    shop.metadata.labels = { ...shop.metadata.labels, defaulted: 'true' };\n`,
    ],
    ['{ log, operation }', '{ fields, log, oldObject, operation }'],
    [
      / {4}\/\/ TODO\(user\): judge it[^\n]*\n[^\n]*\n/,
      `    if (oldObject !== undefined && (shop.spec.size ?? 1) < (oldObject.spec.size ?? 1))
      fields.forbidden('spec.size', 'a shop never shrinks');
`,
    ],
  );
