package ports

import (
	"context"

	"github.com/cotejo/cotejo/core/ner"
)

// Extractor finds what a text names. *ner.Ensemble is one.
type Extractor interface {
	// ExtractContext fails only when ctx ends.
	ExtractContext(ctx context.Context, text string) (ner.Result, error)
}
