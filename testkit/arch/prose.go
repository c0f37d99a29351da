package arch

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// exempt are packages that do not follow the rules of this file yet. A name that ends in a
// slash stands for everything below it.
var exempt = []string{
	// Others are changing these: take them off the list when they are done.
	"adapters/console/", "core/ner/", "testkit/console", "testkit/corpora", "testkit/quality/ner",
}

// isExempt reports whether a package is exempt, and whether a file is generated.
func isExempt(p Package, f File) bool {
	return ast.IsGenerated(f.syntax) || slices.ContainsFunc(exempt, func(e string) bool {
		return p.Folder == e || strings.HasSuffix(e, "/") && strings.HasPrefix(p.Folder+"/", e)
	})
}

// banned are phrases that readers stumble over, with what to write instead.
var banned = []struct {
	phrase  *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`(?i)\banew\b`), "again, or a verb with re-"},
	{regexp.MustCompile(`(?i)\b(is|are|was|were|be|been) told\b`), "receives, is asked, is reported"},
	{regexp.MustCompile(`(?i)\btold apart\b|\btells? apart\b`), "distinguish"},
	{regexp.MustCompile(`(?i)\btells? (of|how|what|who|which|whether|that|it|them|from)\b`), "reports, returns, describes"},
	{regexp.MustCompile(`(?i)\b(what|that|which|who|it|word|file|text) (is|are) none\b`), "is not a …"},
	{regexp.MustCompile(`(?i)\bof which n(o|othing|obody|one)\b`), "without"},
	{regexp.MustCompile(`(?i)\bwhoever\b`), "the caller, the client, the one who"},
	{regexp.MustCompile(`(^|[.:;] )Who\b[^?]*$|\b(of|by|for|to|from|with|than|beside|behind) who\b`), "a noun before who"},
	{regexp.MustCompile(`(?i)\bgo(es)? on (with|at|behind|there|where|from)\b`), "continue"},
	{regexp.MustCompile(`(?i)\bbut for\b`), "except"},
	{regexp.MustCompile(`(?i)\bfor want of\b`), "without, because there is no"},
	{regexp.MustCompile(`(?i)\bno sound\b|\bsound (file|record|database|copy)\b`), "corrupt, intact"},
	{regexp.MustCompile(`(?i)\blets? (those|wait|others)\b`), "allows, yields"},
	{regexp.MustCompile(`(?i)\blies? (about|around)\b`), "is left"},
	{regexp.MustCompile(`(?i)\bheld against\b`), "compared with"},
	{regexp.MustCompile(`(?i)\blow lines?\b`), "underscore"},
	{regexp.MustCompile(`(?i)\blikest\b|\bbettered\b`), "most similar, improved"},
	{regexp.MustCompile(`(?i)\bhas (it|them|the \w+|a \w+|others) (done|made|read|told|shown)\b`), "does, reads, calls"},
}

func plainComments(t Tree, report report) {
	t.eachFile(func(p Package, f File) {
		if isExempt(p, f) {
			return
		}
		for _, group := range f.syntax.Comments {
			for _, c := range group.List {
				for _, b := range banned {
					if found := b.phrase.FindString(strings.TrimPrefix(c.Text, "// ")); found != "" {
						report(f.Path, f.line(c.Pos()), "the comment says %q: write %s", strings.TrimSpace(found), b.instead)
					}
				}
			}
		}
	})
}

// conventional are methods of interfaces of the standard library, which need no comment.
var conventional = []string{"Close", "Error", "GoString", "LogValue", "MarshalJSON", "MarshalText", "Read", "String", "Unwrap"}

// docComments looks at what go doc shows, and at the comments of unexported functions and types.
// A constant of an enumeration is documented with its type, a method of a type that
// implements an interface with the interface.
func docComments(t Tree, report report) {
	t.eachFile(func(p Package, f File) {
		if f.Test || isExempt(p, f) {
			return
		}
		implementing := implementingTypes(p)
		for _, d := range f.syntax.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				receiver := receiverOf(d)
				needed := d.Name.IsExported() && f.syntax.Name.Name != "main" && (d.Recv == nil ||
					ast.IsExported(receiver) && !slices.Contains(conventional, d.Name.Name) && !implementing[receiver])
				if d.Doc != nil || needed {
					wantName(f, d.Pos(), d.Doc, d.Name.Name, report)
				}
			case *ast.GenDecl:
				checkSpecs(f, d, report)
			}
		}
	})
}

func checkSpecs(f File, d *ast.GenDecl, report report) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			doc := s.Doc
			if doc == nil && !d.Lparen.IsValid() {
				doc = d.Doc
			}
			if doc != nil || s.Name.IsExported() && s.Comment == nil {
				wantName(f, s.Pos(), doc, s.Name.Name, report)
			}
		case *ast.ValueSpec:
			if first, ok := d.Specs[0].(*ast.ValueSpec); ok && d.Tok == token.CONST && d.Lparen.IsValid() && first.Type != nil {
				continue
			}
			for _, name := range s.Names {
				if name.IsExported() && d.Doc == nil && s.Doc == nil && s.Comment == nil {
					report(f.Path, f.line(name.Pos()), "%s has no doc comment", name.Name)
				}
			}
		}
	}
}

// receiverOf returns the type of the receiver of a method.
func receiverOf(d *ast.FuncDecl) (name string) {
	if d.Recv == nil {
		return ""
	}
	ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name
		}
		return name == ""
	})
	return name
}

// implementingTypes returns the types of a package whose doc comment says that they implement something.
func implementingTypes(p Package) map[string]bool {
	found := map[string]bool{}
	for _, f := range p.Files {
		for _, d := range f.syntax.Decls {
			if g, ok := d.(*ast.GenDecl); ok {
				for _, s := range g.Specs {
					if s, ok := s.(*ast.TypeSpec); ok && strings.Contains(g.Doc.Text()+s.Doc.Text(), "implement") {
						found[s.Name.Name] = true
					}
				}
			}
		}
	}
	return found
}

func wantName(f File, at token.Pos, doc *ast.CommentGroup, name string, report report) {
	if doc == nil {
		report(f.Path, f.line(at), "%s has no doc comment", name)
		return
	}
	text := doc.Text()
	if text == "" { // a directive alone, such as //go:noinline
		return
	}
	if strings.HasPrefix(text, "Deprecated:") || firstWord(text) == name {
		return
	}
	for _, article := range []string{"A ", "An ", "The "} {
		if rest, ok := strings.CutPrefix(text, article); ok && firstWord(rest) == name {
			return
		}
	}
	report(f.Path, f.line(doc.Pos()), "the doc comment of %s does not begin with its name", name)
}

func firstWord(text string) string {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \n,.:;'()[", r) })
	if len(words) == 0 {
		return ""
	}
	return words[0]
}

// maxColumns is the longest line of Go source, in characters. Literals do not count where the
// rest of the line is short: a message or an SQL statement on one line can be found.
const (
	maxColumns = 160
	maxRest    = 110
)

var literal = regexp.MustCompile("`[^`]*`?|\"(?:\\\\.|[^\"\\\\])*\"")

func isLong(line string) bool {
	if strings.HasPrefix(line, "//go:generate ") { // it cannot be wrapped
		return false
	}
	n := utf8.RuneCountInString(line)
	return n > maxColumns && utf8.RuneCountInString(literal.ReplaceAllString(line, "")) > maxRest
}

func shortLines(t Tree, report report) {
	files := map[string]bool{}
	t.eachFile(func(p Package, f File) { files[f.Path] = !f.Test && !isExempt(p, f) }) // a row of a test table may be long
	for _, text := range t.Texts {
		if !files[text.Path] {
			continue
		}
		number := 0
		for line := range strings.Lines(string(text.Content)) {
			number++
			if isLong(strings.TrimSuffix(line, "\n")) {
				report(text.Path, number, "%d columns: %d are enough", utf8.RuneCountInString(line)-1, maxColumns)
			}
		}
	}
}

const (
	maxLines      = 80
	maxComplexity = 30
)

// longFunctions may exceed the bounds, each for a reason.
var longFunctions = map[string]string{
	"adapters/rest/intakeapi.Register":           "the table of routes",
	"adapters/rest/notifyapi.Register":           "the table of routes",
	"cmd/cotejo/internal/read.processCommand":    "most of it is the help text",
	"cmd/cotejo/internal/read.readCommand":       "most of it is the help text",
	"cmd/cotejo/internal/register.importCommand": "most of it is the help text",
}

func smallFunctions(t Tree, report report) {
	t.eachFile(func(p Package, f File) {
		if f.Test || isExempt(p, f) {
			return
		}
		for _, d := range f.syntax.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil || isTestHelper(fn) || longFunctions[p.Folder+"."+fn.Name.Name] != "" {
				continue
			}
			if n := f.line(fn.End()) - f.line(fn.Pos()) + 1; n > maxLines {
				report(f.Path, f.line(fn.Pos()), "%s has %d lines: %d are enough", fn.Name.Name, n, maxLines)
			}
			if n := complexity(fn); n > maxComplexity {
				report(f.Path, f.line(fn.Pos()), "%s has a cyclomatic complexity of %d: %d are enough", fn.Name.Name, n, maxComplexity)
			}
		}
	})
}

// isTestHelper reports whether the first parameter is a *testing.T or *testing.B: conformance
// suites in testkit are tests.
func isTestHelper(fn *ast.FuncDecl) bool {
	if len(fn.Type.Params.List) == 0 {
		return false
	}
	star, ok := fn.Type.Params.List[0].Type.(*ast.StarExpr)
	if !ok {
		return false
	}
	s, ok := star.X.(*ast.SelectorExpr)
	return ok && (s.Sel.Name == "T" || s.Sel.Name == "B" || s.Sel.Name == "F")
}

// complexity returns the cyclomatic complexity of a function: its branches, and one.
func complexity(fn *ast.FuncDecl) int {
	n := 1
	ast.Inspect(fn, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			if node.List != nil {
				n++
			}
		case *ast.CommClause:
			if node.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if node.Op == token.LAND || node.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}
