package ports

import (
	"context"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
)

// Configuration shows and changes how filings are compared and how what they
// name is extracted. It is an inbound port.
type Configuration interface {
	DedupConfig(ctx context.Context, by account.Actor) (dedup.Config, error)
	// SetDedupConfig lets change alter the configuration in force, and stores
	// what comes of it: every comparison that begins afterwards follows it.
	// change may be run again. Faults: Forbidden unless an administrator asks,
	// Unprocessable with a detail for each number at fault.
	SetDedupConfig(ctx context.Context, by account.Actor, change func(*dedup.Config)) (dedup.Config, error)
	NERConfig(ctx context.Context, by account.Actor) (ner.Config, error)
	// SetNERConfig is to extraction what SetDedupConfig is to comparing: every
	// text that is read afterwards follows it. The configurations before are kept.
	SetNERConfig(ctx context.Context, by account.Actor, change func(*ner.Config) error) (ner.Config, error)
	// NERHistory returns one page of the configurations of extraction that were
	// stored, newest first.
	NERHistory(ctx context.Context, by account.Actor, page document.PageRequest) (document.TuningListing, error)
}

// Statistics counts what is stored. It is an inbound port.
type Statistics interface {
	Processing(ctx context.Context, by account.Actor) (document.Processing, error)
	Dashboard(ctx context.Context, by account.Actor) (document.Dashboard, error)
}
