package ner_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
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

func TestExtractContextStopsBetweenSteps(t *testing.T) {
	e := ensemble(t, nil)
	const steps = 8 // five extractors, the start, and two more parts
	long := filing + strings.Repeat("El resultado del examen del niño es el que sigue.\n", 5<<18/51)
	for checks := range steps {
		r, err := e.ExtractContext(&expiring{t.Context(), checks}, long)
		if !errors.Is(err, context.Canceled) || len(r.Entities) > 0 {
			t.Errorf("ended at check %d: %d entities, %v", checks, len(r.Entities), err)
		}
	}
	want := e.Extract(long)
	if got, err := e.ExtractContext(t.Context(), long); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("a context that does not end changes the result: %v", err)
	}
}
