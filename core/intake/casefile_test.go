package intake_test

import (
	"archive/zip"
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/casefile"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// stored submits the same filing and works it.
func (h *house) stored(t *testing.T) string {
	t.Helper()
	task := h.submit(t, pdf)
	if err := h.worker.Work(t.Context(), task.ID); err != nil {
		t.Fatal(err)
	}
	return h.task(t, task.ID).Result.DocumentID
}

func TestCaseFileHasOriginalsAndIndex(t *testing.T) {
	h := newHouse(t, nil)
	first := h.stored(t)
	second := h.stored(t)
	// In the order of receipt, each once, whatever was asked for.
	made, name, err := h.service.CaseFile(t.Context(), clerk, casefile.Request{IDs: []string{second, first, second}})
	if err != nil {
		t.Fatal(err)
	}
	defer made.Content.Close()
	content, err := io.ReadAll(made.Content)
	if err != nil || int64(len(content)) != made.Size || made.Documents != 2 || !strings.HasSuffix(name, ".zip") {
		t.Fatalf("%s: %d documents, %d of %d bytes, %v", name, made.Documents, len(content), made.Size, err)
	}
	archive, err := zip.NewReader(bytes.NewReader(content), made.Size)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range archive.File {
		names = append(names, f.Name[strings.LastIndexByte(f.Name, '/')+1:])
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil || strings.HasSuffix(f.Name, ".pdf") && string(text) != pdf || len(text) == 0 {
			t.Errorf("%s has %q, %v", f.Name, text, err)
		}
		if strings.HasSuffix(f.Name, ".xml") && (!strings.Contains(string(text), first) || strings.Index(string(text), first) > strings.Index(string(text), second)) {
			t.Errorf("the index has\n%s", text)
		}
	}
	if len(names) != 4 || names[2] != "00IndiceElectronicoC01.xml" || names[3] != "00IndiceElectronicoC01.xlsx" || !strings.HasPrefix(names[0], "01Tutela") || !strings.HasPrefix(names[1], "02Tutela") {
		t.Errorf("the archive has %v", names)
	}
}

func TestCaseFileRefuses(t *testing.T) {
	h := newHouse(t, nil)
	stored := h.stored(t)
	typed := document.Document{ID: "0198c1f0-7a52-7c1e-9d3b-2f6f0d1c8a11", FileName: "digitado", Type: document.Tutela, Status: document.ManualEntry, CreatedAt: h.clock.now}
	if err := h.Documents().Create(t.Context(), typed); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		rule    string
		request casefile.Request
		code    string
	}{
		{"no documents", casefile.Request{}, "no_documents"},
		{"more than it may have", casefile.Request{IDs: slices.Collect(func(yield func(string) bool) {
			for i := range 501 {
				if !yield(strings.Repeat("x", i+1)) {
					return
				}
			}
		})}, "too_many_documents"},
		{"a document that is not there", casefile.Request{IDs: []string{"0198c1f0-7a52-7c1e-9d3b-2f6f0d1c8a99"}}, "document_not_found"},
		{"a document without an original", casefile.Request{IDs: []string{stored, typed.ID}}, "original_not_found"},
		{"an unknown stage", casefile.Request{IDs: []string{stored}, Stage: "05Otra"}, "unknown_stage"},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			_, _, err := h.service.CaseFile(t.Context(), clerk, tc.request)
			if f, ok := fault.As(err); !ok || f.Code != tc.code {
				t.Errorf("got %v", err)
			}
		})
	}
}
