package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

func files(contents map[string]string) fstest.MapFS {
	tree := fstest.MapFS{}
	for name, text := range contents {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return tree
}

func TestBrokenLinksAreRefused(t *testing.T) {
	for _, tc := range []struct{ rule, text, says string }{
		{"a file that is not there", "[x](b.md)", "leads nowhere"},
		{"a heading that is not there", "# Uno\n\n[x](#dos)", "no heading dos"},
		{"a picture that is not there", "![x](b.png)", "leads nowhere"},
		{"a heading of another page", "[x](es/a.md#dos)", "no heading dos"},
		{"another site", "[x](https://example.org/nothing)", ""},
		{"a file, a heading and a page", "# Uno\n\n[a](c.conf) [b](#uno) [c](es/a.md#guía)", ""},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			err := write(files(map[string]string{"a.md": tc.text, "c.conf": "x", "es/a.md": "# Guía\n"}), t.TempDir())
			if (err == nil) != (tc.says == "") || err != nil && !strings.Contains(err.Error(), tc.says) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestLinksOfPagesLeadToPages(t *testing.T) {
	out := t.TempDir()
	if err := write(files(map[string]string{"a.md": "# Uno\n\n[b](es/b.md#x)\n", "es/b.md": "# Dos\n\n## x\n\n[a](../a.md)\n"}), out); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{"a.html": `href="es/b.html#x"`, "es/b.html": `href="../a.html"`, "index.html": "es/README.html"} {
		page, err := os.ReadFile(filepath.Join(out, file))
		if err != nil || !strings.Contains(string(page), want) {
			t.Errorf("%s lacks %s: %v\n%s", file, want, err, page)
		}
	}
}

func TestDocumentationIsFoundInBrowser(t *testing.T) {
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium")
	}
	out := t.TempDir()
	if err := write(os.DirFS("../../../docs"), out); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]string{"tesseract+espanol": "instalacion.html", "copia+restaurar": "copias-de-seguridad.html#restaurar", "expediente+indice": "expediente.html#el-índice"} {
		dom, err := exec.CommandContext(t.Context(), browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--user-data-dir="+t.TempDir(), "--virtual-time-budget=2000", "--dump-dom", "file://"+out+"/es/README.html?q="+query).Output()
		found := string(dom)[max(0, strings.Index(string(dom), `<ol id="found"`)):]
		found, _, _ = strings.Cut(found, "</ol>")
		if err != nil || !strings.Contains(found, want) {
			t.Errorf("%s does not find %s: %v\n%s", query, want, err, found)
		}
	}
}
