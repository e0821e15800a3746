// Says what controller-gen makes of markers and comments. Reads {markers: [{target, line}], comments: [text]} and writes
// the same with what came out of it.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	crdmarkers "sigs.k8s.io/controller-tools/pkg/crd/markers"
	"sigs.k8s.io/controller-tools/pkg/loader"
	"sigs.k8s.io/controller-tools/pkg/markers"
	"sigs.k8s.io/controller-tools/pkg/rbac"
	"sigs.k8s.io/controller-tools/pkg/webhook"
)

type markerCase struct {
	Target string         `json:"target"`
	Line   string         `json:"line"`
	Name   string         `json:"name,omitempty"`
	Value  any            `json:"value"`
	Named  map[string]any `json:"named"`
	Error  string         `json:"error,omitempty"`
}

type commentCase struct {
	Comment string   `json:"comment"`
	Text    string   `json:"text"`
	Markers []string `json:"markers"`
}

type document struct {
	Markers  []markerCase  `json:"markers"`
	Comments []commentCase `json:"comments"`
}

var targets = map[string]markers.TargetType{
	"package": markers.DescribesPackage,
	"type":    markers.DescribesType,
	"field":   markers.DescribesField,
}

func main() {
	var doc document
	must(json.NewDecoder(os.Stdin).Decode(&doc))
	registry := &markers.Registry{}
	must(crdmarkers.Register(registry))
	must(registry.Register(rbac.RuleDefinition))
	must(registry.Register(webhook.ConfigDefinition))
	must(registry.Register(webhook.WebhookConfigDefinition))
	for i := range doc.Markers {
		readMarker(registry, &doc.Markers[i])
	}
	readComments(registry, doc.Comments)
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	must(encoder.Encode(doc))
}

func readMarker(registry *markers.Registry, marker *markerCase) {
	defer func() {
		if problem := recover(); problem != nil {
			marker.Error = fmt.Sprint(problem)
		}
	}()
	definition := registry.Lookup(marker.Line, targets[marker.Target])
	if definition == nil {
		return
	}
	marker.Name = definition.Name
	value, err := definition.Parse(marker.Line)
	if err != nil {
		marker.Error = strings.ReplaceAll(err.Error(), "\n", "; ")
		return
	}
	out := reflect.ValueOf(value)
	switch {
	case definition.Empty():
		marker.Value = true
	case out.Kind() != reflect.Struct:
		marker.Value = value
	case definition.AnonymousField() || out.NumField() == 1 && out.Type().Field(0).Name == "Value":
		marker.Value = out.FieldByName("Value").Interface()
	default:
		marker.Named = map[string]any{}
		for argument, field := range definition.FieldNames {
			if found := out.FieldByName(field); !found.IsZero() {
				marker.Named[argument] = found.Interface()
			}
		}
	}
}

// readComments puts each comment before a type of its own, in a package that is then loaded.
func readComments(registry *markers.Registry, cases []commentCase) {
	folder, err := os.MkdirTemp("", "comments")
	must(err)
	defer os.RemoveAll(folder)
	source := &strings.Builder{}
	source.WriteString("package comments\n")
	for i, one := range cases {
		fmt.Fprintf(source, "\n%s\ntype T%d struct{}\n", one.Comment, i)
	}
	must(os.WriteFile(filepath.Join(folder, "go.mod"), []byte("module comments\n\ngo 1.26\n"), 0o600))
	must(os.WriteFile(filepath.Join(folder, "types.go"), []byte(source.String()), 0o600))
	must(os.Chdir(folder))
	roots, err := loader.LoadRoots(".")
	must(err)
	collector := &markers.Collector{Registry: registry}
	must(markers.EachType(collector, roots[0], func(info *markers.TypeInfo) {
		var index int
		_, err := fmt.Sscanf(info.Name, "T%d", &index)
		must(err)
		cases[index].Text = info.Doc
		cases[index].Markers = []string{}
		for name := range info.Markers {
			cases[index].Markers = append(cases[index].Markers, name)
		}
	}))
	for _, root := range roots {
		for _, problem := range root.Errors {
			must(problem)
		}
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
