package blackbox

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
	"github.com/cotejo/cotejo/testkit/service"
)

// What a clerk corrects, types in and fetches again survives a restart.
func TestADocumentIsCorrectedAndKeepsItsHistoryAndOriginal(t *testing.T) {
	onEachDatabase(t, correctAndKeep)
}

func correctAndKeep(t *testing.T, database ...string) {
	folder := t.TempDir()
	p := start(t, folder, database...)
	password := p.Password
	c := login(t, p, password)
	made, err := paper.BornDigital(filings.New(22, filings.Options{}).Of(document.Tutela), paper.Options{})
	if err != nil {
		t.Fatal(err)
	}
	task, err := c.Upload(t.Context(), "tutela.pdf", made.PDF, "")
	if err != nil {
		t.Fatal(err)
	}
	id := ended(t, c, task).Result.ID
	call(t, c, "PUT", "/documents/"+id+"/validate", `{"validated_fields":{"demandante":"<i>O'Neil</i> & Cía","cedula":"79.111.222"}}`, 200)
	call(t, c, "POST", "/documents/manual", `{"numero_acta":"7","demandante":"cía o'neil","demandado":"EPS","cedula":"79111222"}`, 201)
	stop(t, p)

	p = start(t, folder, database...)
	c = login(t, p, password)
	d, err := c.Document(t.Context(), id)
	if err != nil || d.Plaintiff != "O'Neil & Cía" || d.Status != "validated" {
		t.Errorf("document %+v, %v", d, err)
	}
	if history := string(call(t, c, "GET", "/documents/"+id+"/history", "", 200)); !strings.Contains(history, `"total":3`) || !strings.Contains(history, `"user":"admin"`) {
		t.Errorf("history %s", history)
	}
	if found := string(call(t, c, "POST", "/documents/"+id+"/recurring", `{"cedula":"79 111 222","demandante":"O NEIL CIA"}`, 200)); !strings.Contains(found, `"total_matches":2`) {
		t.Errorf("recurring %s", found)
	}
	if original := call(t, c, "GET", "/documents/"+id+"/original", "", 200); !bytes.Equal(original, made.PDF) {
		t.Errorf("%d bytes of the original, want %d", len(original), len(made.PDF))
	}
}

// call sends a request with a JSON body and returns what was answered.
func call(t *testing.T, c *service.Client, method, path, body string, want int) []byte {
	t.Helper()
	res, err := c.Do(t.Context(), method, path, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if res.Status != want {
		t.Fatalf("%s %s: %d %s, want %d %s", method, path, res.Status, res.Body, want, http.StatusText(want))
	}
	return res.Body
}
