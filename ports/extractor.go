package ports

import (
	"context"

	"github.com/cotejo/cotejo/core/ner"
)

// Extractor extracts parties and identifiers from a text. *ner.Ensemble implements it.
type Extractor interface {
	// ExtractContext returns an error only if ctx ends.
	ExtractContext(ctx context.Context, text string) (ner.Result, error)
}
