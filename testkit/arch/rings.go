package arch

import (
	"slices"
	"strings"
)

// ring is a row of the import table. A name that ends in a slash stands for
// everything below it.
type ring struct {
	name     string
	packages []string
	imports  []string // rings; beside them every ring imports the standard library
	modules  []string // from outside; anyModule for all
}

const anyModule = "*"

// rings is the import table of docs/architecture.md.
var rings = []ring{
	{
		name: "engines",
		packages: []string{
			"core/text",
			"core/align",
			"core/minhash",
			"core/tfidf",
			"core/entity",
			"core/dedup",
			"core/doctype",
			"core/boost",
			"core/ner",
			"core/bundle",
			"core/scanprep",
			"core/ocrfix",
			"core/receipt",
			"core/sanitize",
			"core/search",
		},
		imports: []string{"engines"},
		modules: []string{"golang.org/x/text"},
	},
	{
		name:     "vocabulary",
		packages: []string{"core/fault", "core/pagination", "core/account", "core/document", "core/casefile", "core/notification", "core/spreadsheet", "core/terms"},
		imports:  []string{"engines", "vocabulary"},
	},
	{
		name:     "ports",
		packages: []string{"ports"},
		imports:  []string{"engines", "vocabulary"},
	},
	{
		name:     "steps",
		packages: []string{"core/idempotency"},
		imports:  []string{"engines", "vocabulary", "ports"},
	},
	{
		name:     "services",
		packages: []string{"core/intake", "core/pdftext", "core/auth", "core/notify", "core/batchdedup", "core/mailbox"},
		imports:  []string{"engines", "vocabulary", "ports", "steps"},
	},
	{
		name:     "disk",
		packages: []string{"adapters/durable"},
		modules:  []string{"golang.org/x/sys"},
	},
	{
		name:     "formats",
		packages: []string{"adapters/ooxml", "adapters/word", "adapters/unpack"},
		imports:  []string{"engines", "formats", "vocabulary"},
		modules:  []string{"github.com/emersion/go-message", "github.com/richardlehane/mscfb", "golang.org/x/net", "golang.org/x/text"},
	},
	{
		// An adapter imports no other one but the one that it is nested in, see layers.
		name:     "adapters",
		packages: []string{"adapters/"},
		imports:  []string{"engines", "vocabulary", "ports", "disk", "formats"},
		modules:  []string{anyModule},
	},
	{
		name:     "cmd",
		packages: []string{"cmd/"},
		imports:  []string{"engines", "vocabulary", "ports", "services", "disk", "formats", "adapters", "cmd"},
		modules:  []string{anyModule},
	},
	{
		name:     "testkit",
		packages: []string{"testkit/"},
		imports:  []string{"engines", "vocabulary", "ports", "testkit"},
		modules:  []string{anyModule},
	},
}

// ringOf returns the ring of a package.
func ringOf(folder string) (ring, bool) {
	for _, r := range rings {
		for _, p := range r.packages {
			if folder == p || strings.HasSuffix(p, "/") && strings.HasPrefix(folder, p) || nestedEngine(r, p, folder) {
				return r, true
			}
		}
	}
	return ring{}, false
}

// nestedEngine is true for a package inside a package of the core, which
// belongs to the same ring.
func nestedEngine(r ring, of, folder string) bool {
	return strings.HasPrefix(of, "core/") && strings.HasPrefix(folder, of+"/")
}

func (r ring) allowsModule(path string) bool {
	return slices.ContainsFunc(r.modules, func(m string) bool {
		return m == anyModule || path == m || strings.HasPrefix(path, m+"/")
	})
}

func everyPackageHasARing(t Tree, report report) {
	for _, p := range t.Packages {
		if _, ok := ringOf(p.Folder); !ok {
			report(p.Files[0].Path, 0, "package %s is in no ring: add it to the table in testkit/arch/rings.go and in docs/architecture.md", p.Folder)
		}
	}
}

func importsFollowTheRings(t Tree, report report) {
	t.eachImport(func(p Package, f File, i Import) {
		from, ok := ringOf(p.Folder)
		if !ok || f.Test {
			return
		}
		if i.Origin == Outside {
			if !from.allowsModule(i.Path) {
				report(f.Path, i.Line, "%s imports %s, which is not of this module", p.Folder, i.Path)
			}
			return
		}
		to, ok := ringOf(i.Path)
		if i.Origin != Own || !ok {
			return
		}
		if from.name == "adapters" && to.name == "adapters" {
			if !strings.HasPrefix(p.Folder, i.Path+"/") && !isLayerBelow(i.Path, p.Folder) {
				report(f.Path, i.Line, "adapter %s imports adapter %s", p.Folder, i.Path)
			}
			return
		}
		if !slices.Contains(from.imports, to.name) {
			report(f.Path, i.Line, "%s (%s) imports %s (%s)", p.Folder, from.name, i.Path, to.name)
		}
		if isLayerBelow(p.Folder, i.Path) {
			report(f.Path, i.Line, "%s imports %s, which is a layer above it", p.Folder, i.Path)
		}
	})
}

// layers are the packages of adapters and engines that consist of several: each may import those before it.
var layers = [][]string{{
	"adapters/sqlstore/sqldb", "adapters/sqlstore/sqlitefile", "adapters/sqlstore/pgdump", "adapters/sqlstore/sessionstore",
	"adapters/sqlstore/dedupindex", "adapters/sqlstore/records", "adapters/sqlstore/searchindex", "adapters/sqlstore/bulkload", "adapters/sqlstore/transfer", "adapters/sqlstore", "adapters/sqlstore/notifystore",
}, {
	"core/ner/internal/lex", "core/ner/internal/field", "core/ner/internal/doc", "core/ner/internal/ident", "core/ner/internal/place", "core/ner/internal/mail",
	"core/ner/internal/sequence", "core/ner/internal/party", "core/ner/internal/paper", "core/ner/internal/role", "core/ner",
}}

// isLayerBelow reports whether one package stands before another in a list of layers.
func isLayerBelow(below, above string) bool {
	return slices.ContainsFunc(layers, func(l []string) bool {
		b, a := slices.Index(l, below), slices.Index(l, above)
		return b >= 0 && b < a
	})
}

// lightModules may be imported by tests of core and ports: programs that embed the
// core have them in their go.sum.
var lightModules = []string{"golang.org/x/text", "pgregory.net/rapid"}

func isLight(path string) bool {
	return slices.ContainsFunc(lightModules, func(m string) bool { return path == m || strings.HasPrefix(path, m+"/") })
}

func inCoreOrPorts(folder string) bool {
	return folder == "ports" || strings.HasPrefix(folder, "ports/") || strings.HasPrefix(folder, "core/")
}

// lightTests lets tests of core and ports use testkit as long as it is light
// itself.
func lightTests(t Tree, report report) {
	t.eachImport(func(p Package, f File, i Import) {
		if !f.Test || !inCoreOrPorts(p.Folder) {
			return
		}
		switch i.Origin {
		case Outside:
			if !isLight(i.Path) {
				report(f.Path, i.Line, "the test imports %s", i.Path)
			}
		case Own:
			if !inCoreOrPorts(i.Path) && !strings.HasPrefix(i.Path, "testkit/") {
				report(f.Path, i.Line, "the test imports %s", i.Path)
				return
			}
			for _, r := range t.reach(i.Path) {
				if !isLight(r.module) {
					report(f.Path, i.Line, "the test imports %s, which brings %s (%s)", i.Path, r.module, strings.Join(r.way, " → "))
				}
			}
		}
	})
}

// embedded are the packages that a program may take without the rest.
var embedded = []string{"core/dedup", "core/ner"}

func lightEmbedding(t Tree, report report) {
	for _, folder := range embedded {
		for _, r := range t.reach(folder) {
			if r.module != "golang.org/x/text" && !strings.HasPrefix(r.module, "golang.org/x/text/") {
				report(folder, 0, "importing it brings %s (%s)", r.module, strings.Join(r.way, " → "))
			}
		}
	}
}

// reached is an import from outside, and the packages that lead to it.
type reached struct {
	module string
	way    []string
}

// reach returns what a program gets that imports a package of this module:
// all imports from outside along imports that are not of tests.
func (t Tree) reach(folder string) []reached {
	var out []reached
	seen := map[string]bool{}
	var visit func(folder string, way []string)
	visit = func(folder string, way []string) {
		if seen[folder] {
			return
		}
		seen[folder] = true
		way = append(slices.Clone(way), folder)
		for _, f := range t.packageAt(folder).Files {
			if f.Test {
				continue
			}
			for _, i := range f.Imports {
				switch {
				case i.Origin == Own:
					visit(i.Path, way)
				case i.Origin == Outside && !seen[i.Path]:
					seen[i.Path] = true
					out = append(out, reached{i.Path, way})
				}
			}
		}
	}
	visit(folder, nil)
	return out
}
