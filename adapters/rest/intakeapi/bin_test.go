package intakeapi_test

import (
	"cmp"
	"context"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/testkit/apitest"
)

const binnedID = "01980000-0000-7000-8000-000000000001"

// recycleBin holds one document.
type recycleBin struct{}

func (recycleBin) ListBin(_ context.Context, _ account.Actor, page document.PageRequest) (document.BinListing, error) {
	return document.BinListing{Total: 1, Page: page, Items: []document.Binned{{ID: binnedID, FileName: "a.pdf", Type: document.Tutela,
		Plaintiff: "Ana", Defendant: "EPS", DeletedBy: "jefa", DeletedAt: time.Unix(0, 0), KeptUntil: time.Unix(30*24*3600, 0)}}}, nil
}

func (recycleBin) Restore(_ context.Context, _ account.Actor, id string) (document.Document, error) {
	return document.Document{ID: id, Plaintiff: "Ana", Type: document.Tutela, Status: document.Processed}, known(id)
}

func (recycleBin) Erase(_ context.Context, _ account.Actor, id string) error { return known(id) }

func known(id string) error {
	if id != binnedID {
		return fault.New(fault.NotFound, "not_in_bin", "Ese documento no está en la papelera.")
	}
	return nil
}

func TestBin(t *testing.T) {
	const other = "01980000-0000-7000-8000-000000000002"
	rows := []apitest.Row{
		{Name: "the list", Path: "/documents/bin", Status: 200, JSON: `{"data":[{"id":"` + binnedID + `","file_name":"a.pdf","document_type":"tutela","demandante":"Ana",` +
			`"demandado":"EPS","deleted_by":"jefa","deleted_at":"1970-01-01T00:00:00.000Z","kept_until":"1970-01-31T00:00:00.000Z"}],"meta":{"total":1}}`},
		{Name: "no page", Path: "/documents/bin?page=0", Status: 422},
		{Name: "the list for a clerk", Path: "/documents/bin", Token: goodToken, Status: 403},
		{Name: "the list for nobody", Path: "/documents/bin", Token: "x", Status: 401},
		{Name: "a document comes back", Method: "POST", Path: "/documents/" + binnedID + "/restore", Status: 200, JSON: `{"data":{"id":"` + binnedID + `","demandante":"Ana"}}`},
		{Name: "another does not", Method: "POST", Path: "/documents/" + other + "/restore", Status: 404, JSON: `{"code":"not_in_bin"}`},
		{Name: "nor what is no identifier", Method: "POST", Path: "/documents/bin/restore", Status: 404},
		{Name: "a clerk restores nothing", Method: "POST", Path: "/documents/" + binnedID + "/restore", Token: goodToken, Status: 403},
		{Name: "a document is erased", Method: "DELETE", Path: "/documents/bin/" + binnedID, Status: 204},
		{Name: "another is not", Method: "DELETE", Path: "/documents/bin/" + other, Status: 404, JSON: `{"code":"not_in_bin"}`},
		{Name: "a clerk erases nothing", Method: "DELETE", Path: "/documents/bin/" + binnedID, Token: goodToken, Status: 403},
	}
	for i := range rows {
		rows[i].Method, rows[i].Path, rows[i].Token = cmp.Or(rows[i].Method, "GET"), prefix+rows[i].Path, cmp.Or(rows[i].Token, adminToken)
	}
	build(t, nil).Run(t, rows)
}
