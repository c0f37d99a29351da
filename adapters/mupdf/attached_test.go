package mupdf

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/document"
)

// attachment is a file specification with a file.
const attachment = "<< /Type /Filespec /F (%s) /EF << /F 9 0 R >> >>"

func spec(name string) string { return fmt.Sprintf(attachment, name) }

// attachedTo returns the first page of a PDF with the given catalogue and page entries and more
// objects.
func attachedTo(t *testing.T, catalog, page, more string) document.PageLayer {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.pdf")
	pdf := "%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R " + catalog + " >>\nendobj\n" +
		"2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj\n" +
		"3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] " + page + " >>\nendobj\n" +
		"9 0 obj\n<< /Type /EmbeddedFile /Length 1 >>\nstream\nx\nendstream\nendobj\n" + more + "trailer\n<< /Root 1 0 R >>\n%%EOF\n"
	if err := os.WriteFile(path, []byte(pdf), 0o600); err != nil {
		t.Fatal(err)
	}
	layer, err := open(t, path).Layer(1)
	if err != nil {
		t.Fatal(err)
	}
	return layer
}

func TestLayerNamesAttachments(t *testing.T) {
	tree := func(inner string) string { return "/Names << /EmbeddedFiles << " + inner + " >> >>" }
	var many []string
	for n := range 10_000 {
		many = append(many, fmt.Sprintf("(%05d) ", n)+spec(fmt.Sprintf("%05d.pdf", n)))
	}
	deep := ""
	for n := range 1000 {
		deep += fmt.Sprintf("%d 0 obj\n<< /Kids [%d 0 R %d 0 R] >>\nendobj\n", 20+n, 21+n, 21+n)
	}
	for rule, tc := range map[string]struct {
		catalog, page, more string
		want                []string
	}{
		"none":               {},
		"a portfolio":        {catalog: "/Collection << >> " + tree("/Names [(a) "+spec("tutela.pdf")+"]"), want: []string{"tutela.pdf"}},
		"below a branch":     {catalog: tree("/Kids [20 0 R]"), more: "20 0 obj\n<< /Names [(a) " + spec("a.pdf") + "] >>\nendobj\n", want: []string{"a.pdf"}},
		"a pin on the page":  {page: "/Annots [<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS " + spec("b.pdf") + " >>]", want: []string{"b.pdf"}},
		"associated files":   {catalog: "/AF [" + spec("c.xml") + "]", page: "/AF [" + spec("d.xml") + "]", want: []string{"d.xml", "c.xml"}},
		"in both places":     {catalog: tree("/Names [(a) "+spec("a.pdf")+"]") + " /AF [" + spec("a.pdf") + "]", want: []string{"a.pdf"}},
		"without a name":     {catalog: tree("/Names [(a) << /EF << /F 9 0 R >> >>]"), want: []string{""}},
		"the Unicode name":   {catalog: tree("/Names [(a) << /F (x) /UF <FEFF00F1> /EF << /F 9 0 R >> >>]"), want: []string{"ñ"}},
		"a link to a file":   {catalog: tree("/Names [(a) << /Type /Filespec /F (fuera.pdf) >>]")},
		"a tree of itself":   {catalog: tree("/Kids [20 0 R]"), more: "20 0 obj\n<< /Kids [20 0 R 20 0 R] >>\nendobj\n"},
		"a tree without end": {catalog: tree("/Kids [20 0 R]"), more: deep},
		"no tree":            {catalog: tree("/Names 7 /Kids (x)"), page: "/Annots 3 /AF /X"},
		"a name of a megabyte": {
			catalog: tree("/Names [(a) " + spec(strings.Repeat("n", 1<<20)) + "]"), want: []string{strings.Repeat("n", 255)},
		},
	} {
		if got := attachedTo(t, tc.catalog, tc.page, tc.more).Attachments; !slices.Equal(got, tc.want) {
			t.Errorf("%s: %.300q, want %.300q", rule, got, tc.want)
		}
	}
	if got := attachedTo(t, tree("/Names ["+strings.Join(many, " ")+"]"), "", "").Attachments; len(got) != document.MaxAttachments+1 || got[0] != "00000.pdf" {
		t.Errorf("10,000 attachments: %q", got)
	}
}

func TestLayerRecognizesAdobeForms(t *testing.T) {
	form := func(fields string) string { return "/AcroForm << /XFA [(template) 9 0 R] /Fields [" + fields + "] >>" }
	const field, signature = "<< /FT /Tx /T (a) >>", "<< /FT /Sig /T (firma) >>"
	for rule, tc := range map[string]struct {
		catalog string
		want    bool
	}{
		"no form":                     {"", false},
		"a form of fields":            {"/AcroForm << /Fields [" + field + "] >>", false},
		"static, no field on page 1":  {form(field), false},
		"static, a group of fields":   {form("<< /T (topmostSubform) /Kids [" + field + "] >>"), false},
		"dynamic":                     {form(""), true},
		"dynamic with a signature":    {form(signature), true},
		"says that it is dynamic":     {form(field) + " /NeedsRendering true", true},
		"says that it is static":      {form(field) + " /NeedsRendering false", false},
		"fields that are no list":     {"/AcroForm << /XFA 9 0 R /Fields 7 >>", true},
		"a page that has to be drawn": {"/NeedsRendering true", false},
	} {
		if got := attachedTo(t, tc.catalog, "", "").AdobeForm; got != tc.want {
			t.Errorf("%s: %v", rule, got)
		}
	}
}
