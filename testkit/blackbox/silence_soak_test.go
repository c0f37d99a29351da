//go:build soak

package blackbox

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/service"
)

// TestSilenceIsAnswered has what the service is on say nothing, as when a
// network swallows what is sent, or a server hangs: no connection is refused or
// ends. Each request must be answered by its deadline, health within seconds, and
// with the network back all goes on without a hand.
func TestSilenceIsAnswered(t *testing.T) {
	t.Parallel()
	d := startDistrict(t, "api,worker")
	at := d.servers[0]
	c, _, _ := d.client()
	small := sheet(t, filings.New(22, filings.Options{}).Short(), false)
	// A PDF ends at its last %%EOF: what follows is looked through and passed over.
	large := append(bytes.Clone(small), bytes.Repeat([]byte("\n% relleno de un archivo de muchos megabytes"), 20<<20/45)...)
	upload := func(name string, pdf []byte) string {
		id, err := c.Upload(t.Context(), name, pdf, "")
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	first := ended(t, c, upload("grande.pdf", large))
	if first.Status != "completed" {
		t.Fatalf("task %+v %s", first, deref(first.Error))
	}
	original := "/documents/" + first.Result.ID + "/original"

	silences := 0
	silence := func(w wire, statuses map[string]int) {
		t.Helper()
		silences++
		upload("en camino.pdf", small) // a task in work, or about to be
		if err := w.Silence(); err != nil {
			t.Fatal(err)
		}
		type answer struct {
			name string
			res  service.Response
			err  error
			took time.Duration
		}
		answers, began := make(chan answer), time.Now()
		ask := func(name, method, path, body string) {
			res, err := c.Do(t.Context(), method, path, "application/json", strings.NewReader(body))
			answers <- answer{name, res, err, time.Since(began)}
		}
		put := func(name string, pdf []byte) {
			a := answer{name: name}
			_, a.err = c.Upload(t.Context(), name+".pdf", pdf, "")
			if refused, ok := a.err.(*service.Refused); ok {
				a.res, a.err = refused.Response, nil
			}
			a.took = time.Since(began)
			answers <- a
		}
		go ask("health", "GET", "/health", "")
		go ask("list", "GET", "/documents", "")
		go ask("search", "GET", "/documents/search?q=salud", "")
		go ask("login", "POST", "/auth/login", `{"username":"admin","password":"una clave de prueba"}`)
		go ask("original", "GET", original, "")
		go put("upload", small)
		go put("large upload", large)
		for range statuses {
			a := <-answers
			want, known := statuses[a.name]
			if !known || a.err != nil || a.res.Status != want {
				t.Errorf("%s, after %v: %d %v %.300s", a.name, a.took.Round(time.Second), a.res.Status, a.err, a.res.Body)
			}
			if a.name == "health" && a.took > 15*time.Second {
				t.Errorf("health is answered after %v", a.took)
			}
			t.Logf("%s: %d after %v", a.name, a.res.Status, a.took.Round(time.Second))
		}
		if err := w.Heal(); err != nil {
			t.Fatal(err)
		}
		d.well(t)
		if task := ended(t, c, upload("después.pdf", small)); task.Status != "completed" {
			t.Errorf("afterwards: task %+v %s", task, deref(task.Error))
		}
		if res := send(t, c, "GET", original, ""); !bytes.Equal(res.Body, large) {
			t.Errorf("afterwards the original is answered %d with %d bytes", res.Status, len(res.Body))
		}
	}
	silence(toDatabase(at), map[string]int{"health": 200, "list": 503, "search": 503, "login": 503, "original": 503, "upload": 503, "large upload": 503})
	if *slow { // three tries, each given up after a quarter of a minute
		silence(toStore(at), map[string]int{"health": 200, "list": 200, "search": 200, "login": 200, "original": 503, "upload": 503, "large upload": 503})
	}
	for name, n := range namesInList(t, c) {
		if name == "en camino.pdf" && n != silences {
			t.Errorf("%d documents of %d that were in work", n, silences)
		}
	}
}
