package intakeapi_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/adapters/rest/intakeapi"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/intake"
	"github.com/cotejo/cotejo/testkit/apitest"
	"github.com/cotejo/cotejo/testkit/memstore"
)

// viewID is the ID of the nth view that is saved.
func viewID(n int) string { return fmt.Sprintf("01980000-0000-7000-8000-%012d", n) }

// withViews gives a server the views of an empty store.
func withViews(_ *rest.Options, d *intakeapi.Deps, _ *house) {
	n := 0
	d.Views = intake.SavedViews{Store: memstore.New().SavedViews(), Now: func() time.Time { return when }, NewID: func() string { n++; return viewID(n) }}
}

func TestSavedViews(t *testing.T) {
	save := func(name, more string) string { return `{"name":"` + name + `",` + more + `}` }
	all := func(views ...string) string { return `{"data":[` + strings.Join(views, ",") + `]}` }
	const filters = `{"status":"processed","document_type":"tutela","due":"week","sort":"due","mine":"true","q":"salud -eps","date_from":"2026-03-01"}`
	rows := []apitest.Row{
		{Name: "nobody has any", Status: 200, JSON: all()},
		{Name: "filters are saved", Method: "POST", Body: save("  Salud\\nurgente ", `"filters":`+filters), Status: 200,
			JSON: `{"data":{"id":"` + viewID(1) + `","name":"Salud urgente","owner":"ana","mine":true,"shared":false,"filters":` + filters + `}}`},
		{Name: "without any filter", Method: "POST", Body: save("Todo", `"shared":true,"filters":{}`), Token: adminToken, Status: 200,
			JSON: `{"data":{"id":"` + viewID(2) + `","shared":true,"filters":{}}}`},
		{Name: "own and shared ones are seen", Status: 200,
			JSON: all(`{"id":"`+viewID(1)+`"}`, `{"id":"`+viewID(2)+`","owner":"jefa","mine":false}`)},
		{Name: "own ones of others are not", Token: adminToken, Status: 200, JSON: all(`{"id":"` + viewID(2) + `","mine":true}`), Lacks: []string{viewID(1)}},
		{Name: "a name again replaces", Method: "POST", Body: save("Salud urgente", `"filters":{"needs_review":"true"}`), Status: 200,
			JSON: `{"data":{"id":"` + viewID(1) + `","filters":{"needs_review":"true"}}}`, Lacks: []string{"salud"}},
		{Name: "no name", Method: "POST", Body: save(" ", `"filters":{}`), Status: 422, JSON: `{"code":"invalid_view_name","errors":[{"location":"body.name"}]}`},
		{Name: "a long name", Method: "POST", Body: save(strings.Repeat("ñ", 61), `"filters":{}`), Status: 422, JSON: `{"code":"invalid_view_name"}`},
		{Name: "long filters", Method: "POST", Body: save("x", `"filters":{"q":"`+strings.Repeat("a ", 4000)+`"}`), Status: 422, JSON: `{"code":"view_too_long"}`},
		{Name: "no such filter value", Method: "POST", Body: save("x", `"filters":{"due":"ayer"}`), Status: 422, JSON: `{"errors":[{"location":"body.filters.due"}]}`},
		{Name: "no such kind", Method: "POST", Body: save("x", `"filters":{"document_type":"¿qué?"}`), Status: 422,
			JSON: `{"errors":[{"location":"body.filters.document_type"}]}`},
		{Name: "no such day", Method: "POST", Body: save("x", `"filters":{"date_to":"2026-02-30"}`), Status: 422, JSON: `{"errors":[{"location":"body.filters.date_to"}]}`},
		{Name: "no filters", Method: "POST", Body: `{"name":"x"}`, Status: 422},
		{Name: "another's own one is not there", Method: "DELETE", Path: "/" + viewID(1), Token: adminToken, Status: 404, JSON: `{"code":"view_not_found"}`},
		{Name: "a clerk does not delete a shared one of others", Method: "DELETE", Path: "/" + viewID(2), Status: 403},
		{Name: "an own one is deleted", Method: "DELETE", Path: "/" + viewID(1), Status: 204},
		{Name: "once", Method: "DELETE", Path: "/" + viewID(1), Status: 404},
		{Name: "what is no identifier", Method: "DELETE", Path: "/x", Status: 404},
		{Name: "a clerk shares one", Method: "POST", Body: save("De todos", `"shared":true,"filters":{}`), Status: 200},
		{Name: "an administrator deletes it", Method: "DELETE", Path: "/" + viewID(4), Token: adminToken, Status: 204},
		{Name: "nobody sees any without a session", Token: "x", Status: 401},
	}
	for i := range rows {
		rows[i].Path, rows[i].Token = prefix+"/saved-views"+rows[i].Path, cmp.Or(rows[i].Token, goodToken)
	}
	build(t, withViews).Run(t, rows)
}

func TestUserHasBoundedNumberOfViews(t *testing.T) {
	h := build(t, withViews)
	save := func(n int) apitest.Row {
		return apitest.Row{Name: fmt.Sprint("view ", n), Method: "POST", Path: prefix + "/saved-views", Token: goodToken, Body: fmt.Sprintf(`{"name":"v%d","filters":{}}`, n), Status: 200}
	}
	for n := range document.MaxSavedViews {
		h.Run(t, []apitest.Row{save(n)})
	}
	over := save(document.MaxSavedViews)
	over.Status, over.JSON = 422, `{"code":"too_many_views"}`
	h.Run(t, []apitest.Row{over, save(3)})
}
