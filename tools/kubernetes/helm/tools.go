//go:build tools

// Package tools names the program that `npm run kube:build` compiles, so that go.mod and go.sum pin it.
// helm has a module of its own because it links its own versions of the Kubernetes client.
package tools

import _ "helm.sh/helm/v4/cmd/helm"
