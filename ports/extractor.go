package ports

import "github.com/cotejo/cotejo/core/ner"

// Extractor finds what a text names. *ner.Ensemble is one.
type Extractor interface {
	Extract(text string) ner.Result
}
