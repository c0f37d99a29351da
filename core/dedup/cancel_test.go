package dedup_test

import (
	"context"
	"errors"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
)

// expiring is a context that ends after a number of checks.
type expiring struct {
	context.Context
	checks int
}

func (e *expiring) Err() error {
	if e.checks--; e.checks < 0 {
		return context.Canceled
	}
	return nil
}

func TestAnalysisEndsWithItsContext(t *testing.T) {
	d, err := dedup.NewDetector(dedup.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	filing := dedup.Filing{ID: "a", Type: "tutela", Text: "ACCIONANTE: ANA LÓPEZ RUIZ. La EPS no ha programado la resonancia de columna del 3 de febrero de 2026."}
	for checks := range 12 {
		if _, err := d.FingerprintContext(&expiring{t.Context(), checks}, filing); !errors.Is(err, context.Canceled) {
			t.Errorf("a fingerprint, ended at check %d: %v", checks, err)
		}
	}
	index := dedup.NewMemory()
	for _, id := range []string{"b", "c", "d"} {
		filing.ID = id
		if err := index.Put(t.Context(), d.Fingerprint(filing)); err != nil {
			t.Fatal(err)
		}
	}
	filing.ID = "a"
	for checks := 1; checks < 4; checks++ { // the index checks once
		if _, err := d.Find(&expiring{t.Context(), checks}, index, d.Fingerprint(filing)); !errors.Is(err, context.Canceled) {
			t.Errorf("a comparison, ended at check %d: %v", checks, err)
		}
	}
	if found, err := d.Find(t.Context(), index, d.Fingerprint(filing)); err != nil || len(found) != 3 {
		t.Errorf("%d are found, %v", len(found), err)
	}
}
