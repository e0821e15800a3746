/**
 * The targets of kubebuilder's Makefile (v4), by the commands of this project; what they need of tools is in
 * node_modules. `make help` reads the comments after \`##\`.
 */
export const MAKEFILE = `# Image URL to use all building/pushing image targets
IMG ?= controller:latest

# Which program builds images: docker, podman or buildah. Without any, \`make image\` needs none.
CONTAINER_TOOL ?= docker

KUBEWRIGHT ?= npx --no-install kubewright

.PHONY: all
all: build

##@ General

.PHONY: help
help: ## Display this help.
	@awk 'BEGIN {FS = ":.*##"; printf "\\nUsage:\\n  make \\033[36m<target>\\033[0m\\n"} /^[a-zA-Z_0-9-]+:.*?##/ { printf "  \\033[36m%-16s\\033[0m %s\\n", $$1, $$2 } /^##@/ { printf "\\n\\033[1m%s\\033[0m\\n", substr($$0, 5) } ' $(MAKEFILE_LIST)

##@ Development

node_modules: package.json
	npm install
	@mkdir -p node_modules && touch node_modules

.PHONY: manifests
manifests: node_modules ## Generate CustomResourceDefinitions, roles and webhook configurations.
	$(KUBEWRIGHT) manifests

.PHONY: generate
generate: node_modules ## Generate all that is made from types and markers.
	$(KUBEWRIGHT) generate --samples --json-schema .kubewright/schemas

.PHONY: typecheck
typecheck: node_modules ## Check the types.
	npx --no-install tsc

.PHONY: test
test: manifests typecheck ## Run the tests, on the embedded control plane.
	npx --no-install vitest run

.PHONY: dev
dev: node_modules ## Run the operator on an embedded control plane, and show what converges.
	$(KUBEWRIGHT) dev

##@ Build

.PHONY: build
build: manifests typecheck ## Bundle the operator into one file, dist/bundle/main.js.
	$(KUBEWRIGHT) build

.PHONY: run
run: manifests ## Run the operator on this machine, against the cluster of the current context.
	$(KUBEWRIGHT) run

.PHONY: docker-build
docker-build: ## Build the image IMG from the Dockerfile.
	$(CONTAINER_TOOL) build -t $(IMG) .

.PHONY: docker-push
docker-push: ## Push the image IMG.
	$(CONTAINER_TOOL) push $(IMG)

# Platforms to build for: linux/arm64,linux/amd64 for example; needs buildx, and pushes.
PLATFORMS ?= linux/arm64,linux/amd64
.PHONY: docker-buildx
docker-buildx: ## Build the image IMG for several platforms, and push it.
	$(CONTAINER_TOOL) buildx build --push --platform=$(PLATFORMS) --tag $(IMG) .

.PHONY: image
image: manifests typecheck ## Build the image IMG without docker, into .kubewright/image.
	$(KUBEWRIGHT) build --image $(IMG) --engine none

.PHONY: build-installer
build-installer: manifests ## Write one file with everything that is deployed, dist/install.yaml.
	$(KUBEWRIGHT) build-installer --image $(IMG)

##@ Deployment

.PHONY: install
install: manifests ## Install the CustomResourceDefinitions into the cluster of the current context.
	$(KUBEWRIGHT) install

.PHONY: uninstall
uninstall: manifests ## Uninstall them, and with them all their objects.
	$(KUBEWRIGHT) uninstall

.PHONY: deploy
deploy: manifests ## Deploy the operator, as the image IMG, to the cluster of the current context.
	$(KUBEWRIGHT) deploy --image $(IMG)

.PHONY: undeploy
undeploy: node_modules ## Take it away again.
	$(KUBEWRIGHT) undeploy
`;
