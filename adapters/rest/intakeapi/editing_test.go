package intakeapi_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"testing"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/apitest"
)

func TestManual(t *testing.T) {
	good := `{"numero_acta":"7","demandante":"ANA","demandado":"EPS"`
	rows := []apitest.Row{
		{Name: "what is required", Body: good + `}`, Status: 201, Lacks: []string{"warnings"},
			JSON: `{"data":{"document_id":"` + knownDocument + `","numero_acta":"7","status":"manual_entry","is_manual_entry":true}}`},
		{Name: "values that cannot be right", Body: good + `,"cedula":"abc","correo":"ana"}`, Status: 201, JSON: `{"data":{"warnings":["*","*"]}}`},
		{Name: "everything", Body: good + `,"doc_type":"habeas_corpus","radicado":"1","juzgado":"2","cedula":"3","correo":"a@x.co","direccion_demandante":"4","direccion_demandado":"5","observaciones":"6\n7","etiquetas":"a, b","otro":{}}`, Status: 201},
		{Name: "with a key", Body: good + `}`, Header: map[string]string{"Idempotency-Key": "k-1"}, Status: 201},
		{Name: "with a key of another request", Body: good + `}`, Header: map[string]string{"Idempotency-Key": "used"}, Status: 422, JSON: `{"code":"idempotency_key_reused"}`},
		{Name: "with a key that is too long", Body: good + `}`, Header: map[string]string{"Idempotency-Key": repeat("k", 256)}, Status: 422,
			JSON: `{"errors":[{"location":"header.Idempotency-Key"}]}`},
		{Name: "null is not given", Body: good + `,"doc_type":null,"radicado":null,"etiquetas":null}`, Status: 201},
		{Name: "a required field is missing", Body: `{"numero_acta":"7","demandante":"ANA"}`, Status: 422,
			JSON: `{"code":"validation_failed","errors":[{"location":"body.demandado","message":"Falta este dato."}]}`},
		{Name: "a required field is blank", Body: `{"numero_acta":" ","demandante":"ANA","demandado":"EPS"}`, Status: 422, JSON: `{"errors":[{"location":"body.numero_acta"}]}`},
		{Name: "wrong type", Body: good + `,"cedula":52418903}`, Status: 422, JSON: `{"errors":[{"location":"body.cedula","message":"Debe ser un texto."}]}`},
		{Name: "a type that is no slug", Body: good + `,"doc_type":"<script>"}`, Status: 422, JSON: `{"code":"invalid_document_type"}`},
		{Name: "no body", Status: 422, JSON: `{"code":"malformed_json"}`},
		{Name: "too large", Body: good + `,"observaciones":"` + repeat("x", 2<<20) + `"}`, Status: 413},
		{Name: "a script", Body: `{"numero_acta":"<script>x</script>7","demandante":"ANA","demandado":"EPS"}`, Status: 201, JSON: `{"data":{"numero_acta":"7"}}`},
	}
	for i := range rows {
		rows[i].Method, rows[i].Path, rows[i].Token = "POST", prefix+"/documents/manual", goodToken
	}
	build(t, nil).Run(t, rows)
}

func TestValidate(t *testing.T) {
	path := prefix + "/documents/" + knownDocument + "/validate"
	rows := []apitest.Row{
		{Name: "an unknown field of another kind", Body: `{"validated_fields":{"id":{"x":1}}}`, Status: 422, JSON: `{"code":"unknown_field"}`},
		{Name: "a correction", Body: `{"validated_fields":{"demandante":" <b>O'Neil</b> & Cía "}}`, Status: 200, WantHeader: map[string]string{"ETag": "*"},
			JSON: `{"data":{"id":"` + knownDocument + `","status":"validated","demandante":"O'Neil & Cía","validated_at":"2026-03-04T15:04:05.123Z","validated_by":"ana"}}`},
		{Name: "tags as text, with all that may stand beside", Body: `{"validated_fields":{"etiquetas":"a, b"},"original_fields":{"etiquetas":["x"],"n":1},"corrected_by":"Juez"}`, Status: 200,
			JSON: `{"data":{"etiquetas":["a","b"]}}`},
		{Name: "a value that cannot be right", Body: `{"validated_fields":{"cedula":"abc"}}`, Status: 200, JSON: `{"data":{"cedula":"abc","warnings":["*"]}}`},
		{Name: "tags as a list", Body: `{"validated_fields":{"etiquetas":["a","b"]}}`, Status: 200, JSON: `{"data":{"etiquetas":["a","b"]}}`},
		{Name: "null empties", Body: `{"validated_fields":{"radicado":null},"original_fields":null,"corrected_by":null}`, Status: 200, JSON: `{"data":{"radicado":""}}`},
		{Name: "any state will do", Body: `{"validated_fields":{"radicado":"1"}}`, Header: map[string]string{"If-Match": "*"}, Status: 200},
		{Name: "a state of the past", Body: `{"validated_fields":{"radicado":"1"}}`, Header: map[string]string{"If-Match": `"x"`}, Status: 412,
			JSON: `{"code":"document_changed","title":"Cambió entre tanto"}`},
		{Name: "a weak tag is none", Body: `{"validated_fields":{"radicado":"1"}}`, Header: map[string]string{"If-Match": `W/"x"`}, Status: 412},
		{Name: "no fields approve the document as it is", Body: `{"validated_fields":{}}`, Status: 200, JSON: `{"data":{"status":"validated"}}`},
		{Name: "nothing", Body: `{}`, Status: 422, JSON: `{"errors":[{"location":"body.validated_fields"}]}`},
		{Name: "null fields", Body: `{"validated_fields":null}`, Status: 422},
		{Name: "a field in capitals", Body: `{"validated_fields":{"Cedula":"7"}}`, Status: 422, JSON: `{"code":"unknown_field"}`},
		{Name: "an optional key in capitals", Body: `{"validated_fields":{"cedula":"7"},"Corrected_By":7}`, Status: 200},
		{Name: "an unknown field", Body: `{"validated_fields":{"id":"x"}}`, Status: 422, JSON: `{"code":"unknown_field"}`},
		{Name: "a number", Body: `{"validated_fields":{"cedula":7}}`, Status: 422, JSON: `{"errors":[{"location":"body.validated_fields.cedula","message":"Debe ser un texto."}]}`},
		{Name: "a list in a field of text", Body: `{"validated_fields":{"demandante":["Ana","Eva"]}}`, Status: 422, JSON: `{"errors":[{"location":"body.validated_fields.demandante","message":"Debe ser un texto."}]}`},
		{Name: "an object", Body: `{"validated_fields":{"cedula":{"$ne":1}}}`, Status: 422},
		{Name: "a list of numbers", Body: `{"validated_fields":{"etiquetas":[1]}}`, Status: 422, JSON: `{"errors":[{"location":"body.validated_fields.etiquetas"}]}`},
		{Name: "fields that are no object", Body: `{"validated_fields":["demandante"]}`, Status: 422},
		{Name: "an unknown document", Path: prefix + "/documents/" + unknown + "/validate", Body: `{"validated_fields":{"radicado":"1"}}`, Status: 404},
		{Name: "no identifier", Path: prefix + "/documents/7/validate", Body: `{"validated_fields":{"radicado":"1"}}`, Status: 404},
		{Name: "too large", Body: `{"validated_fields":{"radicado":"` + repeat("x", 2<<20) + `"}}`, Status: 413},
	}
	for i := range rows {
		rows[i].Method, rows[i].Token = "PUT", goodToken
		if rows[i].Path == "" {
			rows[i].Path = path
		}
	}
	build(t, nil).Run(t, rows)
}

func TestBulkChanges(t *testing.T) {
	one := `"documents":[{"id":"` + knownDocument + `"}]`
	rows := []apitest.Row{
		{Name: "several, each with its answer", Body: `{"action":"approve","documents":[{"id":"` + knownDocument + `"},{"id":"` + unknown + `"}]}`, Status: 200,
			JSON: `{"data":{"changed":1,"documents":[{"id":"` + knownDocument + `","outcome":"changed","etag":"\"now\""},` +
				`{"id":"` + unknown + `","outcome":"refused","code":"document_not_found","message":"No existe ese documento."}]}}`},
		{Name: "doubtful fields", Body: `{"action":"approve","documents":[{"id":"` + knownDocument + `","if_match":"\"x\""}]}`, Status: 200,
			JSON: `{"data":{"changed":0,"documents":[{"outcome":"refused","code":"doubtful_fields","fields":["cedula"],"etag":"\"now\""}]}}`},
		{Name: "a type", Body: `{"action":"type","document_type":"demanda",` + one + `}`, Status: 200, JSON: `{"data":{"changed":1}}`},
		{Name: "nothing to change", Body: `{"action":"untag","tag":"vida",` + one + `}`, Status: 200, JSON: `{"data":{"changed":0,"documents":[{"outcome":"unchanged"}]}}`,
			Lacks: []string{"code", "message", "fields"}},
		{Name: "to whom", Body: `{"action":"assign","assignee":"eva",` + one + `}`, Status: 200, JSON: `{"data":{"changed":1}}`},
		{Name: "no tag", Body: `{"action":"tag",` + one + `}`, Status: 422, JSON: `{"code":"invalid_tag"}`},
		{Name: "another action", Body: `{"action":"delete",` + one + `}`, Status: 422, JSON: `{"errors":[{"location":"body.action"}]}`},
		{Name: "none", Body: `{"action":"approve","documents":[]}`, Status: 422, JSON: `{"errors":[{"location":"body.documents","message":"Debe tener al menos 1 elemento(s)."}]}`},
		{Name: "too many", Body: `{"action":"approve","documents":[` + repeat(`{"id":"`+knownDocument+`"},`, document.MaxBulk) + `{"id":"` + unknown + `"}]}`, Status: 422,
			JSON: `{"errors":[{"location":"body.documents","message":"Debe tener como máximo 100 elemento(s)."}]}`},
		{Name: "no identifier", Body: `{"action":"approve","documents":[{"id":"7"}]}`, Status: 422, JSON: `{"errors":[{"location":"body.documents[0].id"}]}`},
		{Name: "no body", Status: 422, JSON: `{"code":"malformed_json"}`},
	}
	for i := range rows {
		rows[i].Method, rows[i].Path, rows[i].Token = "POST", prefix+"/documents/bulk", goodToken
	}
	rows = append(rows, apitest.Row{Name: "nobody", Method: "POST", Path: prefix + "/documents/bulk", Body: `{"action":"approve",` + one + `}`, Status: 401})
	rows = append(rows, apitest.Row{Name: "one's own", Path: prefix + "/documents?mine=true", Token: goodToken, Status: 200, JSON: `{"data":[{"assignee":"ana"}]}`},
		apitest.Row{Name: "everybody's", Path: prefix + "/documents", Token: goodToken, Status: 200, JSON: `{"data":[{"assignee":""}]}`})
	build(t, nil).Run(t, rows)
}

func TestHistoryAndRecurring(t *testing.T) {
	rows := []apitest.Row{
		{Name: "history", Path: knownDocument + "/history?per_page=5", Status: 200,
			JSON: `{"data":[{"changed_at":"2026-03-04T15:04:05.123Z","user":"ana","corrected_by":"Juez","field":"demandante","from":"A","to":"B"}],"meta":{"total":1,"page":1,"per_page":5,"total_pages":1}}`},
		{Name: "history, page 0", Path: knownDocument + "/history?page=0", Status: 422},
		{Name: "history of an unknown document", Path: unknown + "/history", Status: 404},
		{Name: "history of no identifier", Path: "'%20OR%201=1/history", Status: 404},
		{Name: "recurring of no identifier", Method: "POST", Path: "999/recurring", Body: `{"cedula":"1"}`, Status: 404},
		{Name: "duplicates of no identifier", Method: "POST", Path: "999/duplicates", Status: 404},
		{Name: "recurring", Method: "POST", Path: knownDocument + "/recurring", Body: `{"cedula":"1","correo":null}`, Status: 200,
			JSON: `{"data":{"cedula_matches":[{"document_id":"` + unknown + `","file_name":"b.pdf","demandante":"ANA"}],"correo_matches":[],"demandante_matches":[],"total_matches":301}}`},
		{Name: "recurring nothing", Method: "POST", Path: knownDocument + "/recurring", Body: `{}`, Status: 200},
		{Name: "recurring without a body", Method: "POST", Path: knownDocument + "/recurring", Status: 422},
		{Name: "recurring, wrong type", Method: "POST", Path: knownDocument + "/recurring", Body: `{"cedula":["1"]}`, Status: 422},
		{Name: "recurring of an unknown document", Method: "POST", Path: unknown + "/recurring", Body: `{"cedula":"1"}`, Status: 404},
		{Name: "recurring, too large", Method: "POST", Path: knownDocument + "/recurring", Body: `{"cedula":"` + repeat("1", 2<<20) + `"}`, Status: 413},
		{Name: "the detail has a tag", Path: knownDocument, Status: 200, WantHeader: map[string]string{"ETag": "*"}},
	}
	for i := range rows {
		rows[i].Path, rows[i].Token = prefix+"/documents/"+rows[i].Path, goodToken
	}
	build(t, nil).Run(t, rows)
}

func TestOriginal(t *testing.T) {
	h := build(t, nil)
	path := prefix + "/documents/" + knownDocument + "/original"
	for _, c := range []struct {
		name   string
		row    apitest.Row
		body   string
		closed bool
	}{
		{name: "the whole", body: "0123456789", row: apitest.Row{Status: 200, WantHeader: map[string]string{
			"Content-Type": "application/pdf", "Content-Length": "10", "Accept-Ranges": "bytes", "ETag": `"abc"`,
			"Content-Disposition":     `attachment; filename="tutela _Jos__.pdf"; filename*=UTF-8''tutela%20%C2%ABJos%C3%A9%C2%BB.pdf`,
			"Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
			"X-Content-Type-Options":  "nosniff"}}},
		{name: "a part", body: "234", row: apitest.Row{Status: 206, Header: map[string]string{"Range": "bytes=2-4"},
			WantHeader: map[string]string{"Content-Range": "bytes 2-4/10", "Content-Length": "3"}}},
		{name: "from the end", body: "89", row: apitest.Row{Status: 206, Header: map[string]string{"Range": "bytes=-2"}}},
		{name: "outside", row: apitest.Row{Status: 416, Header: map[string]string{"Range": "bytes=10-"}, JSON: `{"code":"range_not_satisfiable","status":416}`,
			WantHeader: map[string]string{"Content-Range": "bytes */10", "Content-Type": "application/problem+json"}}},
		{name: "several parts get the whole", body: "0123456789", row: apitest.Row{Status: 200, Header: map[string]string{"Range": "bytes=0-1,3-4"}}},
		{name: "a part of this file", body: "9", row: apitest.Row{Status: 206, Header: map[string]string{"Range": "bytes=9-", "If-Range": `"abc"`}}},
		{name: "a part of another file", body: "0123456789", row: apitest.Row{Status: 200, Header: map[string]string{"Range": "bytes=9-", "If-Range": `"x"`}}},
		{name: "known already", row: apitest.Row{Status: 304, Header: map[string]string{"If-None-Match": `"x", W/"abc"`}}},
		{name: "HEAD", row: apitest.Row{Method: "HEAD", Status: 200, WantHeader: map[string]string{"Content-Length": "10"}}},
		{name: "an unknown document", row: apitest.Row{Status: 404, Path: prefix + "/documents/" + unknown + "/original", JSON: `{"code":"document_not_found"}`}},
		{name: "no identifier", row: apitest.Row{Status: 404, Path: prefix + "/documents/7%00/original"}},
		{name: "a way out", row: apitest.Row{Status: 404, Path: prefix + "/documents/..%2f..%2fetc/original"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.row.Path == "" {
				c.row.Path = path
			}
			c.row.Token = goodToken
			content := &closing{Reader: bytes.NewReader([]byte("0123456789"))}
			h.originals.OriginalFunc = func(_ context.Context, _ account.Actor, id string) (document.Original, error) {
				if id != knownDocument {
					content.closed = true
					return document.Original{}, errNoDocument
				}
				return document.Original{FileName: "tutela «José».pdf", SHA256: "abc", Size: 10, Content: content}, nil
			}
			got := h.Do(t, c.row)
			if c.row.JSON == "" && c.row.Status < 400 && string(got) != c.body {
				t.Errorf("got %q, want %q", got, c.body)
			}
			if c.row.Status < 404 && !content.closed {
				t.Error("the file was left open")
			}
		})
	}
}

type closing struct {
	*bytes.Reader
	closed bool
}

func (c *closing) Close() error { c.closed = true; return nil }

// An original is never held in memory: sending 40 MB allocates little.
func TestOriginalsAreNotHeldInMemory(t *testing.T) {
	h := build(t, nil)
	const size = 40 << 20
	h.originals.OriginalFunc = func(context.Context, account.Actor, string) (document.Original, error) {
		return document.Original{FileName: "a.pdf", Size: size, Content: io.NopCloser(io.LimitReader(zeros{}, size))}, nil
	}
	req, err := http.NewRequest("GET", h.Base+prefix+"/documents/"+knownDocument+"/original", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+goodToken)
	req.Header.Set("Range", "bytes=1000000-")
	before := allocated()
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	n, err := io.Copy(io.Discard, res.Body)
	res.Body.Close()
	if used := allocated() - before; err != nil || n != size-1000000 || res.StatusCode != 206 || used > 4<<20 {
		t.Errorf("%v; status %d, %d bytes sent, %d allocated", err, res.StatusCode, n, used)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }
