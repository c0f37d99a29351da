package blackbox

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
)

// A clerk is asked once about two copies of one filing; what is decided shows in every
// list, in both histories and in the workbook, survives a restart and can be taken back.
func TestAClerkDecidesAboutAPair(t *testing.T) { onUsualDatabase(t, decideAboutAPair) }

func decideAboutAPair(t *testing.T, database ...string) {
	folder := t.TempDir()
	p := start(t, folder, database...)
	c := login(t, p, p.Password)
	filing, err := paper.BornDigital(filings.New(47, filings.Options{}).Short(), paper.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, name := range []string{"primera.pdf", "segunda.pdf"} {
		id, err := c.Upload(t.Context(), name, filing.PDF, "tutela")
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, ended(t, c, id).Result.ID)
	}
	decision := "/documents/" + ids[1] + "/duplicates/" + ids[0] + "/decision"
	type answer struct {
		Data []struct {
			ID       string
			Document struct{ ID string }
			Earlier  struct{ ID string }
			Decision *struct {
				Decision  string
				Note      string
				DecidedBy string `json:"decided_by"`
			}
			Field, From, To string
		}
	}
	ask := func(method, path, body string, want int) (got answer) {
		t.Helper()
		kind := ""
		if body != "" {
			kind = "application/json"
		}
		res, err := c.Do(t.Context(), method, path, kind, strings.NewReader(body))
		if err != nil || res.Status != want {
			t.Fatalf("%s %s: %d, %s, %v", method, path, res.Status, res.Body, err)
		}
		_ = json.Unmarshal(res.Body, &got) // a single object is not looked at
		return got
	}
	count := func(path string, want int) answer {
		t.Helper()
		got := ask("GET", path, "", 200)
		if len(got.Data) != want {
			t.Errorf("GET %s lists %d, want %d", path, len(got.Data), want)
		}
		return got
	}
	if open := count("/duplicates?state=open&relation=duplicate&min_score=0.7", 1); open.Data[0].Document.ID != ids[1] || open.Data[0].Earlier.ID != ids[0] || open.Data[0].Decision != nil {
		t.Errorf("the open pair: %+v", open)
	}
	count("/documents?duplicates=open", 1)
	ask("PUT", decision, `{"decision":"tal vez"}`, 422)
	ask("PUT", "/documents/"+ids[1]+"/duplicates/"+ids[1]+"/decision", `{"decision":"duplicate"}`, 422)
	ask("PUT", "/documents/"+ids[1]+"/duplicates/0198c1f0-7a52-7c1e-9d3b-2f6f0d1c8a11/decision", `{"decision":"duplicate"}`, 404)

	ask("PUT", decision, `{"decision":"duplicate","note":"igual hasta la firma"}`, 200)
	count("/duplicates?state=open", 0)
	if decided := count("/duplicates?state=decided&sort=date", 1); decided.Data[0].Decision == nil || decided.Data[0].Decision.Note != "igual hasta la firma" || decided.Data[0].Decision.DecidedBy == "" {
		t.Errorf("the decided pair: %+v", decided)
	}
	count("/documents?duplicates=confirmed&q=primera", 0)
	count("/documents?duplicates=confirmed", 1)
	for _, id := range ids {
		if lines := count("/documents/"+id+"/history", 1); !strings.Contains(lines.Data[0].To, "duplicate: igual hasta la firma") {
			t.Errorf("history: %+v", lines)
		}
	}
	_, rows := exported(t, c)
	if len(rows) != 3 {
		t.Fatalf("the workbook: %q", rows)
	}
	cells := map[string]string{}
	for i, label := range rows[0] {
		if i < len(rows[2]) {
			cells[label] = rows[2][i]
		}
	}
	if cells["Duplicado de"] != "primera.pdf" || cells["Motivo"] == "" || !strings.HasPrefix(cells["Decisión"], "Duplicado (") || !strings.HasSuffix(cells["Decisión"], "igual hasta la firma") {
		t.Errorf("the workbook tells %q", cells)
	}

	password := p.Password
	if err := p.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	p = start(t, folder, database...)
	c = login(t, p, password)
	count("/duplicates?state=duplicate", 1)
	ask("DELETE", decision, "", 200)
	count("/duplicates?state=open", 1)
	count("/documents?duplicates=none", 1)
}
