// Command go-types prints, as JSON, what Go's decoding of the Kubernetes API types knows and OpenAPI does not say:
// which fields are pointers, which are left out when empty, the names of their types, and embedded structs.
package main

import (
	"encoding/json"
	"log"
	"os"
	"reflect"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

type field struct {
	Name    string `json:"name"`
	Pointer bool   `json:"pointer,omitempty"`
	// OmitEmpty: encoding leaves the field out when it is empty.
	OmitEmpty bool `json:"omitEmpty,omitempty"`
	// Type is the Go type, when it has a name of its own and is no struct.
	Type string `json:"type,omitempty"`
	// Embedded are the embedded structs through which Go reaches the field.
	Embedded []string `json:"embedded,omitempty"`
}

// structs holds the fields of each struct, by the name of its schema in OpenAPI.
type structs map[string][]field

func main() {
	extensions := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{apiextensions.AddToScheme, apiregistration.AddToScheme} {
		if err := add(extensions); err != nil {
			log.Fatal(err)
		}
	}
	found := structs{}
	for _, known := range []*runtime.Scheme{scheme.Scheme, extensions} {
		for _, t := range known.AllKnownTypes() {
			found.visit(t)
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(found); err != nil {
		log.Fatal(err)
	}
}

var unmarshaler = reflect.TypeFor[json.Unmarshaler]()

// visit adds a struct and all that it refers to. Types that decode themselves have no fields to tell.
func (s structs) visit(t reflect.Type) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || reflect.PointerTo(t).Implements(unmarshaler) {
		return
	}
	name := schemaName(t)
	if _, known := s[name]; known {
		return
	}
	s[name] = []field{}
	s[name] = s.fields(t, nil)
}

func (s structs) fields(t reflect.Type, embedded []string) []field {
	fields := []field{}
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-" || !f.IsExported():
			continue
		case f.Anonymous && name == "":
			fields = append(fields, s.fields(f.Type, append(embedded[:len(embedded):len(embedded)], f.Name))...)
			continue
		case name == "":
			name = f.Name
		}
		// Go's omitempty has no effect on structs.
		omit := strings.Contains(options, "omitzero") ||
			strings.Contains(options, "omitempty") && f.Type.Kind() != reflect.Struct
		entry := field{Name: name, Pointer: f.Type.Kind() == reflect.Pointer, OmitEmpty: omit, Embedded: embedded}
		value := f.Type
		if entry.Pointer {
			value = value.Elem()
		}
		if hasName(value) {
			entry.Type = value.String()
		}
		fields = append(fields, entry)
		s.visit(f.Type)
	}
	return fields
}

// hasName tells whether the text of the type contains the name of one that is no struct.
func hasName(t reflect.Type) bool {
	switch {
	case t.Kind() == reflect.Struct:
		return false
	case t.PkgPath() != "":
		return true
	case t.Kind() == reflect.Slice:
		return hasName(t.Elem())
	case t.Kind() == reflect.Map:
		return hasName(t.Key()) || hasName(t.Elem())
	}
	return false
}

// schemaName turns k8s.io/api/apps/v1.Deployment into io.k8s.api.apps.v1.Deployment.
func schemaName(t reflect.Type) string {
	host, path, _ := strings.Cut(t.PkgPath(), "/")
	labels := strings.Split(host, ".")
	for i, j := 0, len(labels)-1; i < j; i, j = i+1, j-1 {
		labels[i], labels[j] = labels[j], labels[i]
	}
	return strings.Join(labels, ".") + "." + strings.ReplaceAll(path, "/", ".") + "." + t.Name()
}
