package blackbox

import (
	"bytes"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/objectstore"
	"github.com/cotejo/cotejo/testkit/paper"
	"github.com/cotejo/cotejo/testkit/service"
)

// TestOriginalsInABucket runs the service over a real object store, which goes
// away and comes back: nothing is accepted in the meantime, nobody waits for ever, and
// afterwards all goes on without a hand.
func TestOriginalsInABucket(t *testing.T) {
	t.Parallel()
	store := objectstore.Start(t)
	p := start(t, t.TempDir(), "SVC_BLOB_URL="+store.Bucket(t, "originals"), "SVC_BLOB_ACCESS_KEY="+objectstore.Access,
		"SVC_BLOB_SECRET_KEY="+objectstore.Secret)
	c := login(t, p, p.Password)
	made, err := paper.BornDigital(filings.New(5, filings.Options{}).Short(), paper.Options{})
	if err != nil {
		t.Fatal(err)
	}
	process := func() service.Task {
		id, err := c.Upload(t.Context(), "tutela.pdf", made.PDF, "")
		if err != nil {
			t.Fatal(err)
		}
		task := ended(t, c, id)
		if task.Status != "completed" || task.Result == nil {
			t.Fatalf("task %+v", task)
		}
		return task
	}
	first := process()
	original := "/documents/" + first.Result.ID + "/original"
	if got := send(t, c, "GET", original, ""); got.Status != 200 || !bytes.Equal(got.Body, made.PDF) {
		t.Errorf("the original comes back as %d with %d bytes", got.Status, len(got.Body))
	}
	if got := send(t, c, "GET", original, "bytes=100-199"); got.Status != 206 || !bytes.Equal(got.Body, made.PDF[100:200]) {
		t.Errorf("a part of the original comes back as %d with %d bytes", got.Status, len(got.Body))
	}
	if got := send(t, c, "GET", "/documents/"+first.Result.ID+"/pages/1", ""); got.Status != 200 {
		t.Errorf("page 1 is answered %d", got.Status)
	}

	store.Stop()
	var refused *service.Refused
	if _, err := c.Upload(t.Context(), "perdida.pdf", made.PDF, ""); !errors.As(err, &refused) || refused.Response.Status != 503 || refused.Response.Header.Get("Retry-After") == "" {
		t.Errorf("without a store an upload is answered %v", err)
	}
	if got := send(t, c, "GET", original, ""); got.Status != 503 {
		t.Errorf("without a store an original is answered %d", got.Status)
	}
	if got := send(t, c, "GET", "/documents/"+first.Result.ID, ""); got.Status != 200 {
		t.Errorf("without a store a document is answered %d", got.Status)
	}
	if got := send(t, c, "GET", "/health", ""); got.Status != 200 || !strings.Contains(string(got.Body), "originales no responde") {
		t.Errorf("health is answered %d %s", got.Status, got.Body)
	}

	store.Resume(t)
	if got := send(t, c, "GET", "/health", ""); strings.Contains(string(got.Body), "originales no responde") {
		t.Errorf("health with the store back: %s", got.Body)
	}
	again := process()
	if len(again.Result.Duplicates) != 1 || again.Result.Duplicates[0].DocumentID != first.Result.ID {
		t.Errorf("the same paper again has duplicates %v", again.Result.Duplicates)
	}
	if got := send(t, c, "DELETE", "/documents/"+first.Result.ID, ""); got.Status >= 300 {
		t.Errorf("deleting is answered %d %s", got.Status, got.Body)
	}
	if got := send(t, c, "GET", original, ""); got.Status != 404 {
		t.Errorf("a deleted original is answered %d", got.Status)
	}
}

// send asks for a path, or for a range of bytes of it.
func send(t *testing.T, c *service.Client, method, path, byteRange string) service.Response {
	t.Helper()
	ranged := *c
	ranged.HTTP = &http.Client{Timeout: patience, Transport: rangeHeader(byteRange)}
	res, err := ranged.Do(t.Context(), method, path, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// rangeHeader asks for a range of bytes; empty for all of them.
type rangeHeader string

func (h rangeHeader) RoundTrip(r *http.Request) (*http.Response, error) {
	if h != "" {
		r.Header.Set("Range", string(h))
	}
	return http.DefaultTransport.RoundTrip(r)
}
