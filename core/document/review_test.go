package document_test

import (
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
)

func TestPagesWithoutTextAreWarnedOf(t *testing.T) {
	// A letter a page: t has text, e is empty, b is empty because the file draws
	// nothing there.
	for _, tc := range []struct {
		rule, pages, warning string
		needsReview          bool
	}{
		{"all pages have text", "tt", "", false},
		{"there is no page", "", "", false},
		{"the only page", "e", "La página 1 no tiene texto legible.", true},
		{"the only page, and the file draws nothing on it", "b", "La página 1 no tiene texto legible.", true},
		{"one of several", "tet", "La página 2 no tiene texto legible.", true},
		{"a blank back side", "tbt", "La página 2 no tiene texto legible.", false},
		{"a blank back side, and one that could not be read", "tbe", "Las páginas 2 y 3 no tienen texto legible.", true},
		{"every one", "ebe", "Ninguna de las 3 páginas tiene texto legible.", true},
		{"all are blank", "bb", "Ninguna de las 2 páginas tiene texto legible.", true},
		{"stretches are told as such", "tetteeetbbte", "Las páginas 2, 5 a 7, 9, 10 y 12 no tienen texto legible.", true},
		{"a stretch alone", "teeee", "Las páginas 2 a 5 no tienen texto legible.", true},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			var r document.Reading
			var d document.Document
			for i, kind := range tc.pages {
				p := document.Page{Number: i + 1, Blank: kind == 'b', Text: "-\n. _"}
				if kind == 't' {
					p.Text, p.Confidence = "7", 1
				}
				r.Pages = append(r.Pages, p)
				d.Pages = append(d.Pages, document.PageInfo{Number: i + 1, Empty: p.IsEmpty(), Blank: p.Blank, Confidence: p.Confidence})
			}
			d.Type, d.Plaintiff, d.Defendant = document.Tutela, "Ana", "EPS"
			if r.NeedsReview() != tc.needsReview || d.IsDoubtful() != tc.needsReview {
				t.Errorf("needs review: reading %v, document %v", r.NeedsReview(), d.IsDoubtful())
			}
			for _, got := range [][]string{r.Warnings(), d.Warnings()} {
				if all := strings.Join(got, "|"); !strings.HasPrefix(all, tc.warning) || (all == "") != (tc.warning == "") {
					t.Errorf("warns %q, want %q", all, tc.warning)
				}
			}
		})
	}
}

func TestPagesLeftOutAreWarnedOf(t *testing.T) {
	for pages, want := range map[string]string{
		"tu":     "El documento tardó más de lo permitido y la página 2 no se leyó.",
		"tuuuu":  "El documento tardó más de lo permitido y las páginas 2 a 5 no se leyeron.",
		"etuuu":  "La página 1 no tiene texto legible.",
		"tttuut": "El documento tardó más de lo permitido y las páginas 4 y 5 no se leyeron.",
	} {
		var r document.Reading
		var d document.Document
		for i, kind := range pages {
			p := document.Page{Number: i + 1, Unread: kind == 'u', Unreadable: kind == 'u'}
			if kind == 't' {
				p.Text, p.Confidence = "7", 1
			}
			r.Pages = append(r.Pages, p)
			d.Pages = append(d.Pages, document.PageInfo{Number: i + 1, Empty: p.IsEmpty(), Unread: p.Unread, Confidence: p.Confidence})
		}
		for _, got := range [][]string{r.Warnings(), d.Warnings()} {
			if n := strings.Count(pages, "e"); len(got) != 1+n || !strings.HasPrefix(got[0], want) || !strings.Contains(got[n], "no se ley") {
				t.Errorf("%s: %q", pages, got)
			}
		}
		if !r.NeedsReview() {
			t.Errorf("%s needs no review", pages)
		}
	}
}

func TestDoubtfulValuesNeedReview(t *testing.T) {
	whole := func() document.Document {
		return document.Document{Type: document.Tutela, Plaintiff: "Ana Ruiz", Defendant: "Nueva EPS", Suggested: document.Suggestion{Type: document.Tutela, Confidence: .99},
			Pages: []document.PageInfo{{Number: 1, Confidence: 1}, {Number: 2, Confidence: 1}}}
	}
	for rule, tc := range map[string]struct {
		change func(*document.Document)
		says   string // "": nothing
	}{
		"all was read":     {func(*document.Document) {}, ""},
		"an unsure page":   {func(d *document.Document) { d.Pages[1].Confidence = .36 }, "La página 2 se leyó con poca seguridad."},
		"all pages unsure": {func(d *document.Document) { d.Pages[0].Confidence, d.Pages[1].Confidence = .4, .5 }, "Las páginas 1 y 2 se leyeron con poca seguridad."},
		"no plaintiff":     {func(d *document.Document) { d.Plaintiff = "" }, "No se encontró el demandante:"},
		"no defendant":     {func(d *document.Document) { d.Defendant = "" }, "No se encontró el demandado:"},
		"no party":         {func(d *document.Document) { d.Plaintiff, d.Defendant = "", "" }, "ni el demandante ni el demandado:"},
		"a petition": {func(d *document.Document) {
			d.Type, d.Suggested.Type, d.Defendant = document.DerechoPeticion, document.DerechoPeticion, ""
		}, ""},
		"an unsure type":     {func(d *document.Document) { d.Suggested.Confidence = .4 }, "El texto no deja claro de qué tipo es el documento: compruebe si es «tutela»."},
		"another type":       {func(d *document.Document) { d.Suggested.Type = document.Otro }, ""},
		"no page has a text": {func(d *document.Document) { d.Pages, d.Plaintiff = []document.PageInfo{{Number: 1, Empty: true}}, "" }, "La página 1 no tiene texto legible."},
		"typed in":           {func(d *document.Document) { d.Pages, d.Plaintiff, d.Suggested = nil, "", document.Suggestion{} }, ""},
		"validated":          {func(d *document.Document) { d.ValidatedAt, d.Defendant = time.Unix(1, 0), "" }, ""},
	} {
		d := whole()
		tc.change(&d)
		got := strings.Join(d.Warnings(), "|")
		if d.IsDoubtful() != (tc.says != "") || !strings.Contains(got, tc.says) || (got != "") != (tc.says != "") || strings.Contains(got, "|") {
			t.Errorf("%s: doubtful %v, warns %q, want %q", rule, d.IsDoubtful(), got, tc.says)
		}
	}
}

func TestContentBesideThePagesIsWarnedOf(t *testing.T) {
	many := make([]string, document.MaxAttachments+1)
	for i := range many {
		many[i] = "a.pdf"
	}
	for rule, tc := range map[string]struct {
		page document.Page
		says []string
	}{
		"one file":        {document.Page{Attachments: []string{"tutela.pdf"}}, []string{"contiene otro archivo, que no se leyó: «tutela.pdf»."}},
		"several":         {document.Page{Attachments: []string{"a.pdf", ""}}, []string{"que no se leyeron: «a.pdf», «sin nombre»."}},
		"more than named": {document.Page{Attachments: many}, []string{"«a.pdf» y más."}},
		"a hostile name":  {document.Page{Attachments: []string{"../x\n\u202efdp.exe"}}, []string{"«xfdp.exe»"}},
		"a form":          {document.Page{AdobeForm: true}, []string{"formulario de Adobe"}},
		"hidden words":    {document.Page{Hidden: true}, []string{"La página 1 contiene palabras que no se ven"}},
	} {
		tc.page.Number, tc.page.Text, tc.page.Confidence = 1, "Señor juez", 1
		r := document.Reading{Pages: []document.Page{tc.page}}
		d := document.Document{Pages: []document.PageInfo{{Number: 1, Confidence: 1, Attachments: tc.page.Attachments, AdobeForm: tc.page.AdobeForm,
			Hidden: tc.page.Hidden}}}
		if !r.NeedsReview() {
			t.Errorf("%s: needs no review", rule)
		}
		for _, got := range [][]string{r.Warnings(), d.Warnings()} {
			for _, part := range tc.says {
				if len(got) != 1 || !strings.Contains(got[0], part) {
					t.Errorf("%s: warns %q, want %q", rule, got, part)
				}
			}
		}
	}
	if err := (&document.Page{Attachments: []string{strings.Repeat("a", 1<<20)}}).CheckSize(); err == nil {
		t.Error("names of a megabyte are taken")
	}
}
