//go:build soak

package blackbox

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/hostilepdf"
	"github.com/cotejo/cotejo/testkit/samples"
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

// understandable are the codes of the kinds that a file can be named as.
var understandable = map[string]bool{
	"pdf_damaged": true, "image_damaged": true, "image_too_large": true, "pdf_empty": true, "pdf_encrypted": true, "pdf_password_wrong": true, "too_many_pages": true,
	"page_timeout": true, "document_timeout": true, "reader_crashed": true,
	"too_much_text": true, "page_too_large": true,
}
