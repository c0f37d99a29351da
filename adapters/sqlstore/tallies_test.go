package sqlstore_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
)

// Enough documents come and go at once that their counts are folded more than
// once in the meantime.
func TestManyWritersAreCountedExactly(t *testing.T) {
	t.Parallel()
	const writers, each = 6, 400
	o := onServer(t)
	db := open(t, o)
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for i := range each {
				id := fmt.Sprint(w, "-", i)
				if err := db.Documents().Create(t.Context(), document.Document{ID: id, CreatedAt: time.UnixMicro(1), Type: document.Tutela}); err != nil {
					t.Error(err)
				}
				if i%2 == 0 {
					if err := db.Documents().Delete(t.Context(), id); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	all.Wait()
	var lines int
	if err := db.Writer().QueryRow("SELECT count(*) FROM document_changes").Scan(&lines); err != nil || lines == 0 || lines >= 2000 {
		t.Errorf("%d lines are kept, %v", lines, err)
	}
	got, err := db.Tallies().ByKind(t.Context())
	if err != nil || len(got) != 1 || got[0].Documents != writers*each/2 {
		t.Errorf("got %+v, %v", got, err)
	}
	l, err := db.Documents().List(t.Context(), document.Filter{}, document.PageRequest{Number: 1, Size: 1})
	if err != nil || l.Total != writers*each/2 {
		t.Errorf("a list of %d, %v", l.Total, err)
	}
}
