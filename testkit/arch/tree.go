package arch

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Tree is a repository as the rules see it.
type Tree struct {
	Top      []string  // names at the top level, sorted; what .gitignore names is left out
	Packages []Package // by folder
	Texts    []Text    // every file that is text, Go sources included
}

// Package is a folder of Go files, tests included.
type Package struct {
	Folder string // from the root, as in "core/ner"
	Files  []File
}

// File is a Go file.
type File struct {
	Path    string
	Test    bool
	Imports []Import
	syntax  *ast.File
	lines   *token.FileSet
}

// Import is one import of a file.
type Import struct {
	Path   string // from the root of the module for Own, else as written
	Origin Origin
	Line   int
}

// Origin says whose package an import is.
type Origin int

const (
	Standard Origin = iota // the standard library
	Own                    // this module
	Outside                // another module, or C
)

// Text is a file that is no Go source or is one, as bytes.
type Text struct {
	Path    string
	Content []byte
}

// Read reads a repository. Folders named testdata are no Go sources.
func Read(root fs.FS) (Tree, error) {
	module, err := moduleName(root)
	if err != nil {
		return Tree{}, err
	}
	ignored, err := readIgnored(root)
	if err != nil {
		return Tree{}, err
	}
	var t Tree
	folders := map[string]int{}
	err = fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		if name == ".git" || ignored.matches(name) {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.Contains(name, "/") {
			t.Top = append(t.Top, name)
		}
		if !entry.Type().IsRegular() {
			return nil
		}
		content, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		if isText(content) {
			t.Texts = append(t.Texts, Text{name, content})
		}
		if path.Ext(name) != ".go" || strings.Contains("/"+name, "/testdata/") {
			return nil
		}
		file, err := parse(module, name, content)
		if err != nil {
			return err
		}
		folder := path.Dir(name)
		at, known := folders[folder]
		if !known {
			at = len(t.Packages)
			folders[folder] = at
			t.Packages = append(t.Packages, Package{Folder: folder})
		}
		t.Packages[at].Files = append(t.Packages[at].Files, file)
		return nil
	})
	slices.SortFunc(t.Packages, func(a, b Package) int { return strings.Compare(a.Folder, b.Folder) })
	return t, err
}

func (t Tree) packageAt(folder string) Package {
	at, found := slices.BinarySearchFunc(t.Packages, folder, func(p Package, f string) int { return strings.Compare(p.Folder, f) })
	if !found {
		return Package{}
	}
	return t.Packages[at]
}

func (t Tree) eachFile(visit func(p Package, f File)) {
	for _, p := range t.Packages {
		for _, f := range p.Files {
			visit(p, f)
		}
	}
}

func (t Tree) eachImport(visit func(p Package, f File, i Import)) {
	t.eachFile(func(p Package, f File) {
		for _, i := range f.Imports {
			visit(p, f, i)
		}
	})
}

func moduleName(root fs.FS) (string, error) {
	text, err := fs.ReadFile(root, "go.mod")
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(line, "module "); ok {
			return strings.TrimSpace(name), nil
		}
	}
	return "", fmt.Errorf("go.mod names no module")
}

func parse(module, name string, content []byte) (File, error) {
	lines := token.NewFileSet()
	syntax, err := parser.ParseFile(lines, name, content, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		return File{}, fmt.Errorf("parsing: %w", err)
	}
	f := File{Path: name, Test: strings.HasSuffix(name, "_test.go"), syntax: syntax, lines: lines}
	for _, spec := range syntax.Imports {
		written, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return File{}, err
		}
		i := Import{Path: written, Origin: Standard, Line: f.line(spec.Pos())}
		first, _, _ := strings.Cut(written, "/")
		switch {
		case written == module || strings.HasPrefix(written, module+"/"):
			i.Path, i.Origin = strings.TrimPrefix(strings.TrimPrefix(written, module), "/"), Own
		case strings.Contains(first, ".") || written == "C":
			i.Origin = Outside
		}
		f.Imports = append(f.Imports, i)
	}
	return f, nil
}

func (f File) line(at token.Pos) int { return f.lines.Position(at).Line }

func isText(content []byte) bool {
	return utf8.Valid(content) && !bytes.ContainsRune(content, 0)
}

// ignored are the patterns of .gitignore: "/name" at the top, "name" anywhere,
// each perhaps with a slash at its end, wildcards as in path.Match.
type ignored []string

func readIgnored(root fs.FS) (ignored, error) {
	text, err := fs.ReadFile(root, ".gitignore")
	if err != nil && !isMissing(err) {
		return nil, err
	}
	var patterns ignored
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			patterns = append(patterns, strings.TrimSuffix(line, "/"))
		}
	}
	return patterns, nil
}

func (patterns ignored) matches(name string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		if anchored, ok := strings.CutPrefix(pattern, "/"); ok {
			matched, _ := path.Match(anchored, name)
			return matched
		}
		matched, _ := path.Match(pattern, path.Base(name))
		return matched
	})
}
