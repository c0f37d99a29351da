package intakeapi_test

import (
	"context"
	"encoding/json"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/adapters/rest/intakeapi"
	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/search"
	"github.com/cotejo/cotejo/testkit/apitest"
)

func TestSearch(t *testing.T) {
	found := `{"data":{"documents":[{"id":"` + knownDocument + `","file_name":"a.pdf","demandante":"ANA","demandado":"EPS","document_type":"tutela",
		"status":"processed","snippet":"la salud de x","highlights":[{"start":3,"end":8}]}],"total":41,"page":1,"page_size":50}}`
	bad := func(name, query, location string) apitest.Row {
		return apitest.Row{Name: name, Path: query, Token: goodToken, Status: 422, JSON: `{"errors":[{"location":"query.` + location + `"}]}`}
	}
	build(t, nil).Run(t, under("/documents/search", []apitest.Row{
		{Name: "a page of findings", Path: "?q=x", Token: goodToken, Status: 200, JSON: found},
		{Name: "more than are counted", Path: "?q=broad", Token: goodToken, Status: 200, JSON: `{"data":{"total":41,"total_exact":false}}`},
		{Name: "another page", Path: "?q=x&page=3&page_size=200", Token: goodToken, Status: 200, JSON: `{"data":{"page":3,"page_size":200}}`},
		{Name: "no query", Token: goodToken, Status: 200, JSON: `{"data":{"documents":["*"],"total":41}}`},
		{Name: "an empty order is the default", Path: "?sort_by=", Token: goodToken, Status: 200},
		{Name: "an order in any case", Path: "?sort_by=fecha_ASC", Token: goodToken, Status: 200},
		{Name: "an unknown order: the orders are listed", Path: "?sort_by=hora", Token: goodToken, Status: 422,
			JSON: `{"code":"invalid_sort_by","detail":"No se puede ordenar así; elija uno de: Relevancia, Fecha, Fecha_asc, Demandante, Radicado.","errors":[{"location":"query.sort_by"}]}`},
		bad("page 0", "?page=0", "page"),
		bad("no page", "?page=x", "page"),
		bad("no documents a page", "?page_size=0", "page_size"),
		bad("too many documents a page", "?page_size=201", "page_size"),
		{Name: "without a token", Path: "?q=x", Status: 401},
		{Name: "only asked", Method: "POST", Path: "?q=x", Token: goodToken, Status: 405},
	}))
}

func TestSearchPassesWhatIsAsked(t *testing.T) {
	var got document.Search
	h := build(t, func(_ *rest.Options, _ *intakeapi.Deps, h *house) {
		h.intake.SearchFunc = func(_ context.Context, _ account.Actor, s document.Search) (document.Found, error) {
			got = s
			return document.Found{Page: s.Page}, nil
		}
	})
	for query, want := range map[string]document.Search{
		"": {Order: document.ByRelevance, Page: document.PageRequest{Number: 1, Size: 50}},
		"?q=a+%22b%22%20-c&sort_by=Fecha_asc&page=2&page_size=1": {Text: `a "b" -c`, Order: document.ByOldest, Page: document.PageRequest{Number: 2, Size: 1}},
	} {
		h.Do(t, apitest.Row{Path: prefix + "/documents/search" + query, Token: goodToken, Status: 200})
		if got != want {
			t.Errorf("%q: %+v, want %+v", query, got, want)
		}
	}
}

// A total that counts everything stands beside the specified keys only.
func TestListsHaveSpecifiedKeys(t *testing.T) {
	h := build(t, nil)
	for path, want := range map[string]string{
		"/documents":        "page per_page total total_pages",
		"/documents/search": "documents page page_size total",
	} {
		var body struct{ Data, Meta json.RawMessage }
		if err := json.Unmarshal(h.Do(t, apitest.Row{Path: prefix + path + "?q=x", Token: goodToken, Status: 200}), &body); err != nil {
			t.Fatal(err)
		}
		object := body.Meta
		if object == nil {
			object = body.Data
		}
		var keys map[string]any
		if err := json.Unmarshal(object, &keys); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(slices.Sorted(maps.Keys(keys)), " "); got != want {
			t.Errorf("%s has %s, want %s", path, got, want)
		}
	}
}

// nastyQueries have broken query languages, encoders and loggers elsewhere.
var nastyQueries = []string{"'", `"`, `""`, `"a`, "AND", "a AND", "NEAR(a b)", "*", "a*", "^a", "{a}:b", "a:b", "-", "--a", "(", ")", "((((", "\\", "%", "%00", "\x00", "\xff\xfe",
	"'; DROP TABLE documents; --", "1' OR '1'='1", "<script>alert(1)</script>", "{{7*7}}", "${jndi:ldap://x}", "../../etc/passwd", "\u202eevil", "\ufeff", "Ω≈ç√", "田中さん", "👩‍👩‍👧", "ﷺ", "e\u0301\u0301\u0301",
	repeat("a", 8000), repeat("a ", 4000), repeat(`"a`, 3000), repeat("-a ", 2000), repeat("1.", 3000), repeat("ñ", 1000)}

func TestAnyQueryIsSafe(t *testing.T) {
	store, err := sqlstore.Open(t.Context(), sqlstore.Options{Path: filepath.Join(t.TempDir(), "cotejo.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if err := store.Documents().Create(t.Context(), document.Document{ID: knownDocument, Type: document.Tutela, Status: document.Processed, Text: "La salud y la vida", CreatedAt: when}); err != nil {
		t.Fatal(err)
	}
	queries := append([]string{}, nastyQueries...)
	if content, err := os.ReadFile("../../../../shared/samples/payloads/blns/blns.json"); err == nil {
		var more []string
		if err := json.Unmarshal(content, &more); err != nil {
			t.Fatal(err)
		}
		queries = append(queries, more...)
	}
	h := build(t, func(_ *rest.Options, _ *intakeapi.Deps, h *house) {
		h.intake.ListFunc = func(ctx context.Context, _ account.Actor, f document.Filter, p document.PageRequest) (document.Listing, error) {
			return store.Documents().List(ctx, f, p)
		}
		h.intake.SearchFunc = func(ctx context.Context, _ account.Actor, s document.Search) (document.Found, error) {
			q := search.Parse(s.Text)
			list, err := store.Search().Find(ctx, q, s.Filter, s.Order, s.Page)
			found := document.Found{Total: list.Total, Page: list.Page}
			for _, item := range list.Items {
				found.Items = append(found.Items, document.Finding{Summary: item, Snippet: q.Snippet("La salud y la vida")})
			}
			return found, err
		}
	})
	for _, path := range []string{"/documents/search", "/documents"} {
		for _, q := range queries {
			h.Do(t, apitest.Row{Path: prefix + path + "?q=" + url.QueryEscape(q), Token: goodToken, Status: 200})
		}
	}
}
