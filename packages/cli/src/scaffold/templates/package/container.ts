import { APP_FOLDER, NODE_OPTIONS, USER } from '../../../build/image-content.js';
import type { FrameworkSource } from './framework-source.js';

/** The image that `kubewright build` makes without an engine, as a Dockerfile. */
export function dockerfile({ type }: FrameworkSource): string {
  const entrypoint = ['/nodejs/bin/node', ...NODE_OPTIONS, `${APP_FOLDER}/dist/main.js`];
  return `# Build one file of the operator and all that it imports
# Another registry for the bases: --build-arg NODE_IMAGE=registry.example.com/node:24-slim
ARG NODE_IMAGE=docker.io/library/node:24-slim
ARG BASE_IMAGE=gcr.io/distroless/nodejs24-debian13:nonroot
FROM \${NODE_IMAGE} AS builder
WORKDIR /workspace
${type === 'checkout' ? LINKED_PACKAGES : ''}# The packages first, so that a change of the sources does not install them anew
COPY package*.json ./
RUN if [ -f package-lock.json ]; then npm ci; else npm install; fi

# The sources (.dockerignore leaves out the rest), and assets that the operator reads while it runs
COPY . .
RUN mkdir -p assets && npx --no-install tsc && npx --no-install kubewright build

# No shell and no package manager: https://github.com/GoogleContainerTools/distroless
FROM \${BASE_IMAGE}
WORKDIR ${APP_FOLDER}
COPY --from=builder /workspace/dist/bundle dist
COPY --from=builder /workspace/assets assets
ENV NODE_ENV=production
USER ${USER}

# It writes nothing, so that its root may be read-only. A small young generation saves memory.
ENTRYPOINT [${entrypoint.map((word) => JSON.stringify(word)).join(', ')}]
`;
}

/** A build context cannot reach what lies outside of the project. */
const LINKED_PACKAGES = `# kubewright is linked from a checkout here (file: in package.json), which an image's build cannot see: until it comes
# from a registry, \`make image\` makes the image without docker.
`;

export const DOCKERIGNORE = `# More info: https://docs.docker.com/build/concepts/context/#dockerignore-files
# Ignore everything by default and re-include only needed files
**

!package.json
!package-lock.json
!tsconfig.json
!vitest.config.ts
!src
!assets
**/*.test.ts
`;
