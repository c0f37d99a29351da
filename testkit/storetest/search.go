package storetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/search"
)

// searched are documents in which words are in different places.
func searched() []document.Document {
	docs := []document.Document{
		{ID: "d0", FileName: "tutela_pensión.pdf", Plaintiff: "José Peña Núñez", Defendant: "Colpensiones", Cedula: "52.418.903",
			Radicado: "11001310300120240012300", Court: "Juzgado Primero Civil de Bogotá", Text: "Solicito el pago de las pensiones que me negaron."},
		{
			ID:        "d1",
			FileName:  "b.pdf",
			Plaintiff: "Ana López",
			Defendant: "Nueva EPS",
			Text:      "Me vulneraron el derecho a la salud. C.C. 52418903. Vive con José Peña.",
		},
		{ID: "d2", FileName: "c.pdf", Plaintiff: "ANA MARÍA LÓPEZ", Defendant: "Sanitas", Radicado: "11001-31-03-001-2023-00077-00",
			Text: "La vulneración del mínimo vital, el mínimo vital y otra vez el mínimo. Salud no."},
		{ID: "d3", ActaNumber: "AC-77", Defendant: "Ministerio de Salud", Remarks: "Entregado por la tutelante", Tags: []string{"urgente", "año nuevo"}},
		{ID: "d4", Plaintiff: "Zoila Rodríguez", Text: "niño, vital mínimo, 2023 y 77, rodrigona"},
	}
	for i := range docs {
		docs[i].CreatedAt = epoch.Add(time.Duration(i) * time.Hour)
		docs[i].Type, docs[i].Status = document.Tutela, document.Processed
	}
	return docs
}

func testSearch(t *testing.T, open func(t *testing.T) Stores) {
	create := func(t *testing.T, ctx context.Context, s Stores) {
		t.Helper()
		for _, d := range searched() {
			must(t, s.Documents.Create(ctx, d))
		}
	}
	finds := map[string]string{
		"":                         "d4 d3 d2 d1 d0",
		"  \"\" - ":                "d4 d3 d2 d1 d0",
		"💩":                        "",
		"vulneracion":              "d2 d1",
		"VULNERADOS":               "d2 d1",
		"pension":                  "d0",
		"nino":                     "d4",
		"NIÑO":                     "d4",
		"ano nuevo":                "d3",
		"salud":                    "d3 d2 d1",
		"salud -ministerio":        "d2 d1",
		"-salud":                   "d4 d0",
		"-salud -\"mínimo vital\"": "d4 d0",
		"-\"minimo vital\"":        "d4 d3 d1 d0",
		"\"minimo vital\"":         "d2",
		"\"minimos vital\"":        "",
		"minimo vital":             "d2 d4", // side by side goes before
		"vital minimo":             "d4 d2",
		"rodr":                     "d4",
		"Rodrig":                   "d4",
		"ro":                       "",
		"la":                       "d3 d2 d1",
		"jose peña":                "d0 d1",
		"52418903":                 "d0 d1",
		"52.418.903":               "d0 d1",
		"52 418 903":               "d0 d1",
		"CC 52-418-903":            "d1", "e.p.s. nueva": "d1",
		"\"52.418.903\"":                    "d0 d1",
		"5241":                              "d0 d1",
		"11001-31-03-001-2024-00123-00":     "d0",
		"11001 31 03 001 2024 00123 00":     "d0",
		"1100131030012023":                  "d2",
		"2024-00123":                        "d0",
		"2023-77":                           "d2",
		"2023 77":                           "d2 d4",
		"ac-77":                             "d3",
		"juzgado primero":                   "d0",
		"tutela_pension.pdf":                "d0",
		"urgente":                           "d3",
		"entregados":                        "d3",
		"sanitas OR nueva":                  "d2 d1 d3",
		"\"nueva eps\" OR \"minimo vital\"": "d1 d2",
		"salud NOT ministerio":              "d2 d1",
		"ana lopez":                         "d2 d1",
		"\"ana lopez\"":                     "d1",
		"\"nueva eps me\"":                  "",
	}
	rules := []rule{
		{"a query finds what has its words", func(t *testing.T, ctx context.Context, s Stores) {
			create(t, ctx, s)
			for query, want := range finds {
				t.Run(fmt.Sprintf("«%s» finds %s", query, want), func(t *testing.T) {
					wantSearch(t, ctx, s, query, document.ByRelevance, strings.Fields(want)...)
				})
			}
		}},
		{"every order sorts, and what is equal comes newest first", func(t *testing.T, ctx context.Context, s Stores) {
			create(t, ctx, s)
			for order, want := range map[document.SearchOrder]string{
				document.ByNewest: "d4 d3 d2 d1 d0", document.ByOldest: "d0 d1 d2 d3 d4",
				document.ByPlaintiff: "d1 d2 d0 d4 d3", document.ByRadicado: "d2 d0 d4 d3 d1",
			} {
				wantSearch(t, ctx, s, "", order, strings.Fields(want)...)
			}
			wantSearch(t, ctx, s, "salud", document.ByPlaintiff, "d1", "d2", "d3")
		}},
		{"pages follow one another, in every order, up to the end", func(t *testing.T, ctx context.Context, s Stores) {
			for i := range 23 {
				d := document.Document{ID: fmt.Sprintf("d%02d", i), CreatedAt: epoch.Add(time.Duration(i) * time.Second), Text: "salud y vida"}
				switch i % 5 {
				case 0:
					d.Plaintiff = "Salud Vida"
				case 1:
					d.Court = "Juzgado de Salud"
				case 2:
					d.Text += " y salud"
				case 3:
					d.Text = "vida, salud"
				}
				must(t, s.Documents.Create(ctx, d))
			}
			for _, order := range document.SearchOrders() {
				for _, query := range []string{"salud", "salud vida", "-muerte", "vid"} {
					var all []string
					for number := 1; number <= 7; number++ {
						l, err := s.Search.Find(ctx, search.Parse(query), document.Filter{}, order, document.PageRequest{Number: number, Size: 4})
						must(t, err)
						wantEqual(t, l.Total, 23)
						all = append(all, idsOf(l)...)
					}
					wantSearch(t, ctx, s, query, order, all...)
					slices.Sort(all)
					if all = slices.Compact(all); len(all) != 23 {
						t.Fatalf("%s by %s: %d of 23 on all pages", query, order, len(all))
					}
				}
			}
		}},
		{"pages that do not exist are empty, with the total", func(t *testing.T, ctx context.Context, s Stores) {
			create(t, ctx, s)
			for _, number := range []int{2, 1 << 30, 1 << 62, 0, -1} {
				for _, order := range document.SearchOrders() {
					l, err := s.Search.Find(ctx, search.Parse("salud"), document.Filter{}, order, document.PageRequest{Number: number, Size: 20})
					must(t, err)
					wantEqual(t, len(l.Items), 0)
					wantEqual(t, l.Total, 3)
				}
			}
		}},
		{"a change is found and what it replaced is not", func(t *testing.T, ctx context.Context, s Stores) {
			create(t, ctx, s)
			must(t, s.Documents.Update(ctx, "d1", func(d *document.Document) error {
				d.Plaintiff, d.Tags = "Berta Cáceres", []string{"archivado"}
				return nil
			}))
			wantSearch(t, ctx, s, "berta", document.ByRelevance, "d1")
			wantSearch(t, ctx, s, "archivados", document.ByRelevance, "d1")
			wantSearch(t, ctx, s, "\"ana lopez\"", document.ByRelevance)
			wantSearch(t, ctx, s, "derecho", document.ByRelevance, "d1")
			wantSearch(t, ctx, s, "", document.ByPlaintiff, "d2", "d1", "d0", "d4", "d3")
		}},
		{"a deleted document is not found, and its ID is free", func(t *testing.T, ctx context.Context, s Stores) {
			create(t, ctx, s)
			must(t, s.Documents.Delete(ctx, "d1"))
			wantSearch(t, ctx, s, "derecho", document.ByRelevance)
			wantSearch(t, ctx, s, "-derecho", document.ByRelevance, "d4", "d3", "d2", "d0")
			must(t, s.Documents.Create(ctx, document.Document{ID: "d1", Text: "derechos", CreatedAt: epoch}))
			wantSearch(t, ctx, s, "derecho", document.ByRelevance, "d1")
		}},
		{"what a failed transaction stored is not found", func(t *testing.T, ctx context.Context, s Stores) {
			create(t, ctx, s)
			err := s.Transactor.InTx(ctx, func(ctx context.Context) error {
				must(t, s.Documents.Delete(ctx, "d0"))
				must(t, s.Documents.Create(ctx, document.Document{ID: "x", Text: "efímero", CreatedAt: epoch}))
				wantSearch(t, ctx, s, "efimero", document.ByRelevance, "x")
				wantSearch(t, ctx, s, "colpensiones", document.ByRelevance)
				return errChange
			})
			if err == nil {
				t.Fatal("no error")
			}
			wantSearch(t, ctx, s, "efimero", document.ByRelevance)
			wantSearch(t, ctx, s, "colpensiones", document.ByRelevance, "d0")
		}},
		{"a transaction finds what it changed, and so does everybody once it is committed", func(t *testing.T, ctx context.Context, s Stores) {
			create(t, ctx, s)
			must(t, s.Transactor.InTx(ctx, func(ctx context.Context) error {
				for i := range 3 {
					must(t, s.Documents.Create(ctx, document.Document{ID: fmt.Sprint("x", i), Text: "efímero", CreatedAt: epoch}))
				}
				must(t, s.Documents.Update(ctx, "x0", func(d *document.Document) error { d.Text = "duradero"; return nil }))
				must(t, s.Documents.Delete(ctx, "x1"))
				must(t, s.Documents.Update(ctx, "d0", func(d *document.Document) error { d.Defendant = "Efímera"; return nil }))
				wantSearch(t, ctx, s, "efimero", document.ByRelevance, "d0", "x2")
				must(t, s.Documents.Create(ctx, document.Document{ID: "x3", Text: "efímeros", CreatedAt: epoch}))
				l, err := s.Documents.List(ctx, document.Filter{Query: "efimero"}, document.PageRequest{Number: 1, Size: 9})
				must(t, err)
				wantEqual(t, l.Total, 3)
				return nil
			}))
			wantSearch(t, ctx, s, "efimero", document.ByRelevance, "d0", "x3", "x2")
			wantSearch(t, ctx, s, "duradero", document.ByRelevance, "x0")
			wantSearch(t, ctx, s, "colpensiones", document.ByRelevance)
		}},
		{"tiers are those of the latest documents, and a total is exact up to its bound", func(t *testing.T, ctx context.Context, s Stores) {
			const beyond = search.MaxFound + 5
			load(t, ctx, s, 0, beyond, func(i int) document.Document {
				d := document.Document{Text: "vida, salud", Type: document.Tutela}
				switch i {
				case 7, beyond - search.MaxRanked - 1:
					d.Plaintiff = "Vida Salud"
				case beyond - search.MaxRanked:
					d.Text = "vida y salud"
				case 8:
					d.Text = "salud"
				}
				if i%2 == 0 {
					d.Type = document.Desacato
				}
				return d
			})
			for _, c := range []struct {
				query   string
				order   document.SearchOrder
				number  int
				want    int // the first of the page
				items   int
				total   int
				atLeast bool
			}{
				{"vida y salud", document.ByRelevance, 1, beyond - search.MaxRanked, 50, search.MaxFound, true},
				{"vida salud", document.ByRelevance, search.MaxRanked/50 + 1, beyond - search.MaxRanked - 1, 50, search.MaxFound, true},
				{"vida salud", document.ByRelevance, search.MaxFound / 50, 5 + 49, 50, search.MaxFound, true},
				{"vida salud", document.ByRelevance, search.MaxFound/50 + 1, 0, 0, search.MaxFound, true},
				{"salud -\"vida salud\"", document.ByRelevance, 1, beyond - search.MaxRanked, 2, 2, true},
				{"\"vida salud\"", document.ByNewest, 1, beyond - 1, 50, search.MaxRead - 1, true},
				{"salud", document.ByOldest, 1, 0, 50, search.MaxFound, true},
				{"salud", document.ByOldest, 2, 50, 50, search.MaxFound, true},
				{"vida", document.ByPlaintiff, 1, beyond - search.MaxRanked - 1, 50, search.MaxFound, true},
				{"", document.ByRelevance, beyond / 50, 5 + 49, 50, beyond, false},
			} {
				l, err := s.Search.Find(ctx, search.Parse(c.query), document.Filter{}, c.order, document.PageRequest{Number: c.number, Size: 50})
				must(t, err)
				if len(l.Items) != c.items || l.Total != c.total || l.AtLeast != c.atLeast || c.items > 0 && l.Items[0].ID != documentID(c.want) {
					t.Errorf(
						"%s by %s, page %d: got %d of %d (at least: %t), the first %v; want %+v",
						c.query,
						c.order,
						c.number,
						len(l.Items),
						l.Total,
						l.AtLeast,
						idsOf(l)[:min(1, len(l.Items))],
						c,
					)
				}
			}
			// A longer word than the last one of a query counts where that is rare.
			must(t, s.Documents.Create(ctx, document.Document{ID: "longer", Text: "Saludcoop", CreatedAt: epoch.Add(beyond * time.Second)}))
			for query, want := range map[string]string{"salud": documentID(beyond - 1), "salu": "longer", "saludcoo": "longer"} {
				l, err := s.Search.Find(ctx, search.Parse(query), document.Filter{}, document.ByNewest, document.PageRequest{Number: 1, Size: 1})
				must(t, err)
				wantEqual(t, query+" "+l.Items[0].ID, query+" "+want)
			}
			must(t, s.Documents.Delete(ctx, "longer"))
			for filter, want := range map[document.Filter]document.Listing{
				{Query: "salud"}:                         {Total: search.MaxFound, AtLeast: true},
				{Query: "salud", Type: document.Tutela}:  {Total: beyond / 2},
				{Query: "vida y", Type: document.Tutela}: {Total: beyond / 2},
				{Query: "\"y salud\"", From: 1}:          {Total: 1},
				{Query: "-", Type: document.Desacato}:    {Total: beyond - beyond/2},
				{Query: "-\"y salud\""}:                  {Total: search.MaxRead - 1, AtLeast: true},
				{Query: "\"salud vida\""}:                {AtLeast: true},
			} {
				l, err := s.Documents.List(ctx, filter, document.PageRequest{Number: 1, Size: 20})
				must(t, err)
				if l.Total != want.Total || l.AtLeast != want.AtLeast || len(l.Items) != min(l.Total, 20) {
					t.Errorf("%+v: got %d of %d (at least: %t), want %+v", filter, len(l.Items), l.Total, l.AtLeast, want)
				}
				n := 0
				must(t, s.Documents.Each(ctx, filter, func(*document.Document) error { n++; return nil }))
				if n < l.Total || n > l.Total && !l.AtLeast {
					t.Errorf("%+v: each visits %d of %d", filter, n, l.Total)
				}
			}
		}},
		{"a phrase is sought in a bounded number of documents that have its words", func(t *testing.T, ctx context.Context, s Stores) {
			load(t, ctx, s, 0, search.MaxRead-1, func(i int) document.Document {
				if i == 0 {
					return document.Document{Text: "vida salud"}
				}
				return document.Document{Text: "salud vida"}
			})
			want := func(total int, atLeast bool) {
				t.Helper()
				l, err := s.Search.Find(ctx, search.Parse(`"vida salud"`), document.Filter{}, document.ByRelevance, document.PageRequest{Number: 1, Size: 9})
				must(t, err)
				if l.Total != total || l.AtLeast != atLeast {
					t.Fatalf("found %d (at least: %t), want %d (%t)", l.Total, l.AtLeast, total, atLeast)
				}
			}
			want(1, false)
			must(t, s.Documents.Create(ctx, document.Document{ID: "x", Text: "salud vida", CreatedAt: epoch}))
			want(1, true)
			must(t, s.Documents.Create(ctx, document.Document{ID: "y", Text: "salud vida", CreatedAt: epoch}))
			want(0, true)
		}},
		{"passages are of the text, or of the remarks without one", func(t *testing.T, ctx context.Context, s Stores) {
			long := strings.Repeat("ñ", search.SnippetReach)
			must(t, s.Documents.Create(ctx, document.Document{ID: "a", Text: "texto", Remarks: "nota"}))
			must(t, s.Documents.Create(ctx, document.Document{ID: "b", Remarks: "nota"}))
			must(t, s.Documents.Create(ctx, document.Document{ID: "c", Text: long}))
			got, err := s.Search.Passages(ctx, []string{"a", "b", "c", "unknown"})
			must(t, err)
			wantEqual(t, len(got), 3)
			wantEqual(t, [2]string{got["a"], got["b"]}, [2]string{"texto", "nota"})
			if c := got["c"]; len(c) < search.SnippetReach || !strings.HasPrefix(long, c) {
				t.Fatalf("%d bytes of %d", len(c), len(long))
			}
			none, err := s.Search.Passages(ctx, nil)
			must(t, err)
			wantEqual(t, len(none), 0)
		}},
		{"awkward texts are stored, and are safe as queries", func(t *testing.T, ctx context.Context, s Stores) {
			for i, text := range awkwardTexts {
				must(t, s.Documents.Create(ctx, document.Document{ID: fmt.Sprint("d", i), Text: text, Plaintiff: text, FileName: text, Tags: []string{text}}))
			}
			for _, query := range append(awkwardQueries, awkwardTexts...) {
				for _, order := range document.SearchOrders() {
					_, err := s.Search.Find(ctx, search.Parse(query), document.Filter{}, order, document.PageRequest{Number: 1, Size: 50})
					must(t, err)
				}
			}
		}},
		{"the list of documents narrows to what a query finds, and a search to what a filter takes", func(t *testing.T, ctx context.Context, s Stores) {
			create(t, ctx, s)
			must(t, s.Documents.Update(ctx, "d2", func(d *document.Document) error { d.Status, d.NeedsReview = document.Validated, true; return nil }))
			now := searched()
			now[2].Status, now[2].NeedsReview = document.Validated, true
			for i := range now {
				now[i].Due = document.DayOf(epoch) + document.Day(len(now)-i)
				must(t, s.Documents.Update(ctx, now[i].ID, func(d *document.Document) error { d.Due = now[i].Due; return nil }))
			}
			for _, query := range []string{"salud", "-salud", "\"mínimo vital\"", "nadie", "💩", "-"} {
				for _, f := range []document.Filter{{}, {Status: document.Validated}, {Type: document.Tutela, Status: document.Processed},
					{Review: document.ReviewDue}, {Review: document.ReviewNotDue}, {Type: document.Desacato},
					{From: document.DayOf(epoch), To: document.DayOf(epoch)}, {From: document.DayOf(epoch) + 1},
					{ByDue: true, DueTo: document.DayOf(epoch) + 4}} {
					for _, order := range document.SearchOrders() {
						wantSearchFiltered(t, ctx, s, now, query, f, order)
					}
					f.Query = query
					wantFiltered(t, ctx, s, now, f)
				}
			}
		}},
		{"a query finds what its plan says, whatever is stored and asked", testSearchIsItsPlan},
	}
	runRules(t, open, rules)
}

// testSearchIsItsPlan compares a store with the plan's own logic.
func testSearchIsItsPlan(t *testing.T, ctx context.Context, s Stores) {
	word := rapid.SampledFrom([]string{"salud", "saludes", "vida", "vital", "la", "Peña", "pena", "77", "2023", "2023-77", "1.020", "tutelas", "tutela"})
	text := rapid.Map(rapid.SliceOfN(word, 0, 8), func(words []string) string { return strings.Join(words, " ") })
	operator := rapid.SampledFrom([]string{" ", " -", " \"", "\" ", " "})
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		var made []document.Document
		for range rapid.IntRange(1, 6).Draw(t, "documents") {
			n++
			made = append(made, document.Document{ID: fmt.Sprintf("d%06d", n), CreatedAt: epoch.Add(time.Duration(n) * time.Second),
				Plaintiff: text.Draw(t, "plaintiff"), Court: text.Draw(t, "court"), Text: text.Draw(t, "text")})
		}
		each := func(change func(ctx context.Context, d document.Document) error) {
			err := s.Transactor.InTx(ctx, func(ctx context.Context) error {
				for _, d := range made {
					if err := change(ctx, d); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		each(s.Documents.Create)
		query := ""
		for range rapid.IntRange(1, 4).Draw(t, "words") {
			query += operator.Draw(t, "operator") + word.Draw(t, "word")
		}
		q := search.Parse(query)
		want := PlannedOrder(q, made)
		l, err := s.Search.Find(ctx, q, document.Filter{}, document.ByRelevance, document.PageRequest{Number: 1, Size: 50})
		if err != nil || l.Total != len(want) || !slices.Equal(idsOf(l), want) {
			t.Fatalf("%s: got %d %v, %v; want %v", query, l.Total, idsOf(l), err, want)
		}
		each(func(ctx context.Context, d document.Document) error { return s.Documents.Delete(ctx, d.ID) })
	})
}

// PlannedOrder returns the IDs of those documents, the oldest first, that a query
// finds, in the order of its plan.
func PlannedOrder(q search.Query, stored []document.Document) (ids []string) {
	plan := q.Plan()
	tiers := make([][]string, search.Tiers)
	for _, d := range slices.Backward(stored) {
		if e := d.SearchEntry(); q.Matches(e) {
			tier := plan.Tier(e.Parts, plan.Row != nil && plan.Row.Within(e.Words))
			tiers[tier] = append(tiers[tier], d.ID)
		}
	}
	return slices.Concat(tiers...)
}

func documentID(i int) string { return fmt.Sprintf("d%06d", i) }

// load stores documents from one number up to another many at once, a second apart.
func load(t *testing.T, ctx context.Context, s Stores, from, to int, made func(i int) document.Document) {
	t.Helper()
	var some []document.Loadable
	for i := from; i < to; i++ {
		d := made(i)
		d.ID, d.CreatedAt = documentID(i), epoch.Add(time.Duration(i)*time.Second)
		if some = append(some, document.Loadable{Document: d, Entry: d.SearchEntry()}); len(some) == 1000 || i == to-1 {
			must(t, s.Loader.Load(ctx, some))
			some = nil
		}
	}
}

// awkwardQueries are read as something by one query language or another.
var awkwardQueries = []string{
	"AND", "OR NOT", "NEAR(a b, 3)", "a AND", "terms:salud", "{terms} : x", "^salud", "sal*", "*", "\"", "\"\"\"", "'; DROP TABLE documents; --",
	"(((((", ")", "a\"b", "-", "--", "- -", "-\"", "-\"a", "\\", "%", "_", "_ _", ":", "i:ana", "$1", "?", "??", "@x", "a:b:c", "<script>alert(1)</script>",
	"\x00", "a\x00b", "\xff\xfe", "\u202e", "\u200b", "é", "e\u0301", "ﬁ", "١٢٣", "Ⅷ", "日本語 テスト", "🏳️‍🌈", strings.Repeat("a", 5000),
	strings.Repeat("a ", 5000), strings.Repeat("-a ", 500), strings.Repeat("\"a b\" ", 500), strings.Repeat("1 ", 500), strings.Repeat("1.", 500),
	strings.Repeat("(", 3000), strings.Repeat("\"", 999), strings.Repeat("x-", 400),
}

func wantSearch(t *testing.T, ctx context.Context, s Stores, query string, order document.SearchOrder, ids ...string) {
	t.Helper()
	l, err := s.Search.Find(ctx, search.Parse(query), document.Filter{}, order, document.PageRequest{Number: 1, Size: 50})
	must(t, err)
	if got := idsOf(l); !slices.Equal(got, ids) || l.Total != len(ids) {
		t.Fatalf("«%s» by %s: got %v of %d, want %v", query, order, got, l.Total, ids)
	}
	for _, item := range l.Items {
		d, err := s.Documents.Get(ctx, item.ID)
		must(t, err)
		wantEqual(t, item, d.Summary())
	}
}

func idsOf(l document.Listing) []string {
	ids := []string{}
	for _, item := range l.Items {
		ids = append(ids, item.ID)
	}
	return ids
}

// wantSearchFiltered asks for what a query finds and a filter takes, page by page.
func wantSearchFiltered(t *testing.T, ctx context.Context, s Stores, all []document.Document, query string, f document.Filter, order document.SearchOrder) {
	t.Helper()
	q := search.Parse(query)
	want, got := []string{}, []string{}
	for i := range all {
		if f.Takes(&all[i]) && q.Matches(all[i].SearchEntry()) {
			want = append(want, all[i].ID)
		}
	}
	for n := 1; ; n++ {
		l, err := s.Search.Find(ctx, q, f, order, document.PageRequest{Number: n, Size: 2})
		must(t, err)
		wantEqual(t, l.Total, len(want))
		if len(l.Items) == 0 {
			break
		}
		got = append(got, idsOf(l)...)
	}
	slices.Sort(got)
	slices.Sort(want)
	wantEqual(t, got, want)
}
