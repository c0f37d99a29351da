package blackbox

import (
	"bufio"
	"encoding/json"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
	"github.com/cotejo/cotejo/testkit/service"
)

// event is one that a stream sent.
type event struct {
	name string
	data struct {
		TaskID      string   `json:"task_id"`
		FileName    string   `json:"file_name"`
		Status      string   `json:"status"`
		PagesDone   int      `json:"pages_done"`
		PagesTotal  int      `json:"pages_total"`
		DocumentIDs []string `json:"document_ids"`
		Code        string   `json:"code"`
	}
}

// listen opens the stream of events and returns what waits for the next event that
// is wanted; the test ends when there is none.
func (b *browser) listen(t *testing.T) (next func(wanted func(event) bool) event) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), "GET", b.url+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := b.http.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { res.Body.Close() })
	if res.StatusCode != 200 {
		t.Fatalf("the stream is answered %d", res.StatusCode)
	}
	lines := bufio.NewScanner(res.Body)
	return func(wanted func(event) bool) event {
		t.Helper()
		var e event
		for lines.Scan() {
			if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
				e = event{name: name}
			}
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				if err := json.Unmarshal([]byte(data), &e.data); err != nil {
					t.Fatal(err)
				}
				if wanted(e) {
					return e
				}
			}
		}
		t.Fatalf("the stream ended: %v", lines.Err())
		return e
	}
}

// What one server reads is reported page by page to anyone who looks at another, and that the
// document is stored and repeats one.
func TestEventsTellWhatHappens(t *testing.T) {
	onSharedDatabase(t, func(t *testing.T, database ...string) {
		folder := t.TempDir()
		users := filepath.Join(folder, "users.yaml")
		writeUsers(t, users, "admin:admin", "ana:user")
		env := append(database, "SVC_JWT_SECRET="+tokenSecret, "SVC_AUTH_CONFIG_PATH="+users, "SVC_OCR_WORKERS=1")
		servers := []*service.Process{start(t, folder, env...)}
		if len(database) > 0 {
			servers = append(servers, start(t, t.TempDir(), append(env, "SVC_ROLES=api", "SVC_BLOB_URL=file://"+folder+"/data/originals")...))
		}
		boss := login(t, servers[0], passwordOf("admin"))
		ana := openBrowser(t, servers[len(servers)-1].URL+"/api/v1")
		ana.login(t, "ana", passwordOf("ana"))
		next := ana.listen(t)
		next(func(e event) bool { return e.name == "ready" })

		filing := fourSheets(filings.New(21, filings.Options{}).Short())
		scan, err := paper.Scan(filing, paper.Options{}, paper.Fair, 1)
		if err != nil {
			t.Fatal(err)
		}
		digital, err := paper.BornDigital(filing, paper.Options{})
		if err != nil {
			t.Fatal(err)
		}
		id, err := boss.Upload(t.Context(), "tutela.pdf", scan.PDF, "")
		if err != nil {
			t.Fatal(err)
		}
		var pages []int
		next(func(e event) bool {
			if e.name == "task" && e.data.TaskID == id {
				pages = append(pages, e.data.PagesDone)
			}
			return e.name == "task" && e.data.TaskID == id && e.data.Status == "completed"
		})
		if pages = slices.Compact(pages); len(pages) < 3 || !slices.IsSorted(pages) || pages[len(pages)-1] != len(scan.Pages) {
			t.Errorf("of %d pages these numbers were told: %v", len(scan.Pages), pages)
		}
		stored := next(func(e event) bool { return e.name == "documents" })
		if len(stored.data.DocumentIDs) != 1 {
			t.Errorf("stored: %+v", stored)
		}
		if _, err := boss.Upload(t.Context(), "copia.pdf", digital.PDF, ""); err != nil {
			t.Fatal(err)
		}
		pair := next(func(e event) bool { return e.name == "pairs" })
		if len(pair.data.DocumentIDs) != 1 || pair.data.DocumentIDs[0] == stored.data.DocumentIDs[0] {
			t.Errorf("paired: %+v", pair)
		}
		call(t, boss, "PUT", "/documents/"+pair.data.DocumentIDs[0]+"/duplicates/"+stored.data.DocumentIDs[0]+"/decision", `{"decision":"duplicate"}`, 200)
		decided := next(func(e event) bool { return e.name == "pairs" })
		if len(decided.data.DocumentIDs) != 2 {
			t.Errorf("decided: %+v", decided)
		}
		call(t, boss, "DELETE", "/documents/"+stored.data.DocumentIDs[0], "", 204)
		next(func(e event) bool { return e.name == "documents" && len(e.data.DocumentIDs) == 0 })
	})
}

// fourSheets is the beginning of f, a paragraph a page: progress is reported by page, and few
// words are soon recognised.
func fourSheets(f filings.Filing) filings.Filing {
	var blocks []filings.Block
	for _, b := range f.Blocks[:4] {
		blocks = append(blocks, b, filings.Block{Style: filings.PageBreak})
	}
	f.Blocks = blocks[:len(blocks)-1]
	return f
}
