package intake

import (
	"context"
	"fmt"
	"slices"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/ner"
)

// NERConfig implements ports.Configuration.
func (s *Service) NERConfig(ctx context.Context, _ account.Actor) (ner.Config, error) {
	t, err := s.Tunings.Current(ctx)
	return t.Config, err
}

// NERHistory implements ports.Configuration.
func (s *Service) NERHistory(ctx context.Context, _ account.Actor, page document.PageRequest) (document.TuningListing, error) {
	return s.Tunings.List(ctx, page)
}

// SetNERConfig implements ports.Configuration. Reading and storing are one
// transaction, so that of two changes to different numbers both stay.
func (s *Service) SetNERConfig(ctx context.Context, by account.Actor, change func(*ner.Config) error) (ner.Config, error) {
	t, err := s.retune(ctx, by, document.TunedByHand, func(_ context.Context, t *document.Tuning) error { return change(&t.Config) })
	return t.Config, err
}

// UndoTuning puts the configuration in force that was before the present one;
// once more, that before it. The fault is Conflict when the default is in force.
func (s *Service) UndoTuning(ctx context.Context, by account.Actor) (document.Tuning, error) {
	return s.retune(ctx, by, document.TuningUndone, func(ctx context.Context, t *document.Tuning) error {
		base := t.Base()
		if base == 0 {
			return fault.New(fault.Conflict, "nothing_to_undo", "Rige la configuración con la que viene el programa; no hay cambios por deshacer.")
		}
		before, err := s.Tunings.Get(ctx, base-1)
		if err != nil {
			return err
		}
		// An undoing has the configuration of another one.
		t.Config, t.Restored = before.Config, before.Base()
		return nil
	})
}

// retune stores the configuration that change makes of the present one. What
// comes to the same stores nothing.
func (s *Service) retune(ctx context.Context, by account.Actor, origin document.TuningOrigin, change func(context.Context, *document.Tuning) error) (document.Tuning, error) {
	if err := by.RequireAdmin(); err != nil {
		return document.Tuning{}, err
	}
	var stored document.Tuning
	made := false
	err := s.Tx.InTx(ctx, func(ctx context.Context) error {
		present, err := s.Tunings.Current(ctx)
		if err != nil {
			return err
		}
		next := present
		next.Config.Extractors = slices.Clone(present.Config.Extractors)
		if err := change(ctx, &next); err != nil {
			return err
		}
		if err := checkNER(next.Config); err != nil {
			return err
		}
		if made = origin == document.TuningUndone || !next.Config.Equal(present.Config); !made {
			stored = present
			return nil
		}
		next.At, next.By, next.Origin = s.Now().UTC(), by.Username, origin
		stored, err = s.Tunings.Append(ctx, next)
		return err
	})
	if err != nil {
		return document.Tuning{}, err
	}
	if made {
		s.Logger.InfoContext(ctx, "configuration of extraction changed", "by", by.Username, "number", stored.Number, "origin", stored.Origin, "config", stored.Config)
	}
	return stored, nil
}

// checkNER says in a clerk's words what cannot be a configuration.
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
