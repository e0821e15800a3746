//go:build tools

// Package tools names the programs that `npm run kube:build` compiles, so that go.mod and go.sum pin them.
package tools

import (
	_ "github.com/google/go-containerregistry/cmd/crane"
	_ "github.com/google/go-containerregistry/cmd/registry"
)
