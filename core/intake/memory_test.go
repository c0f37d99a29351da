package intake_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
	"github.com/cotejo/cotejo/testkit/memstore"
)

// volume reads every file as many pages full of words, and looks at how much
// memory is in use after some of them and after all.
type volume struct {
	*reader
	after []int // pages after which to look
	inUse []uint64
}

const wordsOfPage = 3000

func (v *volume) Read(_ context.Context, r document.ReadRequest, visit func(document.Page, int) error) error {
	total := v.after[len(v.after)-1]
	for n := r.Done + 1; n <= total; n++ {
		p := document.Page{Number: n, Source: document.OCR, Text: fmt.Sprintf("Folio %d", n), Confidence: 1, Words: make([]document.Word, wordsOfPage)}
		for i := range p.Words {
			p.Words[i] = document.Word{Text: fmt.Sprint(n, i), Box: document.Box{X1: float64(i)}}
		}
		if err := visit(p, total); err != nil {
			return err
		}
		if n == v.after[len(v.inUse)] {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			v.inUse = append(v.inUse, m.HeapAlloc)
		}
	}
	return nil
}

// wordless is a spool that keeps the words of no page, as one on disk keeps none
// in memory.
type wordless struct{ *memstore.Spool }

func (s wordless) Pages(ctx context.Context, taskID string) (ports.SpooledPages, error) {
	pages, err := s.Spool.Pages(ctx, taskID)
	return wordlessPages{pages}, err
}

type wordlessPages struct{ ports.SpooledPages }

func (p wordlessPages) Append(page document.Page) error {
	page.Words = nil
	return p.SpooledPages.Append(page)
}

// What a page holds beside its text is in memory for as long as the page is
// worked on, however many there are.
func TestLongDocumentsNeedNoMoreMemory(t *testing.T) {
	h := newHouse(t, nil)
	v := &volume{reader: h.reader, after: []int{20, 220}}
	h.worker.Spool, h.worker.Reader = wordless{h.spool}, v
	task := h.submit(t, pdf)
	if err := h.worker.Work(t.Context(), task.ID); err != nil {
		t.Fatal(err)
	}
	if got := h.task(t, task.ID); got.Status != document.TaskCompleted || got.Result.Pages != 220 {
		t.Fatalf("task %+v", got)
	}
	const page = wordsOfPage * 64 // bytes, and more
	if grown := int64(v.inUse[1]) - int64(v.inUse[0]); grown > 20*page {
		t.Errorf("200 pages more take %d bytes more; a page is some %d", grown, page)
	} else {
		t.Logf("200 pages more take %d bytes more", grown)
	}
}
