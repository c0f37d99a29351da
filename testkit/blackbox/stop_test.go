package blackbox

import (
	"context"
	"errors"
	"testing"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/service"
)

// TestAStoppingServiceRefusesUploadsAndAnswersTheRest asks the service to end
// while it reads a scan: until the scan is read it must say so to anyone who
// uploads, and go on telling how far the reading is.
func TestAStoppingServiceRefusesUploadsAndAnswersTheRest(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := start(t, folder)
	c := login(t, p, p.Password)
	g := filings.New(8, filings.Options{})
	scan, small := sheet(t, fourSheets(g.Short()), true), sheet(t, g.Short(), false)
	upload := func(name string, pdf []byte) string {
		id, err := c.Upload(t.Context(), name, pdf, "")
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	reading := upload("scan.pdf", scan)
	for {
		task, err := c.Task(t.Context(), reading)
		if err != nil || task.Status == "completed" {
			t.Fatalf("before the end: %+v, %v", task, err)
		}
		if task.Stage == "reading" {
			break
		}
	}

	stopped := make(chan error, 1)
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		stopped <- p.Stop(ctx)
	}()
	for {
		_, err := c.Upload(t.Context(), "late.pdf", small, "")
		if err == nil {
			continue // the signal has not arrived yet
		}
		var refused *service.Refused
		if !errors.As(err, &refused) || refused.Response.Status != 503 || refused.Response.Header.Get("Retry-After") == "" {
			t.Fatalf("an upload while the service stops: %v", err)
		}
		break
	}
	if task, err := c.Task(t.Context(), reading); err != nil || task.Status == "failed" {
		t.Errorf("the task while the service stops: %+v, %v", task, err)
	}
	if err := <-stopped; err != nil {
		t.Errorf("the service does not end in order: %v", err)
	}

	p = start(t, folder)
	c.URL = p.URL
	if task := ended(t, c, reading); task.Status != "completed" {
		t.Errorf("after the next start: %+v", task)
	}
}
