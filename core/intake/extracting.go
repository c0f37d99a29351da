package intake

import (
	"context"
	"fmt"
	"sync"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/ports"
)

// extracting finds what texts name, under the configuration in force at that
// moment.
type extracting struct {
	tunings ports.Tunings
	build   func(ner.Config) (ports.Extractor, error)

	mu        sync.Mutex
	number    int // of the tuning that extractor follows
	extractor ports.Extractor
}

// current returns the extractor for the stored configuration, made anew when
// that has changed.
func (x *extracting) current(ctx context.Context) (ports.Extractor, error) {
	t, err := x.tunings.Current(ctx)
	if err != nil {
		return nil, fmt.Errorf("reading the configuration of extraction: %w", err)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.extractor == nil || x.number != t.Number {
		extractor, err := x.build(t.Config)
		if err != nil {
			return nil, fmt.Errorf("stored configuration of extraction: %w", err)
		}
		x.number, x.extractor = t.Number, extractor
	}
	return x.extractor, nil
}
