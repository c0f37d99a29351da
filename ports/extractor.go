package ports

import (
	"context"

	"github.com/cotejo/cotejo/core/ner"
)

// Extractor extracts parties and identifiers from a text. *ner.Ensemble implements it.
type Extractor interface {
	// ExtractContext returns an error only if ctx ends.
	// The spans, in order, name what was recognised in the text; the rest was typed.
	ExtractContext(ctx context.Context, text string, recognised ...ner.Span) (ner.Result, error)
}
