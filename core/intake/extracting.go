package intake

import (
	"context"
	"fmt"
	"sync"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/ports"
)

// Extraction extracts entities under the current configuration. It is safe for concurrent use; services share one.
type Extraction struct {
	Tunings ports.Tunings[ner.Config]
	New     func(ner.Config) (ports.Extractor, error) // returns the extractor for a configuration

	mu        sync.Mutex
	number    int // number of the tuning that extractor was built from
	extractor ports.Extractor
}

// current returns the extractor for the stored configuration. It builds a new one when the
// configuration has changed.
func (x *Extraction) current(ctx context.Context) (ports.Extractor, error) {
	t, err := x.Tunings.Current(ctx)
	if err != nil {
		return nil, fmt.Errorf("reading the configuration of extraction: %w", err)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.extractor == nil || x.number != t.Number {
		extractor, err := x.New(t.Config)
		if err != nil {
			return nil, fmt.Errorf("stored configuration of extraction: %w", err)
		}
		x.number, x.extractor = t.Number, extractor
	}
	return x.extractor, nil
}
