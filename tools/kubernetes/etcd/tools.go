//go:build tools

// Package tools names the program that `npm run kube:build` compiles, so that go.mod and go.sum pin it.
// etcd has a module of its own because Kubernetes links an older etcd client.
package tools

import _ "go.etcd.io/etcd/server/v3"
