package blackbox

import (
	"testing"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/service"
)

// TestKillingDocumentIsGivenUp kills the server each time while it reads the same
// page, as a document does that takes all memory: the fourth server does not try
// again, says so, and works what comes after. An administrator may try again.
func TestKillingDocumentIsGivenUp(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, database ...string) {
		folder := t.TempDir()
		p := start(t, folder, database...)
		c := login(t, p, p.Password)
		g := filings.New(31, filings.Options{})
		id, err := c.Upload(t.Context(), "bomba.pdf", sheet(t, g.Short(), true), "")
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if task := untilReading(t, p, c, id); task.Status != "processing" {
				t.Fatalf("the task is %+v", task)
			}
			p.Kill()
			p = start(t, folder, database...)
			c.URL = p.URL
		}
		task := ended(t, c, id)
		if task.Status != "failed" || task.ErrorCode != "processing_failed" || task.Error == nil {
			t.Errorf("after three kills the task is %+v", task)
		}
		after, err := c.Upload(t.Context(), "después.pdf", sheet(t, g.Short(), false), "")
		if err != nil {
			t.Fatal(err)
		}
		if task := ended(t, c, after); task.Status != "completed" {
			t.Errorf("the filing behind it: %+v", task)
		}
		if task := carriedOut(t, c, id); task.Status != "completed" {
			t.Errorf("tried again it is %+v", task)
		}
	})
}

// untilReading waits until the server reads the task's file, or the task has ended.
func untilReading(t *testing.T, p *service.Process, c *service.Client, id string) service.Task {
	t.Helper()
	for {
		task, err := c.Task(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if task.Stage == "reading" && len(p.Readers()) > 0 || task.CompletedAt != "" {
			return task
		}
	}
}
