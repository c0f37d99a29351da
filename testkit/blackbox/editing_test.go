package blackbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
	"github.com/cotejo/cotejo/testkit/service"
)

// What a clerk corrects, types in and fetches again survives a restart.
func TestADocumentIsCorrectedAndKeepsItsHistoryAndOriginal(t *testing.T) {
	onUsualDatabase(t, correctAndKeep)
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
	misspelt, err := c.Do(t.Context(), "POST", "/documents/manual", "application/json",
		strings.NewReader(`{"numero_acta":"8","demandante":"Ana","demandado":"EPS","email":"ana@x.co"}`))
	if warning := misspelt.Header.Get("Warning"); err != nil || misspelt.Status != 201 || !strings.Contains(warning, "quiso decir 'correo'?") {
		t.Errorf("a misspelt key: %d, Warning %q, %v", misspelt.Status, warning, err)
	}
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

// Several documents are changed by one request, and each has its own answer.
func TestSeveralDocumentsAreChangedTogether(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, database ...string) {
		p := start(t, t.TempDir(), database...)
		c := login(t, p, p.Password)
		var ids []string
		for _, name := range []string{"Ana López", "Eva Mora"} {
			var made struct {
				Data struct {
					DocumentID string `json:"document_id"`
				}
			}
			body := call(t, c, "POST", "/documents/manual", `{"numero_acta":"7","demandante":"`+name+`","demandado":"EPS"}`, 201)
			if err := json.Unmarshal(body, &made); err != nil {
				t.Fatal(err)
			}
			ids = append(ids, made.Data.DocumentID)
		}
		bulk := func(change string) string {
			list := fmt.Sprintf(`"documents":[{"id":%q},{"id":"0195f0a0-0000-7000-8000-00000000ffff"},{"id":%q}]`, ids[0], ids[1])
			return string(call(t, c, "POST", "/documents/bulk", "{"+change+","+list+"}", 200))
		}
		for _, change := range []string{`"action":"assign","assignee":"admin"`, `"action":"tag","tag":"salud"`, `"action":"type","document_type":"demanda"`, `"action":"approve"`} {
			if got := bulk(change); !strings.Contains(got, `"changed":2`) || strings.Count(got, `"code":"document_not_found"`) != 1 {
				t.Errorf("%s: %s", change, got)
			}
		}
		if got := bulk(`"action":"approve"`); strings.Count(got, `"code":"already_approved"`) != 2 {
			t.Errorf("again: %s", got)
		}
		if got := bulk(`"action":"reopen"`); !strings.Contains(got, `"changed":2`) {
			t.Errorf("taken back: %s", got)
		}
		if got := bulk(`"action":"approve"`); !strings.Contains(got, `"changed":2`) {
			t.Errorf("approved again: %s", got)
		}
		if got := bulk(`"action":"tag","tag":"salud"`); strings.Count(got, `"outcome":"unchanged"`) != 2 {
			t.Errorf("the tag again: %s", got)
		}
		d := string(call(t, c, "GET", "/documents/"+ids[0], "", 200))
		for _, part := range []string{`"etiquetas":["salud"]`, `"document_type":"demanda"`, `"status":"validated"`, `"validated_by":"admin"`} {
			if !strings.Contains(d, part) {
				t.Errorf("the document lacks %s: %s", part, d)
			}
		}
		if history := string(call(t, c, "GET", "/documents/"+ids[0]+"/history", "", 200)); !strings.Contains(history, `"total":7`) {
			t.Errorf("history %s", history)
		}
		for path, part := range map[string]string{"/documents?mine=true": `"total":2`, "/documents?mine=true&q=mora": `"total":1`, "/users/assignees": `"username":"admin"`} {
			if got := string(call(t, c, "GET", path, "", 200)); !strings.Contains(got, part) {
				t.Errorf("%s: %s", path, got)
			}
		}
		call(t, c, "POST", "/documents/bulk", fmt.Sprintf(`{"action":"assign","assignee":"nadie","documents":[{"id":%q}]}`, ids[0]), 422)
	})
}

// Twenty people who validate one document at once are all heard.
func TestParallelValidations(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, database ...string) {
		p := start(t, t.TempDir(), database...)
		c := login(t, p, p.Password)
		var made struct {
			Data struct {
				DocumentID string `json:"document_id"`
			}
		}
		body := call(t, c, "POST", "/documents/manual", `{"numero_acta":"7","demandante":"ANA","demandado":"EPS"}`, 201)
		if err := json.Unmarshal(body, &made); err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				res, err := c.Do(t.Context(), "PUT", "/documents/"+made.Data.DocumentID+"/validate", "application/json",
					strings.NewReader(fmt.Sprintf(`{"validated_fields":{"juzgado":"Juzgado %d"}}`, i)))
				if err != nil || res.Status != 200 {
					t.Errorf("validation %d: %+v, %v", i, res, err)
				}
			})
		}
		all.Wait()
		if d := string(call(t, c, "GET", "/documents/"+made.Data.DocumentID, "", 200)); !strings.Contains(d, `"is_manual_entry":true`) {
			t.Error("it is no manual entry any more")
		}
		if s := string(call(t, c, "GET", "/stats/processing", "", 200)); !strings.Contains(s, `"total_manual":1`) {
			t.Errorf("statistics %s", s)
		}
		call(t, c, "GET", "/documents/999", "", 404)
		call(t, c, "GET", "/tasks/nope", "", 404)
		call(t, c, "DELETE", "/documents/nope", "", 404)
		call(t, c, "POST", "/documents/manual", `{"numero_acta":"8","demandante":"ANA","demandado":"EPS","doc_type":"tutelas"}`, 422)
	})
}
