// Package v1 has the types of bench/generator/project in Go.
// +kubebuilder:object:generate=true
// +groupName=bench.example.com
package v1
