package intake

import (
	"context"
	"fmt"
	"sync"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/ports"
)

// extracting extracts entities under the current configuration.
type extracting struct {
	tunings ports.Tunings[ner.Config]
	build   func(ner.Config) (ports.Extractor, error)

	mu        sync.Mutex
	number    int // number of the tuning that extractor was built from
	extractor ports.Extractor
}

// current returns the extractor for the stored configuration. It builds a new one when the
// configuration has changed.
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
