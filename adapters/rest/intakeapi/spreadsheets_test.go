package intakeapi_test

import (
	"context"
	"io"
	"net/netip"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/adapters/rest/intakeapi"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/spreadsheet"
	"github.com/cotejo/cotejo/testkit/apitest"
	"github.com/cotejo/cotejo/testkit/mock"
)

const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// workbook is a file that tells when it is closed.
type workbook struct {
	*strings.Reader
	closed chan struct{}
}

func (w workbook) Close() error { close(w.closed); return nil }

func newSpreadsheets() *mock.SpreadsheetsMock {
	return &mock.SpreadsheetsMock{
		ImportFunc: func(_ context.Context, _ account.Actor, in spreadsheet.Import) (spreadsheet.Report, error) {
			if !spreadsheet.IsWorkbookName(in.FileName) {
				return spreadsheet.Report{}, fault.New(fault.Unprocessable, "not_a_spreadsheet", "Envíe un libro de Excel.")
			}
			if _, err := io.Copy(io.Discard, in.Content); err != nil {
				return spreadsheet.Report{}, err
			}
			opts, err := in.Options()
			switch {
			case err != nil:
				return spreadsheet.Report{}, err
			case opts.Strict:
				return spreadsheet.Report{}, spreadsheet.ErrIgnored("Color")
			}
			r := spreadsheet.Report{Rows: 3, Imported: 1, Skipped: 1, IgnoredColumns: []string{"Color"}, IgnoredSheets: []spreadsheet.Sheet{{Number: 2, Name: "Notas", Rows: 3}}}
			r.Note("Hoja1", 2, spreadsheet.Fault{Column: "radicado", Message: "Es corto.", Value: "2026-1"})
			if opts.Mapping.Row > 0 {
				r.Layout.Row, r.Layout.Columns = opts.Mapping.Row, []spreadsheet.SheetColumn{{Letter: "B", Header: "Quién", Name: opts.Mapping.Columns["B"]}}
			}
			if opts.Update {
				r.Updated, r.Skipped = 1, 0
			}
			r.Fail("Hoja1", 4, spreadsheet.Fault{Column: "demandante", Message: "Falta este dato.", Value: "x"})
			return r, nil
		},
		ImportProgressFunc: func(_ context.Context, by account.Actor, key string) (int, error) {
			if key != "k" {
				return 0, fault.New(fault.NotFound, "import_not_running", "No está en curso.")
			}
			return 3000, nil
		},
		ExportFunc: func(_ context.Context, _ account.Actor, r document.ExportRequest) (document.Export, error) {
			if err := r.Filter.Validate(); err != nil {
				return document.Export{}, err
			}
			if r.Filter.To == document.DayOf(when) {
				return document.Export{}, fault.New(fault.NotFound, "nothing_to_export", "No hay documentos.")
			}
			return document.Export{Documents: 2, Size: 4, Content: workbook{strings.NewReader("PK\x03\x04"), make(chan struct{})}}, nil
		},
	}
}

func TestExport(t *testing.T) {
	attached := func(name string) map[string]string {
		return map[string]string{"Content-Type": xlsxType, "Content-Disposition": name, "Content-Length": "4"}
	}
	rows := []apitest.Row{
		{Name: "with defaults", Status: 200, WantHeader: attached(`attachment; filename="indice_documentos.xlsx"; filename*=UTF-8''indice_documentos.xlsx`)},
		{Name: "counted", Status: 200, WantHeader: map[string]string{"X-Total-Count": "2"}},
		{Name: "with commas", Path: "?format=csv&filename=marzo.csv", Status: 200, WantHeader: map[string]string{"Content-Type": "text/csv",
			"Content-Disposition": `attachment; filename="marzo.csv"; filename*=UTF-8''marzo.csv`}},
		{Name: "in another format", Path: "?format=ods", Status: 422, JSON: `{"errors":[{"location":"query.format"}]}`},
		{Name: "named", Path: "?filename=marzo", Status: 200, WantHeader: attached(`attachment; filename="marzo.xlsx"; filename*=UTF-8''marzo.xlsx`)},
		{Name: "named with an extension", Path: "?filename=marzo.XLSX", Status: 200, WantHeader: attached(`attachment; filename="marzo.xlsx"; filename*=UTF-8''marzo.xlsx`)},
		{Name: "named with accents", Path: "?filename=%C3%ADndice%20ni%C3%B1os", Status: 200,
			WantHeader: attached(`attachment; filename="_ndice ni_os.xlsx"; filename*=UTF-8''%C3%ADndice%20ni%C3%B1os.xlsx`)},
		{Name: "named a path", Path: "?filename=..%2F..%2Fetc%2Fpasswd", Status: 200, WantHeader: attached(`attachment; filename="passwd.xlsx"; filename*=UTF-8''passwd.xlsx`)},
		{Name: "named a header", Path: "?filename=a%0D%0ASet-Cookie%3A%20b%22", Status: 200, NoHeader: []string{"Set-Cookie"},
			WantHeader: attached(`attachment; filename="aSet-Cookie_ b_.xlsx"; filename*=UTF-8''aSet-Cookie_%20b_.xlsx`)},
		{Name: "empty parameters", Path: "?filename=&date_from=&date_to=", Status: 200, WantHeader: attached(`attachment; filename="indice_documentos.xlsx"; filename*=UTF-8''indice_documentos.xlsx`)},
		{Name: "of some days", Path: "?date_from=2026-03-01&date_to=2026-03-03", Status: 200},
		{Name: "of some documents", Path: "?status=imported&document_type=tutela&needs_review=true&duplicates=open&q=salud", Status: 200},
		{Name: "of a status that is none", Path: "?status=nuevo", Status: 422, JSON: `{"errors":[{"location":"query.status"}]}`},
		{Name: "of days without documents", Path: "?date_to=2026-03-04", Status: 404, JSON: `{"code":"nothing_to_export"}`},
		{Name: "days in the wrong order", Path: "?date_from=2026-03-03&date_to=2026-03-01", Status: 422, JSON: `{"code":"invalid_date_range"}`},
		{Name: "a day that is none", Path: "?date_from=2026-02-30", Status: 422, JSON: `{"code":"invalid_date","errors":[{"location":"query.date_from"}]}`},
		{Name: "a day in another order", Path: "?date_to=04%2F03%2F2026", Status: 422, JSON: `{"errors":[{"location":"query.date_to"}]}`},
		{Name: "a part of it", Header: map[string]string{"Range": "bytes=1-2"}, Status: 206, WantHeader: map[string]string{"Content-Range": "bytes 1-2/4"}},
		{Name: "its head", Method: "HEAD", Status: 200, WantHeader: map[string]string{"Content-Type": xlsxType}},
	}
	for i := range rows {
		rows[i].Token = goodToken
	}
	build(t, nil).Run(t, append(under("/export/excel", rows), apitest.Row{Name: "without a token", Path: prefix + "/export/excel", Status: 401}))
}

func TestImportProgress(t *testing.T) {
	build(t, nil).Run(t, []apitest.Row{
		{Name: "under way", Path: prefix + "/import/excel/k", Token: goodToken, Status: 200, JSON: `{"data":{"rows":3000}}`},
		{Name: "not under way", Path: prefix + "/import/excel/x", Token: goodToken, Status: 404, JSON: `{"code":"import_not_running"}`},
		{Name: "without a token", Path: prefix + "/import/excel/k", Status: 401},
	})
}

func TestExportLinksToWhereTheClientSeesTheServer(t *testing.T) {
	local := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	for _, c := range []struct {
		rule    string
		trusted []netip.Prefix
		forward string
		want    string
	}{
		{"by itself", nil, "", "http://"}, {"behind a proxy with TLS", local, "https", "https://"}, {"behind one without", local, "http", "http://"},
		{"a proxy that is not trusted", nil, "https", "http://"}, {"another scheme", local, "javascript", "http://"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			h := build(t, func(o *rest.Options, _ *intakeapi.Deps, _ *house) { o.TrustedProxies = c.trusted })
			h.sheets.ExportFunc = func(_ context.Context, _ account.Actor, r document.ExportRequest) (document.Export, error) {
				if got := r.OriginalURL("7"); !strings.HasPrefix(got, c.want+"127.0.0.1:") || !strings.HasSuffix(got, prefix+"/documents/7/original") {
					t.Errorf("the original is at %s", got)
				}
				return document.Export{}, fault.New(fault.NotFound, "nothing_to_export", "No hay documentos.")
			}
			h.Do(t, apitest.Row{Path: prefix + "/export/excel", Token: goodToken, Status: 404, Header: map[string]string{"X-Forwarded-Proto": c.forward}})
		})
	}
}

// Anyone who takes a workbook, or a part of it, or only asks for its head: it is
// closed, so that its file is removed.
func TestAnExportIsAlwaysClosed(t *testing.T) {
	h := build(t, nil)
	for name, row := range map[string]apitest.Row{
		"whole": {Status: 200}, "a part": {Header: map[string]string{"Range": "bytes=0-0"}, Status: 206},
		"beyond it": {Header: map[string]string{"Range": "bytes=9-"}, Status: 416}, "its head": {Method: "HEAD", Status: 200},
	} {
		closed := make(chan struct{})
		h.sheets.ExportFunc = func(context.Context, account.Actor, document.ExportRequest) (document.Export, error) {
			return document.Export{Documents: 1, Size: 4, Content: workbook{strings.NewReader("PK\x03\x04"), closed}}, nil
		}
		row.Path, row.Token = prefix+"/export/excel", goodToken
		t.Run(name, func(t *testing.T) {
			h.Do(t, row)
			<-closed
		})
	}
}

func TestImport(t *testing.T) {
	book := part{"file", "libro.xlsx", "PK"}
	update := func(name, value string, status int, fragment string) apitest.Row {
		return apitest.Row{Name: name, Body: form(book, part{"update_existing", "", value}), Status: status, JSON: fragment}
	}
	const kept, changed = `{"data":{"updated":0,"skipped":1}}`, `{"data":{"updated":1,"skipped":0}}`
	rows := []apitest.Row{
		{Name: "with defaults", Body: form(book), Status: 201,
			JSON: `{"data":{"total_rows":3,"imported":1,"updated":0,"skipped":1,"failed":1,"errors":[{"row":4,"column":"demandante","message":"Falta este dato.","value":"x"}],"notes":[{"row":2,"column":"radicado","message":"Es corto.","value":"2026-1"}],"ignored_columns":["Color"],"ignored_sheets":["Notas"]}}`},
		{Name: "an old one", Body: form(part{"file", "libro.XLS", "x"}), Status: 201},
		update("true", "true", 201, changed), update("1", "1", 201, changed), update("on", "on", 201, changed), update("TRUE", " TRUE ", 201, changed),
		update("false", "false", 201, kept), update("0", "0", 201, kept), update("nothing", "", 201, kept),
		update("no boolean", "quizá", 422, `{"code":"invalid_boolean","errors":[{"location":"body.update_existing"}]}`),
		{Name: "update_existing in the query", Path: "?update_existing=true", Body: form(book), Status: 201, JSON: changed},
		{Name: "the form before the query", Path: "?update_existing=true", Body: form(book, part{"update_existing", "", "false"}), Status: 201, JSON: kept},
		{Name: "strict", Body: form(book, part{"strict", "", "true"}), Status: 422, JSON: `{"code":"columns_ignored","detail":"*"}`},
		{Name: "strict in the query", Path: "?strict=1", Body: form(book), Status: 422, JSON: `{"code":"columns_ignored"}`},
		{Name: "strict before the query", Path: "?strict=1", Body: form(book, part{"strict", "", "0"}), Status: 201},
		{Name: "strict that is no boolean", Path: "?strict=quizá", Body: form(book), Status: 422, JSON: `{"errors":[{"location":"query.strict"}]}`},
		{Name: "no boolean in the query", Path: "?update_existing=quizá", Body: form(book), Status: 422, JSON: `{"errors":[{"location":"query.update_existing"}]}`},
		{Name: "a dry run with a mapping", Body: form(book, part{"dry_run", "", "true"}, part{"mapping", "", `{"sheet":1,"row":3,"columns":{"B":"demandante"}}`}), Status: 201,
			JSON: `{"data":{"dry_run":true,"header_row":3,"sheet_columns":[{"column":"B","header":"Quién","name":"demandante","samples":[]}]}}`},
		{Name: "a mapping that is none", Body: form(book, part{"mapping", "", "B=demandante"}), Status: 422, JSON: `{"code":"invalid_mapping","errors":[{"location":"body.mapping"}]}`},
		{Name: "a dry run that is no boolean", Path: "?dry_run=x", Body: form(book), Status: 422, JSON: `{"errors":[{"location":"query.dry_run"}]}`},
		{Name: "update_existing before the file", Body: form(part{"update_existing", "", "true"}, book), Status: 201, JSON: changed},
		{Name: "with a key", Body: form(book), Header: map[string]string{"Content-Type": formHeader["Content-Type"], "Idempotency-Key": "k"}, Status: 201},
		{Name: "with a key that is too long", Body: form(book), Header: map[string]string{"Content-Type": formHeader["Content-Type"], "Idempotency-Key": repeat("k", 256)}, Status: 422},
		{Name: "a name of another kind", Body: form(part{"file", "libro.pdf", "x"}), Status: 422, JSON: `{"code":"not_a_spreadsheet"}`},
		{Name: "no file", Body: form(part{"update_existing", "", "true"}), Status: 422, JSON: `{"code":"file_missing"}`},
		{Name: "several files", Body: form(book, book), Status: 422, JSON: `{"code":"several_files"}`},
		{Name: "no form", Body: "PK", Header: map[string]string{"Content-Type": xlsxType}, Status: 422, JSON: `{"code":"not_multipart"}`},
		{Name: "cut off", Body: form(book)[:120], Status: 422, JSON: `{"code":"upload_interrupted"}`},
		{Name: "of the largest size", Body: form(part{"file", "a.xlsx", repeat("x", 2<<20)}), Status: 201},
		{Name: "a form larger than its bound", Body: form(part{"file", "a.xlsx", repeat("x", 3<<20)}), Status: 413, JSON: `{"code":"upload_too_large"}`},
		{Name: "much too large, size not announced", Body: unsized(form(part{"file", "a.xlsx", repeat("x", 20<<20)})), Status: 413},
	}
	for i := range rows {
		rows[i].Token = goodToken
		if rows[i].Header == nil {
			rows[i].Header = formHeader
		}
	}
	rows = append(rows, apitest.Row{Name: "without a token", Header: formHeader, Body: form(book), Status: 401},
		apitest.Row{Name: "another method", Method: "GET", Token: goodToken, Status: 405})
	for i := range rows {
		if rows[i].Method == "" {
			rows[i].Method = "POST"
		}
	}
	build(t, nil).Run(t, under("/import/excel", rows))
}
