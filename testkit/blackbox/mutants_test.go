package blackbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/hostilepdf"
	"github.com/cotejo/cotejo/testkit/proc"
	"github.com/cotejo/cotejo/testkit/samples"
	"github.com/cotejo/cotejo/testkit/service"
)

// TestMutantsEndTheirTaskOnly uploads good PDFs with random changes, as many as
// -mutants says. Each task ends, with a document or with a reason that a clerk
// understands, and the service lives as it did before.
func TestMutantsEndTheirTaskOnly(t *testing.T) {
	t.Parallel()
	good := contents(t, samples.Good)
	g := filings.New(4, filings.Options{})
	good["scan.pdf"], good["digital.pdf"] = sheet(t, g.Short(), true), sheet(t, g.Filing(), false)
	good["locked.pdf"] = locked(t, "clave", "ACCIONANTE: ANA LOPEZ RUIZ")
	names := slices.Sorted(maps.Keys(good))

	p := start(t, t.TempDir(), "SVC_PAGE_TIMEOUT_SECONDS=20", "SVC_READER_MEMORY_MB=512")
	c := login(t, p, p.Password)
	codes := map[string]int{}
	for from := 0; from < *mutants; from += 20 { // not all wait at once
		tasks := map[string]string{}
		for n := from; n < min(from+20, *mutants); n++ {
			of := names[n%len(names)]
			name := fmt.Sprintf("%d-%s", n, of)
			id, err := c.UploadWith(t.Context(), name, hostilepdf.Mutant(good[of], uint64(n)), map[string]string{"password": "clave"})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			tasks[name] = id
		}
		for name, id := range tasks {
			task := ended(t, c, id)
			codes[task.Status+" "+task.ErrorCode]++
			if task.Status != "completed" && !understandable[task.ErrorCode] || task.Status == "failed" && (task.Error == nil || !strings.HasSuffix(*task.Error, ".")) {
				t.Errorf("%s: %+v", name, task)
			}
		}
	}
	t.Logf("%v", codes)
	id, err := c.Upload(t.Context(), "despues.pdf", good["digital.pdf"], "")
	if err != nil {
		t.Fatal(err)
	}
	if task := ended(t, c, id); task.Status != "completed" || p.Ended() {
		t.Errorf("the filing after them: %+v", task)
	}
}

// TestHostilePDFsEndTheirTaskOnly uploads one PDF of each kind that was made to
// do harm, without -slow a sixteenth of them: each is refused, or its task ends as
// TestMutantsEndTheirTaskOnly has it, and the server takes no more memory than
// for any upload.
func TestHostilePDFsEndTheirTaskOnly(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "SVC_PAGE_TIMEOUT_SECONDS=4", "SVC_READER_MEMORY_MB=512", "SVC_OCR_WORKERS=2")
	c := login(t, p, p.Password)
	idle := proc.MemoryOf(p.PID()).Now
	tasks, refused := map[string]string{}, map[string]int{}
	cases := map[string]hostilepdf.Case{}
	for i, h := range hostilepdf.Made() {
		if !*slow && i%16 != 5 {
			continue
		}
		cases[h.Name] = h
		id, err := c.Upload(t.Context(), fmt.Sprintf("%d.pdf", i), h.PDF, "")
		var no *service.Refused
		if errors.As(err, &no) && no.Response.Status == http.StatusUnprocessableEntity && !h.Readable {
			var body struct{ Code, Detail string }
			if json.Unmarshal(no.Response.Body, &body) != nil || !understandable[body.Code] || !strings.HasSuffix(body.Detail, ".") {
				t.Errorf("%s: refused with %s", h.Name, no.Response.Body)
			}
			refused[body.Code]++
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", h.Name, err)
		}
		tasks[h.Name] = id
	}
	codes := map[string]int{}
	for name, id := range tasks {
		task := ended(t, c, id)
		codes[task.Status+" "+task.ErrorCode]++
		if task.Status != "completed" && (cases[name].Readable || !understandable[task.ErrorCode] || task.Error == nil || !strings.HasSuffix(*task.Error, ".")) {
			t.Errorf("%s: %+v", name, task)
		}
	}
	t.Logf("%d PDFs: %v, refused %v", len(cases), codes, refused)
	if most := proc.MemoryOf(p.PID()).Most; *slow && most > idle+100 { // the short form runs with the race detector
		t.Errorf("the server took %d MB, idle %d", most, idle)
	}
	id, err := c.Upload(t.Context(), "despues.pdf", sheet(t, filings.New(4, filings.Options{}).Filing(), false), "")
	if err != nil {
		t.Fatal(err)
	}
	if task := ended(t, c, id); task.Status != "completed" || p.Ended() {
		t.Errorf("the filing after them: %+v", task)
	}
}

// understandable are the codes of what a file may be told to be.
var understandable = map[string]bool{
	"pdf_damaged": true, "pdf_empty": true, "pdf_encrypted": true, "pdf_password_wrong": true, "too_many_pages": true,
	"page_timeout": true, "document_timeout": true, "reader_crashed": true,
	"too_much_text": true, "page_too_large": true,
}
