/** The image that \`kubewright build\` makes without an engine, as a Dockerfile. */
export const DOCKERFILE = `# syntax=docker/dockerfile:1

# Bundles the operator into one file; what it imports comes with it.
ARG NODE_VERSION=22
FROM node:\${NODE_VERSION}-slim AS builder
WORKDIR /workspace
# Packages first: they are installed anew only when these files change.
COPY package.json package-lock.json* ./
RUN npm install --no-audit --no-fund
COPY tsconfig.json ./
COPY src src
# Files that the operator reads while it runs, if it has any.
COPY assets* assets
RUN mkdir -p assets && npx tsc -p . --noEmit && npx kubewright build

# No shell and no package manager: https://github.com/GoogleContainerTools/distroless
FROM gcr.io/distroless/nodejs\${NODE_VERSION}-debian12:nonroot
WORKDIR /app
COPY --from=builder /workspace/dist/bundle/ dist/
COPY --from=builder /workspace/assets/ assets/
ENV NODE_ENV=production
USER 65532:65532
# Writes nothing, so that its root may be read-only. The young generation stays small, which saves memory.
ENTRYPOINT ["/nodejs/bin/node", "--enable-source-maps", "--max-semi-space-size=4", "/app/dist/main.js"]
`;

export const DOCKERIGNORE = `# More info: https://docs.docker.com/build/concepts/context/#dockerignore-files
# Everything is left out but what the Dockerfile copies.
**
!package.json
!package-lock.json
!tsconfig.json
!src
!assets
**/*.test.ts
`;
