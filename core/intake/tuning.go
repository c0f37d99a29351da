package intake

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/ports"
)

// Configuration implements ports.Configuration. All fields but ExtraTypes are required.
type Configuration struct {
	Tx         ports.Transactor
	Documents  ports.Documents
	Pairs      ports.Pairs
	Deliveries ports.Deliveries
	Examples   ports.Examples
	Rules      ports.Tunings[document.MailRules]
	Comparer   *Comparer
	Extraction *Extraction
	ExtraTypes []document.Type // of documents, beside document.Types
	Now        func() time.Time
	Logger     *slog.Logger
}

var _ ports.Configuration = (*Configuration)(nil)

// NERConfig implements ports.Configuration.
func (s *Configuration) NERConfig(ctx context.Context, _ account.Actor) (ner.Config, error) {
	t, err := s.Extraction.Tunings.Current(ctx)
	return t.Config, err
}

// NERHistory implements ports.Configuration.
func (s *Configuration) NERHistory(ctx context.Context, _ account.Actor, page document.PageRequest) (document.TuningListing, error) {
	return s.Extraction.Tunings.List(ctx, page)
}

// SetNERConfig implements ports.Configuration.
func (s *Configuration) SetNERConfig(ctx context.Context, by account.Actor, change func(*ner.Config) error) (ner.Config, error) {
	t, err := s.nerTuner().retune(ctx, by, document.TunedByHand, func(_ context.Context, t *document.Tuning) error { return change(&t.Config) })
	return t.Config, err
}

// UndoTuning implements ports.Configuration.
func (s *Configuration) UndoTuning(ctx context.Context, by account.Actor) (document.Tuning, error) {
	return s.nerTuner().undo(ctx, by)
}

// DedupConfig implements ports.Configuration.
func (s *Configuration) DedupConfig(ctx context.Context, _ account.Actor) (dedup.Config, error) {
	t, err := s.Comparer.Tunings.Current(ctx)
	return t.Config, err
}

// DedupHistory implements ports.Configuration.
func (s *Configuration) DedupHistory(ctx context.Context, _ account.Actor, page document.PageRequest) (document.DedupTuningListing, error) {
	return s.Comparer.Tunings.List(ctx, page)
}

// SetDedupConfig implements ports.Configuration.
func (s *Configuration) SetDedupConfig(ctx context.Context, by account.Actor, change func(*dedup.Config)) (dedup.Config, error) {
	t, err := s.dedupTuner().retune(ctx, by, document.TunedByHand, func(_ context.Context, t *document.DedupTuning) error {
		change(&t.Config)
		return nil
	})
	return t.Config, err
}

// UndoDedupConfig implements ports.Configuration.
func (s *Configuration) UndoDedupConfig(ctx context.Context, by account.Actor) (document.DedupTuning, error) {
	return s.dedupTuner().undo(ctx, by)
}

// tuner changes one kind of configuration.
type tuner[C any] struct {
	*Configuration
	tunings ports.Tunings[C]
	subject string // for the log
	clone   func(C) C
	equal   func(a, b C) bool
	check   func(C) error
	logged  func(C) any // what the log has of a configuration; nil for all of it
}

func (s *Configuration) nerTuner() tuner[ner.Config] {
	clone := func(c ner.Config) ner.Config {
		c.Extractors = slices.Clone(c.Extractors)
		return c
	}
	return tuner[ner.Config]{s, s.Extraction.Tunings, "extraction", clone, ner.Config.Equal, checkNER, nil}
}

func (s *Configuration) dedupTuner() tuner[dedup.Config] {
	clone := func(c dedup.Config) dedup.Config { return c }
	equal := func(a, b dedup.Config) bool { return a == b }
	return tuner[dedup.Config]{s, s.Comparer.Tunings, "comparing", clone, equal, checkDedup, nil}
}

// undo restores the configuration before the current one.
func (r tuner[C]) undo(ctx context.Context, by account.Actor) (document.TuningOf[C], error) {
	return r.retune(ctx, by, document.TuningUndone, func(ctx context.Context, t *document.TuningOf[C]) error {
		base := t.Base()
		if base == 0 {
			return fault.New(fault.Conflict, "nothing_to_undo", "Rige la configuración con la que viene el programa; no hay cambios por deshacer.")
		}
		before, err := r.tunings.Get(ctx, base-1)
		if err != nil {
			return err
		}
		// A restored configuration refers to the one that it repeats.
		t.Config, t.Restored = before.Config, before.Base()
		return nil
	})
}

// adopt stores a configuration that was learned while from was in use. Fault: Conflict if another
// one came into use in the meantime.
func (r tuner[C]) adopt(ctx context.Context, by account.Actor, from, learned C) (document.TuningOf[C], error) {
	return r.retune(ctx, by, document.TunedByExamples, func(_ context.Context, t *document.TuningOf[C]) error {
		if !r.equal(t.Config, from) {
			return fault.New(fault.Conflict, "config_changed", "La configuración cambió mientras se aprendía; vuelva a intentarlo.")
		}
		t.Config = learned
		return nil
	})
}

// retune stores the configuration that change returns, unless it is equal to the current one. It
// reads and writes in one transaction, so concurrent changes of different values are all kept.
func (r tuner[C]) retune(ctx context.Context, by account.Actor, origin document.TuningOrigin,
	change func(context.Context, *document.TuningOf[C]) error,
) (document.TuningOf[C], error) {
	var stored document.TuningOf[C]
	if err := by.RequireAdmin(); err != nil {
		return stored, err
	}
	made := false
	err := r.Tx.InTx(ctx, func(ctx context.Context) error {
		present, err := r.tunings.Current(ctx)
		if err != nil {
			return err
		}
		next := present
		next.Config = r.clone(present.Config)
		if err := change(ctx, &next); err != nil {
			return err
		}
		if err := r.check(next.Config); err != nil {
			return err
		}
		if made = origin == document.TuningUndone || !r.equal(next.Config, present.Config); !made {
			stored = present
			return nil
		}
		next.At, next.By, next.Origin = r.Now().UTC(), by.Username, origin
		stored, err = r.tunings.Append(ctx, next)
		return err
	})
	if err != nil {
		return document.TuningOf[C]{}, err
	}
	if made {
		logged := any(stored.Config)
		if r.logged != nil {
			logged = r.logged(stored.Config)
		}
		r.Logger.InfoContext(ctx, "configuration of "+r.subject+" changed", "by", by.Username, "number", stored.Number, "origin", stored.Origin, "config", logged)
	}
	return stored, nil
}

// checkNER validates a configuration. Its messages are in Spanish, for clerks.
func checkNER(c ner.Config) error {
	var details []fault.Detail
	votes := false
	for _, x := range c.Extractors {
		if !(x.Weight >= 0 && x.Weight <= 1) {
			details = append(details, fault.Detail{Location: "body.weights." + x.Name, Message: "Debe ser un número de 0 a 1."})
		}
		votes = votes || x.Enabled && x.Weight > 0
	}
	if !(c.MinConfidence >= 0 && c.MinConfidence <= 1) {
		details = append(details, fault.Detail{Location: "body.min_confidence", Message: "Debe ser un número de 0 a 1."})
	}
	switch {
	case len(details) > 0:
		return fault.New(fault.Unprocessable, "ner_number_out_of_range", "Los pesos y la confianza mínima van de 0 a 1; corrija los señalados.").With(details...)
	case !votes:
		return fault.New(fault.Unprocessable, "no_extractor_votes", "Al menos un extractor debe quedar activo con un peso mayor que 0.").
			With(fault.Detail{Location: "body.extractors", Message: "Active uno y dele un peso mayor que 0."})
	}
	if _, err := ner.NewEnsemble(c); err != nil {
		return fmt.Errorf("configuration of extraction: %w", err)
	}
	return nil
}
