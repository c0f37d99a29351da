package intakeapi_test

import (
	"context"
	"testing"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/adapters/rest/intakeapi"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/apitest"
)

// under puts the path before those of rows, and the method, if one is given, in
// them.
func under(path string, rows []apitest.Row, method ...string) []apitest.Row {
	for i := range rows {
		rows[i].Path = prefix + path + rows[i].Path
		if len(method) > 0 {
			rows[i].Method = method[0]
		}
	}
	return rows
}

func TestDedupConfig(t *testing.T) {
	put := func(name, body string, status int, fragment string) apitest.Row {
		return apitest.Row{Name: name, Method: "PUT", Token: adminToken, Body: body, Status: status, JSON: fragment}
	}
	build(t, nil).Run(t, under("/config/dedup", []apitest.Row{
		{Name: "anyone may see it", Token: goodToken, Status: 200,
			JSON: `{"data":{"minhash_weight":0.3,"tfidf_weight":0.3,"entity_weight":0.4,"tutela_threshold":0.7,"habeas_threshold":0.7,"default_threshold":0.7}}`},
		{Name: "nobody sees it without a token", Status: 401},
		{Name: "a user does not change it", Method: "PUT", Token: goodToken, Body: `{"tutela_threshold":0.5}`, Status: 403, JSON: `{"code":"admin_only"}`},
		{Name: "whatever he sends", Method: "PUT", Token: goodToken, Body: `{`, Status: 403},
		{Name: "nor somebody without a token", Method: "PUT", Body: `{"tutela_threshold":0.5}`, Status: 401},
		put("one number, the others stay", `{"tutela_threshold":0.5}`, 200, `{"data":{"minhash_weight":0.3,"tutela_threshold":0.5,"habeas_threshold":0.7}}`),
		put("in groups", `{"weights":{"minhash_weight":0.2,"tfidf_weight":0.2,"entity_weight":0.6},"thresholds":{"habeas_threshold":1}}`, 200,
			`{"data":{"minhash_weight":0.2,"entity_weight":0.6,"tutela_threshold":0.5,"habeas_threshold":1}}`),
		put("both ways at once", `{"minhash_weight":0,"weights":{"minhash_weight":0,"tfidf_weight":0.4}}`, 200, `{"data":{"minhash_weight":0,"tfidf_weight":0.4,"entity_weight":0.6}}`),
		{Name: "what was put is shown", Token: goodToken, Status: 200, JSON: `{"data":{"minhash_weight":0,"tutela_threshold":0.5,"habeas_threshold":1}}`},
		put("nothing", `{}`, 200, `{"data":{"tfidf_weight":0.4}}`),
		put("unknown fields", `{"x":1,"weights":{"y":2}}`, 200, `{"data":{"tfidf_weight":0.4}}`),
		put("twice and not the same", `{"tutela_threshold":0.1,"thresholds":{"tutela_threshold":0.2}}`, 422, `{"code":"number_given_twice","errors":[{"location":"body.tutela_threshold"}]}`),
		put("above 1", `{"tutela_threshold":1.01}`, 422, `{"errors":[{"location":"body.tutela_threshold","message":"Debe ser menor o igual que 1.","value":1.01}]}`),
		put("below 0 in a group", `{"weights":{"entity_weight":-0.1}}`, 422, `{"errors":[{"location":"body.weights.entity_weight"}]}`),
		put("a text", `{"tutela_threshold":"0.5"}`, 422, `{"errors":[{"location":"body.tutela_threshold","message":"Debe ser un número."}]}`),
		put("null is nothing", `{"tutela_threshold":null}`, 200, `{"data":{"tutela_threshold":0.5}}`),
		put("not finite", `{"tutela_threshold":1e999}`, 422, `{"status":422}`),
		put("no number of JSON", `{"tutela_threshold":NaN}`, 422, `{"status":422}`),
		put("a list", `[]`, 422, `{"status":422}`),
		put("a group that is no object", `{"weights":[0.3,0.3,0.4]}`, 422, `{"errors":[{"location":"body.weights"}]}`),
		put("no body", ``, 422, `{"status":422}`),
		put("too large", `{"x":"`+repeat("x", 2<<20)+`"}`, 413, `{"code":"body_too_large"}`),
	}))
}

func TestNERConfig(t *testing.T) {
	put := func(name, body string, status int, fragment string) apitest.Row {
		return apitest.Row{Name: name, Method: "PUT", Token: adminToken, Body: body, Status: status, JSON: fragment}
	}
	build(t, nil).Run(t, under("/config/ner", []apitest.Row{
		{Name: "shown", Token: goodToken, Status: 200,
			JSON: `{"data":{"weights":{"pattern":0.85,"label":0.9,"structure":0.9,"gazetteer":0.5,"sequence":0.45},"min_confidence":0.5,
				"extractors":[{"name":"pattern","weight":0.85,"enabled":true,"description":"*"},{},{},{},{"name":"sequence","description":"*"}]}}`,
			Lacks: []string{`"description":""`}},
		{Name: "not without a token", Status: 401},
		{Name: "a user does not change it", Method: "PUT", Token: goodToken, Body: `{"min_confidence":0.4}`, Status: 403, JSON: `{"code":"admin_only"}`},
		{Name: "nor somebody without a token", Method: "PUT", Body: `{"min_confidence":0.4}`, Status: 401},
		put("one weight, the others stay", `{"weights":{"label":0.3}}`, 200, `{"data":{"weights":{"label":0.3,"pattern":0.85},"min_confidence":0.5}}`),
		put("with its extractor", `{"extractors":[{"name":"sequence","weight":0.1,"enabled":false}]}`, 200,
			`{"data":{"weights":{"label":0.3,"sequence":0.1},"extractors":[{},{},{},{},{"name":"sequence","enabled":false}]}}`),
		put("the least confidence", `{"min_confidence":0}`, 200, `{"data":{"min_confidence":0}}`),
		{Name: "what was put is shown", Token: goodToken, Status: 200, JSON: `{"data":{"weights":{"label":0.3,"sequence":0.1},"min_confidence":0}}`},
		put("as it is shown", `{"weights":{"pattern":1},"extractors":[{"name":"pattern","weight":1,"enabled":true,"description":"x"}],"min_confidence":0.5}`, 200, `{"data":{"weights":{"pattern":1}}}`),
		put("nothing", `{}`, 200, `{"data":{"weights":{"label":0.3}}}`),
		put("null is nothing", `{"min_confidence":null,"weights":{"label":null}}`, 200, `{"data":{"weights":{"label":0.3}}}`),
		put("above 1", `{"weights":{"label":1.01}}`, 422, `{"errors":[{"location":"body.weights.label","value":1.01}]}`),
		put("below 0 with its extractor", `{"extractors":[{"name":"label","weight":-0.1}]}`, 422, `{"errors":[{"location":"body.extractors[0].weight"}]}`),
		put("a least confidence above 1", `{"min_confidence":2}`, 422, `{"errors":[{"location":"body.min_confidence"}]}`),
		put("not finite", `{"weights":{"label":1e999}}`, 422, `{"status":422}`),
		put("a text", `{"weights":{"label":"0.5"}}`, 422, `{"errors":[{"location":"body.weights.label"}]}`),
		put("an unknown extractor", `{"extractors":[{"name":"oracle"}]}`, 422, `{"code":"unknown_extractor","errors":[{"location":"body.extractors[0].name"}]}`),
		put("an extractor twice", `{"extractors":[{"name":"label"},{"name":"label"}]}`, 422, `{"code":"extractor_given_twice","errors":[{"location":"body.extractors[1].name"}]}`),
		put("a weight twice and not the same", `{"weights":{"label":0.1},"extractors":[{"name":"label","weight":0.2}]}`, 422, `{"code":"number_given_twice"}`),
		put("weights that are no object", `{"weights":[0.1]}`, 422, `{"errors":[{"location":"body.weights"}]}`),
		put("a list", `[]`, 422, `{"status":422}`),
		put("no body", ``, 422, `{"status":422}`),
		{Name: "all that were stored", Path: "/history", Token: goodToken, Status: 200,
			JSON: `{"data":[{"number":2,"at":"*","by":"jefa","origin":"tune","config":{"weights":{"label":0.9},"min_confidence":0.5}}],"meta":{"total":21,"page":1,"per_page":20,"total_pages":2}}`},
		{Name: "a user does not undo it", Method: "POST", Path: "/undo", Token: goodToken, Status: 403},
		{Name: "undone", Method: "POST", Path: "/undo", Token: adminToken, Status: 200, JSON: `{"data":{"number":3,"origin":"undo","config":{"weights":{"label":0.9}}}}`},
		{Name: "nothing more to undo", Method: "POST", Path: "/undo", Token: adminToken, Status: 409, JSON: `{"code":"nothing_to_undo"}`},
		{Name: "not without a token", Path: "/history", Status: 401},
		{Name: "a page that is none", Path: "/history?page=0", Token: goodToken, Status: 422},
	}))
}

func TestStatistics(t *testing.T) {
	build(t, nil).Run(t, under("", []apitest.Row{
		{Name: "processing", Path: "/stats/processing", Token: goodToken, Status: 200,
			JSON: `{"data":{"total_documents":9,"total_processed":4,"total_manual":3,"avg_processing_time_ms":1500.5,"documents_today":1,"documents_this_week":2}}`},
		{Name: "dashboard", Path: "/documents/stats/dashboard", Token: goodToken, Status: 200,
			JSON: `{"data":{"total_documents":2,"by_type":{"tutela":2},"by_status":{"validated":2},"per_day":[{"date":"2026-03-04","count":2}],
				"pending_validation":1,"duplicates_found":1,"avg_ocr_confidence":0.5}}`},
		{Name: "activity", Path: "/stats/activity", Token: goodToken, Status: 200,
			JSON: `{"data":{"date_from":"2026-03-03","date_to":"2026-03-04","days":[{"date":"2026-03-04","document_type":"tutela","documents":3,"read":2,"with_text":2,"duplicated":1,"avg_ocr_confidence":0.75,"avg_processing_time_ms":1500}],
				"pairs":{"open":2},"queue":{"failed":1},"to_review":4,"recent":[{"document_id":"` + knownTask + `","file_name":"a.pdf","pages":2,"took_ms":1500,"ended_at":"*"}]}}`},
		{Name: "activity of days in the wrong order", Path: "/stats/activity?date_from=2026-03-05&date_to=2026-03-04", Token: goodToken, Status: 422, JSON: `{"code":"invalid_date_range"}`},
		{Name: "activity of a day that is none", Path: "/stats/activity?date_from=ayer", Token: goodToken, Status: 422, JSON: `{"errors":[{"location":"query.date_from"}]}`},
		{Name: "activity without a token", Path: "/stats/activity", Status: 401},
		{Name: "processing without a token", Path: "/stats/processing", Status: 401},
		{Name: "dashboard without a token", Path: "/documents/stats/dashboard", Status: 401},
		{Name: "other statistics", Path: "/documents/stats/nada", Token: goodToken, Status: 404},
	}))
}

func TestTasks(t *testing.T) {
	build(t, nil).Run(t, under("/tasks", []apitest.Row{
		{Name: "list", Token: goodToken, Status: 200, WantHeader: map[string]string{
			"Link": `</api/v1/tasks?page=1&per_page=20>; rel="first", </api/v1/tasks?page=2&per_page=20>; rel="next", </api/v1/tasks?page=2&per_page=20>; rel="last"`},
			JSON: `{"data":[{"task_id":"` + knownTask + `","status":"failed","file_name":"a.pdf","document_type":"tutela","error":"*","error_code":"damaged","result":null}],
				"meta":{"total":21,"page":1,"per_page":20,"total_pages":2}}`},
		{Name: "by status", Path: "?status=pending&per_page=100", Token: goodToken, Status: 200, JSON: `{"data":[{"status":"pending"}]}`,
			WantHeader: map[string]string{"Link": `</api/v1/tasks?page=1&per_page=100&status=pending>; rel="first", </api/v1/tasks?page=1&per_page=100&status=pending>; rel="last"`}},
		{Name: "results are summaries", Path: "?status=completed", Token: goodToken, Status: 200,
			JSON: `{"data":[{"result":{"id":"` + knownDocument + `","demandante":"ANA","duplicates_total":41}}]}`, Lacks: []string{`"duplicates":`, `"reasons":`, `"mass":`}},
		{Name: "everybody's", Token: goodToken, Status: 200, JSON: `{"data":[{"created_by":"luz"}]}`},
		{Name: "one's own", Path: "?mine=true", Token: goodToken, Status: 200, JSON: `{"data":[{"created_by":"ana"}]}`,
			WantHeader: map[string]string{"Link": `</api/v1/tasks?mine=true&page=1&per_page=20>; rel="first", </api/v1/tasks?mine=true&page=2&per_page=20>; rel="next", </api/v1/tasks?mine=true&page=2&per_page=20>; rel="last"`}},
		{Name: "by an unknown status", Path: "?status=done", Token: goodToken, Status: 422,
			JSON: `{"errors":[{"location":"query.status","value":"done"}]}`},
		{Name: "page 0", Path: "?page=0", Token: goodToken, Status: 422},
		{Name: "without a token", Status: 401},
		{Name: "retry", Method: "POST", Path: "/" + knownTask + "/retry", Token: goodToken, Status: 202,
			WantHeader: map[string]string{"Location": "/api/v1/tasks/" + knownTask, "Retry-After": "1"},
			JSON:       `{"task_id":"` + knownTask + `","status":"pending","data":{"task_id":"` + knownTask + `"}}`},
		{Name: "retry with a password", Method: "POST", Path: "/" + knownTask + "/retry", Body: `{"password":"clave"}`, Token: goodToken, Status: 202},
		{Name: "retry with a password that is no text", Method: "POST", Path: "/" + knownTask + "/retry", Body: `{"password":7}`, Token: goodToken, Status: 422},
		{Name: "retry with a key that is too long", Method: "POST", Path: "/" + knownTask + "/retry", Token: goodToken, Status: 422,
			Header: map[string]string{"Idempotency-Key": repeat("k", 256)}, JSON: `{"errors":[{"location":"header.Idempotency-Key"}]}`},
		{Name: "retry of one that has not failed", Method: "POST", Path: "/" + completedTask + "/retry", Token: goodToken, Status: 409, JSON: `{"code":"task_completed"}`},
		{Name: "retry of none", Method: "POST", Path: "/" + unknown + "/retry", Token: goodToken, Status: 404},
		{Name: "retry of no identifier", Method: "POST", Path: "/%27%20OR%201/retry", Token: goodToken, Status: 404},
		{Name: "retry without a token", Method: "POST", Path: "/" + knownTask + "/retry", Status: 401},
		{Name: "cancel", Method: "POST", Path: "/" + knownTask + "/cancel", Token: adminToken, Status: 200,
			JSON: `{"task_id":"` + knownTask + `","status":"failed","error":"*","error_code":"cancelled"}`},
		{Name: "cancel one that has ended", Method: "POST", Path: "/" + completedTask + "/cancel", Token: adminToken, Status: 409, JSON: `{"code":"task_ended"}`},
		{Name: "cancel as a clerk", Method: "POST", Path: "/" + knownTask + "/cancel", Token: goodToken, Status: 403},
		{Name: "cancel without a token", Method: "POST", Path: "/" + knownTask + "/cancel", Status: 401},
	}))
}

func TestDelete(t *testing.T) {
	h := build(t, nil)
	h.Run(t, under("/documents/", []apitest.Row{
		{Name: "by an administrator", Path: knownDocument, Token: adminToken, Status: 204},
		{Name: "one that is not there", Path: unknown, Token: adminToken, Status: 404, JSON: `{"code":"document_not_found"}`},
		{Name: "no identifier", Path: "%27%20OR%201", Token: adminToken, Status: 404},
		{Name: "by a user", Path: knownDocument, Token: goodToken, Status: 403, JSON: `{"code":"admin_only","title":"Sin permiso"}`},
		{Name: "by a user, one that is not there", Path: unknown, Token: goodToken, Status: 403},
		{Name: "without a token", Path: knownDocument, Status: 401},
	}, "DELETE"))
	if n := len(h.intake.DeleteCalls()); n != 3 {
		t.Errorf("the service was asked %d times, want 3: by the administrator", n)
	}
}

func TestFilters(t *testing.T) {
	var got document.Filter
	h := build(t, func(_ *rest.Options, _ *intakeapi.Deps, h *house) {
		list := h.intake.ListFunc
		h.intake.ListFunc = func(ctx context.Context, by account.Actor, f document.Filter, p document.PageRequest) (document.Listing, error) {
			got = f
			if err := f.Validate(); err != nil {
				return document.Listing{}, err
			}
			return list(ctx, by, f, p)
		}
	})
	day := func(s string) document.Day {
		d, err := document.ParseDay(s)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for query, want := range map[string]document.Filter{
		"":                    {},
		"?status=validated":   {Status: document.Validated},
		"?document_type=OTRO": {Type: document.Otro},
		"?status=&document_type=&date_from=&date_to=": {},
		"?date_from=2026-03-04&date_to=2026-03-04":    {From: day("2026-03-04"), To: day("2026-03-04")},
		"?needs_review=true":                          {Review: document.ReviewDue},
		"?needs_review=false":                         {Review: document.ReviewNotDue},
		"?needs_review=":                              {},
		"?q=x&date_to=2026-03-04&status=imported":     {Status: document.Imported, To: day("2026-03-04"), Query: "x"},
	} {
		got = document.Filter{Type: "none"}
		h.Do(t, apitest.Row{Path: prefix + "/documents" + query, Token: goodToken, Status: 200})
		if got != want {
			t.Errorf("%q: %+v, want %+v", query, got, want)
		}
	}
	bad := func(name, query, location string) apitest.Row {
		return apitest.Row{Name: name, Path: query, Token: goodToken, Status: 422, JSON: `{"errors":[{"location":"query.` + location + `","message":"*"}]}`}
	}
	h.Run(t, under("/documents", []apitest.Row{
		bad("a status of nobody's", "?status=borrado", "status"),
		bad("neither yes nor no", "?needs_review=quizas", "needs_review"),
		bad("a type that is no slug", "?document_type=%3Cscript%3E", "document_type"),
		bad("a day that does not exist", "?date_from=2026-02-30", "date_from"),
		bad("a day of the year 0", "?date_from=0000-03-01", "date_from"),
		bad("another way to write a day", "?date_to=04/03/2026", "date_to"),
		bad("a time", "?date_to=2026-03-04T00:00:00Z", "date_to"),
		bad("days in the wrong order", "?date_from=2026-03-05&date_to=2026-03-04", "date_from"),
		{Name: "links keep the filters, escaped", Path: "?page=2&status=validated&document_type=a-b&date_from=2026-03-04", Token: goodToken, Status: 200, WantHeader: map[string]string{
			"Link": `</api/v1/documents?date_from=2026-03-04&document_type=a-b&page=1&per_page=20&status=validated>; rel="first", ` +
				`</api/v1/documents?date_from=2026-03-04&document_type=a-b&page=1&per_page=20&status=validated>; rel="prev", ` +
				`</api/v1/documents?date_from=2026-03-04&document_type=a-b&page=3&per_page=20&status=validated>; rel="next", ` +
				`</api/v1/documents?date_from=2026-03-04&document_type=a-b&page=3&per_page=20&status=validated>; rel="last"`}},
		{Name: "links keep whether a review is due", Path: "?needs_review=true&page=9", Token: goodToken, Status: 200, WantHeader: map[string]string{
			"Link": `</api/v1/documents?needs_review=true&page=1&per_page=20>; rel="first", </api/v1/documents?needs_review=true&page=3&per_page=20>; rel="prev", </api/v1/documents?needs_review=true&page=3&per_page=20>; rel="last"`}},
		{Name: "past the end the previous page is the last", Path: "?page=9", Token: goodToken, Status: 200, WantHeader: map[string]string{
			"Link": `</api/v1/documents?page=1&per_page=20>; rel="first", </api/v1/documents?page=3&per_page=20>; rel="prev", </api/v1/documents?page=3&per_page=20>; rel="last"`}},
	}))
}
