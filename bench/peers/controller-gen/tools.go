//go:build tools

// Package tools names the program that the benchmark of the generator builds, so that go.mod and go.sum pin it.
package tools

import _ "sigs.k8s.io/controller-tools/cmd/controller-gen"
