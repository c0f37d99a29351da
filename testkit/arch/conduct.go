package arch

import (
	"errors"
	"go/ast"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// outsideWorld are standard packages that touch files, processes or networks.
var outsideWorld = []string{"os", "os/exec", "os/signal", "net", "net/http", "database/sql", "syscall", "log", "log/slog"}

func noInputOutput(t Tree, report report) {
	t.eachImport(func(p Package, f File, i Import) {
		r, _ := ringOf(p.Folder)
		if !f.Test && (r.name == "engines" || r.name == "vocabulary" || r.name == "ports") && slices.Contains(outsideWorld, i.Path) {
			report(f.Path, i.Line, "%s imports %s", p.Folder, i.Path)
		}
	})
}

// clocks are the functions of package time that look at the clock.
var clocks = []string{"Now", "Since", "Until", "After", "AfterFunc", "Tick", "NewTicker", "NewTimer", "Sleep"}

func noClock(t Tree, report report) {
	t.eachFile(func(p Package, f File) {
		if !f.Test && inCoreOrPorts(p.Folder) {
			f.eachUse("time", "time", func(name string, line int) {
				if slices.Contains(clocks, name) {
					report(f.Path, line, "time.%s is used: take the clock from the caller", name)
				}
			})
		}
	})
}

// noLocalTime looks for times that are formatted in the zone of the machine.
func noLocalTime(t Tree, report report) {
	t.eachFile(func(p Package, f File) {
		if f.Test {
			return
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			if method, of := calledOn(n); strings.HasSuffix(method, "Format") {
				if inner, _ := calledOn(of); inner == "Local" {
					report(f.Path, f.line(n.Pos()), "a time in the zone of the machine: use document.Colombia, or UTC for programs")
				}
			}
			return true
		})
	})
}

// calledOn returns the method that an expression calls, and on what; "" for any other node.
func calledOn(n ast.Node) (method string, on ast.Node) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return "", nil
	}
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", nil
	}
	return selector.Sel.Name, selector.X
}

// seeded is what math/rand offers to those who bring a seed of their own.
var seeded = []string{"New", "NewPCG", "NewChaCha8", "NewSource", "NewZipf", "Rand", "Source", "PCG", "ChaCha8", "Zipf"}

func noRandomNumbers(t Tree, report report) {
	t.eachFile(func(p Package, f File) {
		if f.Test || !inCoreOrPorts(p.Folder) {
			return
		}
		for _, i := range f.Imports {
			if i.Path == "crypto/rand" {
				report(f.Path, i.Line, "%s imports crypto/rand: take what is random from the caller", p.Folder)
			}
		}
		for _, path := range []string{"math/rand", "math/rand/v2"} {
			f.eachUse(path, "rand", func(name string, line int) {
				if !slices.Contains(seeded, name) {
					report(f.Path, line, "rand.%s is used: take a seeded source from the caller", name)
				}
			})
		}
	})
}

// eachUse visits each name of the package at path that f uses. known is the
// name that the package gives itself.
func (f File) eachUse(path, known string, visit func(name string, line int)) {
	imported := false
	for _, spec := range f.syntax.Imports {
		if spec.Path.Value == strconv.Quote(path) {
			imported = true
			if spec.Name != nil {
				known = spec.Name.Name
			}
		}
	}
	if !imported {
		return
	}
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == known {
				visit(s.Sel.Name, f.line(s.Pos()))
			}
		}
		return true
	})
}

func interfacesOnly(t Tree, report report) {
	for _, f := range t.packageAt("ports").Files {
		if f.Test {
			continue
		}
		for _, d := range f.syntax.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.IMPORT && g.Tok != token.TYPE {
				report(f.Path, f.line(d.Pos()), "a declaration that is no interface")
				continue
			}
			for _, spec := range g.Specs {
				if s, ok := spec.(*ast.TypeSpec); ok {
					if _, isInterface := s.Type.(*ast.InterfaceType); !isInterface {
						report(f.Path, f.line(s.Pos()), "type %s is no interface", s.Name.Name)
					}
				}
			}
		}
	}
}

func noInit(t Tree, report report) {
	t.eachFile(func(p Package, f File) {
		for _, d := range f.syntax.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
				report(f.Path, f.line(fn.Pos()), "an init function")
			}
		}
	})
}

// emptyNames say nothing of what a package does.
var emptyNames = []string{"utils", "util", "common", "helpers", "helper", "models", "model", "types", "misc", "base", "shared", "lib"}

func tellingNames(t Tree, report report) {
	t.eachFile(func(p Package, f File) {
		name := strings.TrimSuffix(f.syntax.Name.Name, "_test")
		for _, word := range append(strings.Split(p.Folder, "/"), name) {
			if slices.Contains(emptyNames, word) {
				report(f.Path, 0, "a package named %s", word)
				return
			}
		}
		if folder := path.Base(p.Folder); name != "main" && name != folder && p.Folder != "." {
			report(f.Path, 0, "package %s in folder %s", name, folder)
		}
	})
}

// top is the top level: these, and names that begin with a dot.
var top = []string{
	"LICENSE",
	"Makefile",
	"NOTICE",
	"README.md",
	"adapters",
	"cmd",
	"core",
	"docs",
	"go.mod",
	"go.sum",
	"ports",
	"testkit",
}

func fixedTopLevel(t Tree, report report) {
	for _, name := range t.Top {
		if !strings.HasPrefix(name, ".") && !slices.Contains(top, name) {
			report(name, 0, "it does not belong at the top level")
		}
	}
	for _, name := range top {
		if !slices.Contains(t.Top, name) {
			report(name, 0, "it is missing")
		}
	}
}

// machinePath finds absolute paths of the machines this is written on. The
// expression is put together so that it does not find itself.
var machinePath = regexp.MustCompile(`(?:^|[^\w./~-])/(?:` + strings.Join([]string{"work", "root"}, "|") + `)(?:/|$|[\s"'` + "`" + `),;])`)

func noMachinePaths(t Tree, report report) {
	for _, text := range t.Texts {
		number := 0
		for line := range strings.Lines(string(text.Content)) {
			number++
			if m := machinePath.FindString(line); m != "" {
				report(text.Path, number, "a path of one machine: %s", strings.TrimSpace(m))
			}
		}
	}
}

func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }
