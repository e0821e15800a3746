// Command core-types prints, as JSON, the Go types of Kubernetes' API with their comments, field by field: what
// controller-gen reads of them when a type of the user's refers to one. Standard input names the packages, one
// `import/path folder` a line, as `go list` prints them.
package main

import (
	"bufio"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"log"
	"os"
	"reflect"
	"strconv"
	"strings"
)

type declaration struct {
	Doc     string   `json:"doc,omitempty"`
	Markers []string `json:"markers,omitempty"`
	// Type is the Go type in Go's notation, packages by their import paths; absent for structs.
	Type   string  `json:"type,omitempty"`
	Fields []field `json:"fields,omitempty"`
}

type field struct {
	// Name in JSON; absent for inline fields.
	Name     string   `json:"name,omitempty"`
	Optional bool     `json:"optional,omitempty"`
	Doc      string   `json:"doc,omitempty"`
	Markers  []string `json:"markers,omitempty"`
	Type     string   `json:"type"`
}

func main() {
	packages := map[string]map[string]declaration{}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		importPath, folder, found := strings.Cut(lines.Text(), " ")
		if !found {
			log.Fatalf("no folder in %q", lines.Text())
		}
		packages[importPath] = declarationsOf(importPath, folder)
	}
	if err := json.NewEncoder(os.Stdout).Encode(packages); err != nil {
		log.Fatal(err)
	}
}

func declarationsOf(importPath, folder string) map[string]declaration {
	isSource := func(info fs.FileInfo) bool {
		return !strings.HasSuffix(info.Name(), "_test.go") && !strings.HasPrefix(info.Name(), "zz_generated")
	}
	files := token.NewFileSet()
	parsed, err := parser.ParseDir(files, folder, isSource, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		log.Fatal(err)
	}
	declarations := map[string]declaration{}
	for _, pkg := range parsed {
		for _, file := range pkg.Files {
			reader := reader{importPath, importsOf(file), commentsBefore(files, file)}
			for _, decl := range file.Decls {
				if general, ok := decl.(*ast.GenDecl); ok && general.Tok == token.TYPE {
					reader.addTypes(general, declarations)
				}
			}
		}
	}
	return declarations
}

// reader turns the types of one file.
type reader struct {
	importPath string
	imports    map[string]string
	// before finds the closest comment that is no documentation.
	before func(node ast.Node, doc *ast.CommentGroup, after token.Pos) *ast.CommentGroup
}

func (r reader) addTypes(decl *ast.GenDecl, declarations map[string]declaration) {
	for _, spec := range decl.Specs {
		spec := spec.(*ast.TypeSpec)
		if !spec.Name.IsExported() || spec.TypeParams != nil {
			continue
		}
		doc := spec.Doc
		var node ast.Node = spec
		if doc == nil && decl.Lparen == token.NoPos {
			doc, node = decl.Doc, decl
		}
		found := declaration{Doc: textOf(doc), Markers: markersOf(r.before(node, doc, token.NoPos), doc)}
		if fields, isStruct := spec.Type.(*ast.StructType); isStruct {
			found.Fields = r.fieldsOf(fields)
		} else if found.Type = r.typeOf(spec.Type); found.Type == "" {
			continue
		}
		declarations[spec.Name.Name] = found
	}
}

func (r reader) fieldsOf(fields *ast.StructType) []field {
	found := []field{}
	previous := fields.Fields.Opening
	for _, f := range fields.Fields.List {
		after := previous
		previous = f.End()
		if f.Tag == nil {
			continue
		}
		tag, err := strconv.Unquote(f.Tag.Value)
		if err != nil {
			log.Fatal(err)
		}
		name, options, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
		if name == "-" {
			continue
		}
		typeName := r.typeOf(f.Type)
		if typeName == "" || name == "" && !strings.Contains(options, "inline") && len(f.Names) > 0 {
			continue
		}
		found = append(found, field{
			Name:     name,
			Optional: strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero"),
			Doc:      textOf(f.Doc),
			Markers:  markersOf(r.before(f, f.Doc, after), f.Doc),
			Type:     typeName,
		})
	}
	return found
}

// typeOf is empty for what JSON cannot say: functions, channels, interfaces.
func (r reader) typeOf(expression ast.Expr) string {
	switch e := expression.(type) {
	case *ast.Ident:
		if types[e.Name] {
			return e.Name
		}
		return r.importPath + "#" + e.Name
	case *ast.SelectorExpr:
		return r.imports[e.X.(*ast.Ident).Name] + "#" + e.Sel.Name
	case *ast.StarExpr:
		return prefixed("*", r.typeOf(e.X))
	case *ast.ArrayType:
		return prefixed("[]", r.typeOf(e.Elt))
	case *ast.MapType:
		return prefixed("map["+r.typeOf(e.Key)+"]", r.typeOf(e.Value))
	}
	return ""
}

func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + text
}

var types = map[string]bool{
	"bool": true, "string": true, "int": true, "int32": true, "int64": true, "float32": true, "float64": true,
	"byte": true, "uint8": true, "uint32": true, "uint64": true, "int8": true, "int16": true, "uint16": true, "uint": true,
}

func importsOf(file *ast.File) map[string]string {
	imports := map[string]string{}
	for _, spec := range file.Imports {
		importPath, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			log.Fatal(err)
		}
		name := importPath[strings.LastIndex(importPath, "/")+1:]
		if spec.Name != nil {
			name = spec.Name.Name
		}
		imports[name] = importPath
	}
	return imports
}

// commentsBefore finds, for a node, the last comment before it that is no documentation of its own and begins after the
// node before: markers there count too.
func commentsBefore(files *token.FileSet, file *ast.File) func(ast.Node, *ast.CommentGroup, token.Pos) *ast.CommentGroup {
	ends := []token.Pos{}
	for _, decl := range file.Decls {
		ends = append(ends, decl.End())
	}
	return func(node ast.Node, doc *ast.CommentGroup, after token.Pos) *ast.CommentGroup {
		if after == token.NoPos {
			for _, end := range ends {
				if end < node.Pos() {
					after = end
				}
			}
		}
		var closest *ast.CommentGroup
		for _, group := range file.Comments {
			sameLine := after != token.NoPos && files.Position(group.Pos()).Line == files.Position(after).Line
			if group.Pos() > after && !sameLine && group.End() < node.Pos() && group != doc {
				closest = group
			}
		}
		return closest
	}
}

func isMarker(comment *ast.Comment) bool {
	text, isLine := strings.CutPrefix(comment.Text, "//")
	return isLine && strings.HasPrefix(strings.TrimSpace(text), "+")
}

// textOf is a comment without its markers.
func textOf(group *ast.CommentGroup) string {
	if group == nil {
		return ""
	}
	var rest ast.CommentGroup
	for _, comment := range group.List {
		if !isMarker(comment) {
			rest.List = append(rest.List, comment)
		}
	}
	if len(rest.List) == 0 {
		return ""
	}
	return strings.TrimSuffix(rest.Text(), "\n")
}

func markersOf(groups ...*ast.CommentGroup) []string {
	found := []string{}
	for _, group := range groups {
		if group == nil {
			continue
		}
		for _, comment := range group.List {
			if isMarker(comment) {
				found = append(found, strings.TrimSpace(comment.Text[2:]))
			}
		}
	}
	return found
}
