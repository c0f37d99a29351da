package blackbox

import (
	"slices"
	"testing"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
)

// Two workers do equal papers in any order: each reports those submitted before it
// and no other. A scan is overtaken by what has a text layer.
func TestLaterPaperReportsTheEarlier(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "SVC_OCR_WORKERS=2")
	c := login(t, p, p.Password)
	filing := filings.New(31, filings.Options{}).Short()
	scan, err := paper.Scan(filing, paper.Options{}, paper.Fair, 1)
	if err != nil {
		t.Fatal(err)
	}
	digital, err := paper.BornDigital(filing, paper.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var ids, documents []string // in the order of submission
	for _, pdf := range [][]byte{scan.PDF, digital.PDF, digital.PDF, scan.PDF, digital.PDF} {
		id, err := c.Upload(t.Context(), "tutela.pdf", pdf, "")
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	for _, id := range ids {
		documents = append(documents, ended(t, c, id).Result.ID)
	}
	overtaken := 0
	for i, id := range ids {
		task, err := c.Task(t.Context(), id) // once all are done
		if err != nil {
			t.Fatal(err)
		}
		var reported []string
		for _, d := range task.Result.Duplicates {
			reported = append(reported, d.DocumentID)
		}
		slices.Sort(reported)
		if before := slices.Sorted(slices.Values(documents[:i])); !slices.Equal(reported, before) {
			t.Errorf("paper %d reports %q, want %q", i+1, reported, before)
		}
		overtaken += len(task.Warnings)
	}
	t.Logf("%d times a paper was done after one submitted later", overtaken)
	var dashboard struct {
		Data struct {
			Duplicated int `json:"duplicates_found"`
		}
	}
	if res, err := c.Do(t.Context(), "GET", "/documents/stats/dashboard", "", nil); err != nil || res.Decode(&dashboard) != nil || dashboard.Data.Duplicated != len(ids)-1 {
		t.Errorf("the dashboard: %s, %v", res.Body, err)
	}
}
