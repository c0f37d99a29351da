package blackbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/filings"
)

// A deleted document is nowhere but in the bin, comes back whole, and is erased for good.
func TestBin(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, database ...string) {
		p := start(t, t.TempDir(), database...)
		c := login(t, p, p.Password)
		pdf := sheet(t, filings.New(21, filings.Options{}).Short(), false)
		upload := func() string {
			id, err := c.Upload(t.Context(), "tutela.pdf", pdf, "")
			if err != nil {
				t.Fatal(err)
			}
			return ended(t, c, id).Result.ID
		}
		first, second := upload(), upload()
		if days := aboutConsole(t, p.URL).BinDays; days != 30 {
			t.Errorf("the console is told of a bin of %d days", days)
		}
		paths := []string{"/documents/" + first, "/documents/" + first + "/history", "/documents/" + first + "/original",
			"/documents/" + first + "/pages/1", "/documents/" + first + "/pages/1/words"}
		lists := []string{"/documents", "/documents/search?q=el", "/duplicates", "/documents/stats/dashboard", "/documents/" + second + "/history"}
		before := call(t, c, "GET", paths[0], "", 200)
		call(t, c, "PUT", "/documents/"+second+"/duplicates/"+first+"/decision", `{"decision":"duplicate","note":"la misma"}`, 200)

		if got := call(t, c, "DELETE", paths[0], "", 204); len(got) > 0 {
			t.Errorf("deleting is answered %s", got)
		}
		for _, path := range paths {
			call(t, c, "GET", path, "", 404)
		}
		for _, path := range lists[:4] {
			if got := string(call(t, c, "GET", path, "", 200)); strings.Contains(got, first) {
				t.Errorf("%s has the deleted document: %s", path, got)
			}
		}
		if found := string(call(t, c, "POST", "/documents/"+second+"/duplicates", "", 200)); strings.Contains(found, first) {
			t.Errorf("it is a duplicate: %s", found)
		}
		bin := string(call(t, c, "GET", "/documents/bin", "", 200))
		for _, part := range []string{first, `"file_name":"tutela.pdf"`, `"deleted_by":"admin"`, `"total":1`} {
			if !strings.Contains(bin, part) {
				t.Errorf("the bin lacks %s: %s", part, bin)
			}
		}

		call(t, c, "POST", "/documents/"+first+"/restore", "", 200)
		call(t, c, "POST", "/documents/"+first+"/restore", "", 404)
		if after := call(t, c, "GET", paths[0], "", 200); !bytes.Equal(after, before) {
			t.Errorf("restored\n%s\nwant\n%s", after, before)
		}
		for _, path := range paths {
			call(t, c, "GET", path, "", 200)
		}
		if got := call(t, c, "GET", paths[2], "", 200); !bytes.Equal(got, pdf) {
			t.Errorf("an original of %d bytes, want %d", len(got), len(pdf))
		}
		var pairs struct {
			Data []struct {
				Decision struct{ Verdict, Note string } `json:"decision"`
			} `json:"data"`
		}
		if err := json.Unmarshal(call(t, c, "GET", "/duplicates", "", 200), &pairs); err != nil || len(pairs.Data) != 1 {
			t.Errorf("%d pairs, %v", len(pairs.Data), err)
		}
		if got := string(call(t, c, "GET", "/duplicates?state=duplicate", "", 200)); !strings.Contains(got, "la misma") {
			t.Errorf("the decision is lost: %s", got)
		}
		if got := string(call(t, c, "GET", "/documents/search?q=accionante", "", 200)); !strings.Contains(got, first) && strings.Contains(got, second) {
			t.Errorf("it is not found: %s", got)
		}

		call(t, c, "DELETE", "/documents/bin/"+first, "", 404)
		call(t, c, "DELETE", paths[0], "", 204)
		call(t, c, "DELETE", "/documents/bin/"+first, "", 204)
		call(t, c, "POST", "/documents/"+first+"/restore", "", 404)
		if got := string(call(t, c, "GET", "/documents/bin", "", 200)); !strings.Contains(got, `"total":0`) {
			t.Errorf("the bin has %s", got)
		}
	})
}

// Without days for the bin, a deleted document is gone at once, and the console says so.
func TestNoBin(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "SVC_BIN_DAYS=0")
	c := login(t, p, p.Password)
	var made struct {
		Data struct {
			DocumentID string `json:"document_id"`
		}
	}
	if err := json.Unmarshal(call(t, c, "POST", "/documents/manual", `{"numero_acta":"7","demandante":"ANA","demandado":"EPS"}`, 201), &made); err != nil {
		t.Fatal(err)
	}
	call(t, c, "DELETE", "/documents/"+made.Data.DocumentID, "", 204)
	call(t, c, "POST", fmt.Sprintf("/documents/%s/restore", made.Data.DocumentID), "", 404)
	if days := aboutConsole(t, p.URL).BinDays; days != 0 {
		t.Errorf("the console is told of a bin of %d days", days)
	}
}
