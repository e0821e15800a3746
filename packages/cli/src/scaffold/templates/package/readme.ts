import type { ProjectConfig } from '../../model.js';
import { APACHE_NOTICE, copyrightLine } from '../sources/license-header.js';

export function readme(config: ProjectConfig, year: number): string {
  const { projectName, plugins } = config;
  const license = {
    apache2: `\n## License\n\n${copyrightLine(config, year)}\n\n${APACHE_NOTICE.join('\n')}\n`,
    copyright: `\n## License\n\n${copyrightLine(config, year)}\n`,
    none: '',
  }[plugins.license];
  const certificates =
    plugins.certificates === 'operator'
      ? ''
      : '- [cert-manager](https://cert-manager.io) on the cluster, if the project has webhooks\n';
  return `# ${projectName}

TODO(user): say in a sentence or two what it is for.

## Description

TODO(user): say in a paragraph what it does, and how one uses it.

## Getting started

Needed: Node 20.19 or newer. Everything below is also a \`make\` target (\`make help\`).

\`\`\`sh
npm install
npm run dev        # a control plane inside of Node, with the operator and the samples on it
npm test           # the tests, on the embedded control plane, too
\`\`\`

| what                                                             | where                |
| ---------------------------------------------------------------- | -------------------- |
| types of the API; \`npm run generate\` makes CRDs and roles of them | \`src/api\`            |
| what becomes of the objects                                      | \`src/controllers\`    |
| defaults, validation and conversion                              | \`src/webhooks\`       |
| the program                                                      | \`src/main.ts\`        |
| what is deployed                                                 | \`config/default\`     |
| objects to try it with                                           | \`config/samples\`     |

More kinds, controllers and webhooks:

\`\`\`sh
npx kubewright create api --group <group> --version v1 --kind <Kind>
npx kubewright create webhook --group <group> --version v1 --kind <Kind> --defaulting --programmatic-validation
\`\`\`

### To deploy on a cluster

Needed:

- a cluster, and a kubeconfig whose current context names it
- a registry that the cluster can pull from
${certificates}
\`\`\`sh
make docker-build docker-push IMG=<some-registry>/${projectName}:tag
make deploy IMG=<some-registry>/${projectName}:tag
kubectl apply -k config/samples
\`\`\`

Without docker, podman or buildah: \`npx kubewright build --image <some-registry>/${projectName}:tag --push\`.

> If you are refused permissions that the operator needs, you may need to be an administrator of the cluster to deploy it.

### To take it away

\`\`\`sh
kubectl delete -k config/samples
make undeploy
\`\`\`

### To run it on this machine, against a cluster

\`\`\`sh
make install run
\`\`\`

## Distribution

\`make build-installer IMG=<some-registry>/${projectName}:tag\` writes \`dist/install.yaml\`, with everything that is deployed:

\`\`\`sh
kubectl apply -f https://raw.githubusercontent.com/<org>/${projectName}/<tag or branch>/dist/install.yaml
\`\`\`

## Contributing

TODO(user): say how you would like others to contribute.
${license}`;
}
