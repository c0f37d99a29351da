package intakeapi_test

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/casefile"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/testkit/apitest"
)

// caseFiles is a ports.CaseFiles whose archive is the request.
type caseFiles struct{}

func (caseFiles) CaseFile(_ context.Context, by account.Actor, r casefile.Request) (document.Export, string, error) {
	for _, id := range r.IDs {
		if id != knownDocument {
			return document.Export{}, "", fault.New(fault.NotFound, "document_not_found", "No existe ese documento.")
		}
	}
	text := by.Username + " " + string(r.Stage) + " " + strings.Join(r.IDs, " ")
	return document.Export{Documents: len(r.IDs), Size: int64(len(text)), Content: seekCloser{strings.NewReader(text)}}, "11001.zip", nil
}

type seekCloser struct{ io.ReadSeeker }

func (seekCloser) Close() error { return nil }

func TestCaseArchive(t *testing.T) {
	build(t, nil).Run(t, []apitest.Row{
		{Name: "without a token", Path: prefix + "/cases/archive?id=" + knownDocument, Status: 401},
		{Name: "no documents", Path: prefix + "/cases/archive", Token: goodToken, Status: 422},
		{Name: "an unknown stage", Path: prefix + "/cases/archive?stage=05Otra&id=" + knownDocument, Token: goodToken, Status: 422},
		{Name: "a document that is not there", Path: prefix + "/cases/archive?id=" + unknown, Token: goodToken, Status: 404},
		{Name: "two documents", Path: prefix + "/cases/archive?stage=04Ejecucion&id=" + knownDocument + "&id=" + strings.ToUpper(knownDocument), Token: goodToken, Status: 200,
			WantHeader: map[string]string{"Content-Type": "application/zip", "Content-Disposition": "*", "Content-Length": "*"}},
	})
}
