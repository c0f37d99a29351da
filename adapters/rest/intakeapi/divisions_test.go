package intakeapi_test

import (
	"cmp"
	"context"
	"slices"
	"testing"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/testkit/apitest"
)

const (
	bundleID = "01980000-0000-7000-8000-00000000000a"
	partID   = "01980000-0000-7000-8000-00000000000b"
)

// splitter has one file of two filings.
type splitter struct{}

var division = document.Division{DocumentID: bundleID, FileName: "a.pdf", Parts: []document.DividedPart{
	{DocumentID: partID, TaskID: partID, Pages: document.PageRange{First: 1, Last: 3}}}}

func (splitter) Split(_ context.Context, _ account.Actor, s document.Split) (document.Division, error) {
	switch {
	case s.DocumentID != bundleID:
		return document.Division{}, fault.New(fault.NotFound, "document_not_found", "No existe.")
	case s.Revisions != nil && !slices.Contains(s.Revisions, "abc"):
		return document.Division{}, fault.New(fault.Stale, "document_changed", "Cambió.")
	case len(s.Begins) > 0 && !slices.Equal(s.Begins, []int{4, 6}):
		return document.Division{}, fault.New(fault.Unprocessable, "bad_pages", "No están.")
	}
	return division, nil
}

func (splitter) Join(_ context.Context, _ account.Actor, id string) (document.Document, error) {
	if id != bundleID {
		return document.Document{}, fault.New(fault.NotFound, "not_divided", "No está dividido.")
	}
	return document.Document{ID: id, Type: document.Tutela, Status: document.Processed}, nil
}

func (splitter) DivisionOf(_ context.Context, _ account.Actor, id string) (document.Division, error) {
	if id == partID {
		return division, nil
	}
	return document.Division{}, nil
}

func TestDivisions(t *testing.T) {
	const divided = `{"document_id":"` + bundleID + `","file_name":"a.pdf","parts":[{"document_id":"` + partID + `","task_id":"` + partID + `","first_page":1,"last_page":3}]}`
	split, join := "/documents/"+bundleID+"/split", "/documents/"+bundleID+"/join"
	rows := []apitest.Row{
		{Name: "a file is divided", Path: split, Body: `{}`, Status: 202, JSON: `{"data":` + divided + `}`},
		{Name: "at these pages", Path: split, Body: `{"begins":[4,6]}`, Status: 202, JSON: `{"data":` + divided + `}`},
		{Name: "at pages that are not there", Path: split, Body: `{"begins":[9]}`, Status: 422, JSON: `{"code":"bad_pages"}`},
		{Name: "at what is no page", Path: split, Body: `{"begins":["x"]}`, Status: 422},
		{Name: "as it was seen", Path: split, Body: `{}`, Header: map[string]string{"If-Match": `"abc"`}, Status: 202},
		{Name: "changed since it was seen", Path: split, Body: `{}`, Header: map[string]string{"If-Match": `"abd"`}, Status: 412},
		{Name: "an unknown file", Path: "/documents/" + partID + "/split", Body: `{}`, Status: 404},
		{Name: "what is no identifier", Path: "/documents/x/split", Body: `{}`, Status: 404},
		{Name: "by nobody", Path: split, Body: `{}`, Token: "x", Status: 401},
		{Name: "a division is undone", Path: join, Status: 200, JSON: `{"data":{"id":"` + bundleID + `","division":null}}`},
		{Name: "one that is not there", Path: "/documents/" + partID + "/join", Status: 404, JSON: `{"code":"not_divided"}`},
	}
	for i := range rows {
		rows[i].Method, rows[i].Path, rows[i].Token = "POST", prefix+rows[i].Path, cmp.Or(rows[i].Token, goodToken)
	}
	build(t, nil).Run(t, rows)
}
