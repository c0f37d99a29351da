package ports

import (
	"context"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
)

// Configuration reads and changes the configuration of comparison and of extraction, and the rules
// of mailboxes. It is an inbound port.
type Configuration interface {
	DedupConfig(ctx context.Context, by account.Actor) (dedup.Config, error)
	// SetDedupConfig calls change with the current configuration and stores the result, which
	// takes effect with the next comparison. change may run more than once. Faults: Forbidden
	// unless by is an administrator, Unprocessable with a detail for each invalid number.
	SetDedupConfig(ctx context.Context, by account.Actor, change func(*dedup.Config)) (dedup.Config, error)
	// PreviewDedup reports the effect of a change on the undecided pairs, and changes nothing.
	// Faults: those of SetDedupConfig.
	PreviewDedup(ctx context.Context, by account.Actor, change func(*dedup.Config), seen func(done, total int)) (document.DedupPreview, error)
	// DedupHistory returns one page of the stored configurations of comparison, newest first.
	DedupHistory(ctx context.Context, by account.Actor, page document.PageRequest) (document.DedupTuningListing, error)
	// UndoDedupConfig restores the previous configuration; the next call restores the one before.
	// Faults: Forbidden unless by is an administrator; Conflict when the default is in force.
	UndoDedupConfig(ctx context.Context, by account.Actor) (document.DedupTuning, error)
	NERConfig(ctx context.Context, by account.Actor) (ner.Config, error)
	// SetNERConfig does for extraction what SetDedupConfig does for comparison. Former
	// configurations are kept.
	SetNERConfig(ctx context.Context, by account.Actor, change func(*ner.Config) error) (ner.Config, error)
	// UndoTuning does for extraction what UndoDedupConfig does for comparison.
	UndoTuning(ctx context.Context, by account.Actor) (document.Tuning, error)
	// NERHistory returns one page of the stored configurations of extraction, newest first.
	NERHistory(ctx context.Context, by account.Actor, page document.PageRequest) (document.TuningListing, error)

	// MailRules returns the rules for messages of mailboxes, in their current version.
	MailRules(ctx context.Context, by account.Actor) (document.MailRuling, error)
	// SetMailRules replaces all rules; the next message is judged by the new ones. versions are
	// optional preconditions: one of them must be the number of the current version. Faults: Forbidden
	// unless by is an administrator; Stale; those of document.CleanMailRules.
	SetMailRules(ctx context.Context, by account.Actor, rules document.MailRules, versions []int) (document.MailRuling, error)
	// TryMailRules returns what rules would make of the messages that came last, newest first, and
	// stores nothing. Faults: those of SetMailRules.
	TryMailRules(ctx context.Context, by account.Actor, rules document.MailRules) ([]document.MailTrial, error)
	// MailRulesHistory returns one page of the versions of the rules, newest first.
	MailRulesHistory(ctx context.Context, by account.Actor, page document.PageRequest) (document.MailRulingListing, error)
	// UndoMailRules does for rules of mailboxes what UndoDedupConfig does for comparison.
	UndoMailRules(ctx context.Context, by account.Actor) (document.MailRuling, error)
}

// Statistics counts what is stored. It is an inbound port.
type Statistics interface {
	Processing(ctx context.Context, by account.Actor) (document.Processing, error)
	Dashboard(ctx context.Context, by account.Actor) (document.Dashboard, error)
	// Activity reports the work of the days from from to to, and what is waiting now. Zero days
	// mean the last 30. Fault: Unprocessable if they are in the wrong order or more than a year
	// apart.
	Activity(ctx context.Context, by account.Actor, from, to document.Day) (document.ActivityReport, error)
}
