package blackbox

import (
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
	"github.com/cotejo/cotejo/testkit/service"
)

type findings struct {
	Data struct {
		Documents []struct {
			ID         string                     `json:"id"`
			Snippet    string                     `json:"snippet"`
			Highlights []struct{ Start, End int } `json:"highlights"`
		} `json:"documents"`
		Total int `json:"total"`
	} `json:"data"`
}

func find(t *testing.T, c *service.Client, q string, more ...string) findings {
	t.Helper()
	var f findings
	body := call(t, c, "GET", "/documents/search?q="+url.QueryEscape(q)+strings.Join(more, ""), "", 200)
	if err := json.Unmarshal(body, &f); err != nil {
		t.Fatalf("%q: %v in %s", q, err, body)
	}
	return f
}

func manual(t *testing.T, c *service.Client, fields map[string]string) string {
	t.Helper()
	body, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	var made struct {
		Data struct {
			ID string `json:"document_id"`
		} `json:"data"`
	}
	if err := json.Unmarshal(call(t, c, "POST", "/documents/manual", string(body), 201), &made); err != nil {
		t.Fatal(err)
	}
	return made.Data.ID
}

// What is uploaded and typed in is found at once, follows corrections and
// deletions, and is still found after a restart.
func TestDocumentsAreFoundByWhatTheySay(t *testing.T) {
	onUsualDatabase(t, findByWhatIsSaid)
}

func findByWhatIsSaid(t *testing.T, database ...string) {
	folder := t.TempDir()
	p := start(t, folder, database...)
	password := p.Password
	c := login(t, p, password)
	filing := filings.New(23, filings.Options{}).Of(document.Tutela)
	made, err := paper.BornDigital(filing, paper.Options{})
	if err != nil {
		t.Fatal(err)
	}
	task, err := c.Upload(t.Context(), "tutela.pdf", made.PDF, "")
	if err != nil {
		t.Fatal(err)
	}
	read := ended(t, c, task).Result.ID
	typed := manual(t, c, map[string]string{"numero_acta": "AC-2026-7", "demandante": "Íñigo Muñoz", "demandado": "Nueva E.P.S.", "cedula": "52.418.903",
		"radicado": "11001310300120240012300", "observaciones": "Reclama pensiones negadas; <b>urge</b>", "etiquetas": "vejez, priorizado"})
	for _, q := range []string{"inigo munoz", "MUÑOZ", "52418903", "52 418 903", "11001-31-03-001-2024-00123-00", "2024-123", "ac-2026-7", "eps nueva",
		"pensión negada", `"pensiones negadas"`, "prioriz", "vejez -salud", "AC 2026 7"} {
		if f := find(t, c, q); f.Data.Total < 1 || f.Data.Documents[0].ID != typed {
			t.Errorf("%q: %+v", q, f)
		}
	}
	if f := find(t, c, "-muñoz"); f.Data.Total != 1 || f.Data.Documents[0].ID != read {
		t.Errorf("-muñoz: %+v", f)
	}
	f := find(t, c, "negado")
	if len(f.Data.Documents) != 1 || f.Data.Documents[0].Snippet != "Reclama pensiones negadas; urge" || len(f.Data.Documents[0].Highlights) != 1 {
		t.Fatalf("%+v", f)
	}
	if m := f.Data.Documents[0].Highlights[0]; f.Data.Documents[0].Snippet[m.Start:m.End] != "negadas" {
		t.Errorf("highlight %v", m)
	}
	if f := find(t, c, "", "&sort_by=Fecha_asc&page_size=1&page=2"); f.Data.Total != 2 || len(f.Data.Documents) != 1 || f.Data.Documents[0].ID != typed {
		t.Errorf("everything: %+v", f)
	}
	if list := string(call(t, c, "GET", "/documents?q=mu%C3%B1oz&status=manual_entry", "", 200)); !strings.Contains(list, typed) || !strings.Contains(list, `"total":1`) {
		t.Errorf("list %s", list)
	}
	call(t, c, "PUT", "/documents/"+typed+"/validate", `{"validated_fields":{"demandante":"Berta Cáceres"}}`, 200)
	stop(t, p)

	p = start(t, folder, database...)
	c = login(t, p, password)
	if f := find(t, c, "inigo"); f.Data.Total != 0 {
		t.Errorf("corrected, and still found: %+v", f)
	}
	if f := find(t, c, "caceres berta"); f.Data.Total != 1 {
		t.Errorf("corrected, and not found: %+v", f)
	}
	call(t, c, "DELETE", "/documents/"+typed, "", 204)
	if f := find(t, c, "52418903"); f.Data.Total != 0 {
		t.Errorf("deleted, and still found: %+v", f)
	}
}

// No text is an error as a query, whatever it means elsewhere.
func TestAnyTextIsAQuery(t *testing.T) {
	onUsualDatabase(t, takeAnyQuery)
}

func takeAnyQuery(t *testing.T, database ...string) {
	p := start(t, t.TempDir(), database...)
	c := login(t, p, p.Password)
	manual(t, c, map[string]string{"numero_acta": "1", "demandante": "Ana", "demandado": "EPS", "observaciones": "salud"})
	queries := []string{"'", `"`, `"" -`, "AND", "salud AND", "NEAR(a b)", "*", "salud*", "{terms}: salud", "terms:salud", "^salud", "((((", "\\", "%", "\x00", "\xff",
		"'; DROP TABLE documents; --", "<script>alert(1)</script>", "\u202e", "👩‍👩‍👧", "e\u0301\u0301", strings.Repeat(`"a `, 900), strings.Repeat("-a ", 900), strings.Repeat("1.", 900)}
	own := len(queries)
	if content, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "samples", "payloads", "blns", "blns.json")); err == nil {
		var more []string
		if err := json.Unmarshal(content, &more); err != nil {
			t.Fatal(err)
		}
		queries = append(queries, more...)
	}
	for i, q := range queries {
		if !*slow && i%8 != 0 && i >= own { // testkit/storetest asks each database the awkward ones
			continue
		}
		find(t, c, q)
		call(t, c, "GET", "/documents?q="+url.QueryEscape(q), "", 200)
	}
}
