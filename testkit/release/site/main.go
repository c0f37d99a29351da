// Command site writes the documentation as a web site that needs no server and no network:
// the Markdown files below docs, with a search over all of them in the browser.
//
//	go run ./site -docs ../../docs -out ../../dist/site
//
// It fails when a link leads to a file or a heading that does not exist.
package main

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"html/template"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

//go:embed page.html site.css search.js
var assets embed.FS

var (
	layout   = template.Must(template.ParseFS(assets, "page.html"))
	markdown = goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
)

// page is a Markdown file and what becomes of it.
type page struct {
	Path     string // of the source below docs, with slashes
	Title    string
	Sections []section
	Body     template.HTML
	links    []string
}

// section is a part of a page that search finds.
type section struct {
	ID, Heading, Text string
}

// out is the path of the page in the site.
func (p page) out() string { return strings.TrimSuffix(p.Path, ".md") + ".html" }

func main() {
	docs, out := flag.String("docs", "docs", "folder of the Markdown files"), flag.String("out", "dist/site", "folder to write")
	flag.Parse()
	if err := write(os.DirFS(*docs), *out); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// write reads all pages of docs, checks their links and writes the site.
func write(docs fs.FS, out string) error {
	pages, err := read(docs)
	if err != nil {
		return err
	}
	if err := check(docs, pages); err != nil {
		return err
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	for _, p := range pages {
		var html bytes.Buffer
		root := strings.Repeat("../", strings.Count(p.Path, "/"))
		if err := layout.Execute(&html, map[string]any{"Page": p, "Root": root, "Menu": menu(pages, root), "Spanish": strings.HasPrefix(p.Path, "es/")}); err != nil {
			return err
		}
		if err := put(out, p.out(), html.Bytes()); err != nil {
			return err
		}
	}
	if err := copyFiles(docs, out); err != nil {
		return err
	}
	return errors.Join(writeIndex(pages, out), put(out, "index.html", []byte(`<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=es/README.html"><a href="es/README.html">Guías</a>`)))
}

func read(docs fs.FS) (pages []page, err error) {
	err = fs.WalkDir(docs, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".md" {
			return err
		}
		source, err := fs.ReadFile(docs, name)
		if err != nil {
			return err
		}
		p, err := parse(name, source)
		pages = append(pages, p)
		return err
	})
	// The guides of the users come first.
	slices.SortStableFunc(pages, func(a, b page) int { return strings.Compare(order(a.Path), order(b.Path)) })
	return pages, err
}

func order(name string) string {
	switch {
	case name == "es/README.md":
		return "0"
	case strings.HasPrefix(name, "es/"):
		return "1" + name
	}
	return "2" + name
}

func parse(name string, source []byte) (page, error) {
	p := page{Path: name, Title: path.Base(name), Sections: []section{{}}}
	tree := markdown.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(headingIDs{}))))
	err := ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		last := &p.Sections[len(p.Sections)-1]
		switch n := n.(type) {
		case *ast.Heading:
			id, _ := n.AttributeString("id")
			words := plain(n, source)
			if n.Level == 1 {
				p.Title = words
			}
			p.Sections = append(p.Sections, section{ID: fmt.Sprintf("%s", id), Heading: words})
			return ast.WalkSkipChildren, nil
		case *ast.Link:
			target := string(n.Destination)
			p.links = append(p.links, target)
			if u, err := url.Parse(target); err == nil && !u.IsAbs() && path.Ext(u.Path) == ".md" {
				u.Path = strings.TrimSuffix(u.Path, ".md") + ".html"
				n.Destination = []byte(u.String())
			}
		case *ast.Image:
			p.links = append(p.links, string(n.Destination))
		case *ast.Text:
			last.Text += string(n.Segment.Value(source)) + " "
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			for i := range n.Lines().Len() {
				line := n.Lines().At(i)
				last.Text += string(line.Value(source)) + " "
			}
		}
		return ast.WalkContinue, nil
	})
	var body bytes.Buffer
	if err == nil {
		err = markdown.Renderer().Render(&body, source, tree)
	}
	p.Body = template.HTML(body.String())
	return p, err
}

// headingIDs makes the ids of headings as GitHub does, so that links work in both.
type headingIDs map[string]bool

func (ids headingIDs) Generate(heading []byte, _ ast.NodeKind) []byte {
	id := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_':
			return unicode.ToLower(r)
		case r == ' ':
			return '-'
		}
		return -1
	}, strings.TrimSpace(string(heading)))
	for n, base := 1, id; ids[id]; n++ {
		id = fmt.Sprintf("%s-%d", base, n)
	}
	ids[id] = true
	return []byte(id)
}

func (ids headingIDs) Put(id []byte) { ids[string(id)] = true }

func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Segment.Value(source))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// check returns an error for each link to a file or heading that is not there.
func check(docs fs.FS, pages []page) (broken error) {
	byPath := map[string]page{}
	for _, p := range pages {
		byPath[p.Path] = p
	}
	for _, p := range pages {
		for _, link := range p.links {
			u, err := url.Parse(link)
			if err != nil || u.IsAbs() {
				broken = errors.Join(broken, err)
				continue
			}
			target := p.Path
			if u.Path != "" {
				target = path.Join(path.Dir(p.Path), u.Path)
			}
			if _, err := fs.Stat(docs, target); err != nil {
				broken = errors.Join(broken, fmt.Errorf("%s: the link %s leads nowhere", p.Path, link))
				continue
			}
			hasHeading := func(s section) bool { return s.ID == u.Fragment }
			if to, ok := byPath[target]; ok && u.Fragment != "" && !slices.ContainsFunc(to.Sections, hasHeading) {
				broken = errors.Join(broken, fmt.Errorf("%s: %s has no heading %s", p.Path, target, u.Fragment))
			}
		}
	}
	return broken
}

// item is an entry of the menu; Group begins a new part of it.
type item struct{ Title, Link, Group string }

func menu(pages []page, root string) (items []item) {
	groups := map[bool]string{true: "Guías", false: "For developers"}
	group := ""
	for _, p := range pages {
		if strings.HasPrefix(p.Path, "adr/") && p.Path != "adr/README.md" {
			continue
		}
		entry := item{Title: p.Title, Link: root + p.out()}
		if g := groups[strings.HasPrefix(p.Path, "es/")]; g != group {
			group, entry.Group = g, g
		}
		items = append(items, entry)
	}
	return items
}

// entry is a section as search.js finds it.
type entry struct {
	Page string `json:"p"`
	URL  string `json:"u"`
	Head string `json:"h"`
	Text string `json:"t"`
}

// writeIndex writes the index as a script, since pages opened from a disk may not fetch.
func writeIndex(pages []page, out string) error {
	var all []entry
	for _, p := range pages {
		for _, s := range p.Sections {
			words := strings.Join(strings.Fields(s.Text), " ")
			if words == "" && s.Heading == "" {
				continue
			}
			all = append(all, entry{p.Title, p.out() + "#" + s.ID, s.Heading, words})
		}
	}
	index, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return put(out, "index.js", append([]byte("var searchIndex = "), append(index, ";\n"...)...))
}

// copyFiles copies all that is not a page, and the assets of the site.
func copyFiles(docs fs.FS, out string) error {
	for _, name := range []string{"site.css", "search.js"} {
		content, err := assets.ReadFile(name)
		if err != nil {
			return err
		}
		if err := put(out, name, content); err != nil {
			return err
		}
	}
	return fs.WalkDir(docs, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) == ".md" {
			return err
		}
		content, err := fs.ReadFile(docs, name)
		if err != nil {
			return err
		}
		return put(out, name, content)
	})
}

func put(out, name string, content []byte) error {
	file := filepath.Join(out, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, content, 0o644)
}
