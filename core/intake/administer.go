package intake

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/idempotency"
)

// checkDedup validates a configuration. Its messages are in Spanish, for clerks.
func checkDedup(c dedup.Config) error {
	cause := c.Validate()
	if cause == nil {
		return nil
	}
	var details []fault.Detail
	for _, n := range []struct {
		name  string
		value float64
	}{
		{"minhash_weight", c.Weights.MinHash}, {"tfidf_weight", c.Weights.TFIDF}, {"entity_weight", c.Weights.Entity},
		{"tutela_threshold", c.Thresholds.Tutela}, {"habeas_threshold", c.Thresholds.Habeas}, {"default_threshold", c.Thresholds.Default},
	} {
		if n.value >= 0 && n.value <= 1 {
			continue
		}
		d := fault.Detail{Location: "body." + n.name, Message: "Debe ser un número de 0 a 1."}
		if !math.IsNaN(n.value) && !math.IsInf(n.value, 0) {
			d.Value = n.value
		}
		details = append(details, d)
	}
	if len(details) > 0 {
		return fault.Wrap(cause, fault.Unprocessable, "dedup_number_out_of_range",
			"Los pesos y los umbrales van de 0 a 1; corrija los señalados.").With(details...)
	}
	sum := c.Weights.MinHash + c.Weights.TFIDF + c.Weights.Entity
	message := fmt.Sprintf("Los tres pesos suman %.6g y deben sumar 1; ajústelos.", sum)
	return fault.Wrap(cause, fault.Unprocessable, "dedup_weights_sum", message).
		With(fault.Detail{Location: "body.weights", Message: "minhash_weight, tfidf_weight y entity_weight deben sumar 1.", Value: sum})
}

// ListTasks implements ports.Intake.
func (s *Service) ListTasks(ctx context.Context, _ account.Actor, f document.TaskFilter, page document.PageRequest) (document.TaskListing, error) {
	return s.Tasks.List(ctx, f, s.Now(), page)
}

// RetryTask implements ports.Intake. The task and its job are stored in one commit. Processing and
// progress start from the beginning.
func (s *Service) RetryTask(ctx context.Context, by account.Actor, r document.Retry) (document.Task, error) {
	digest := idempotency.Digest("retry", r.TaskID)
	if r.Key != "" && r.Password != "" {
		digest = idempotency.Digest("retry", r.TaskID, hardToGuess(r.Password, r.TaskID))
	}
	id, err := idempotency.Do(ctx, &s.keys, by.Username, r.Key, digest, func(note func(context.Context, string) error) (string, error) {
		return r.TaskID, s.retry(ctx, by, r, note)
	})
	if err != nil {
		return document.Task{}, err
	}
	return document.Task{ID: id, Status: document.TaskPending, Stage: document.StageQueued}, nil
}

func (s *Service) retry(ctx context.Context, by account.Actor, r document.Retry, note func(context.Context, string) error) error {
	if err := s.accepting(ctx, 1); err != nil {
		return err
	}
	id := r.TaskID
	t, err := s.Task(ctx, by, id)
	if err != nil {
		return err
	}
	if err := retryable(t); err != nil {
		return err
	}
	original, _, err := s.Blobs.Open(ctx, t.OriginalKey)
	if fault.KindOf(err) == fault.NotFound {
		return fault.Wrap(err, fault.Conflict, "original_gone", originalGone)
	}
	if err != nil {
		return fmt.Errorf("opening the original: %w", err)
	}
	original.Close()
	if r.Password != "" {
		if err := s.Spool.KeepPassword(ctx, id, r.Password); err != nil {
			return err
		}
	}
	err = s.Tx.InTx(ctx, func(ctx context.Context) error {
		err := s.Tasks.Update(ctx, id, func(stored *document.Task) error {
			if err := retryable(*stored); err != nil { // another request may have been faster
				return err
			}
			*stored = document.Task{
				ID: stored.ID, DocumentID: stored.DocumentID, Status: document.TaskPending, Stage: document.StageQueued,
				FileName: stored.FileName, Type: stored.Type, Tags: stored.Tags, OriginalKey: stored.OriginalKey, SHA256: stored.SHA256,
				Size: stored.Size, CreatedBy: stored.CreatedBy, CreatedAt: stored.CreatedAt, ArrivedAt: stored.ArrivedAt, Priority: stored.Priority,
			}
			return nil
		})
		if err != nil {
			return err
		}
		if err := s.Queue.Enqueue(ctx, id, t.CreatedBy, t.Priority); err != nil {
			return err
		}
		return note(ctx, id)
	})
	if err != nil && r.Password != "" && fault.KindOf(err) != fault.Conflict { // another request may have kept its password
		err = errors.Join(err, s.Spool.Remove(context.WithoutCancel(ctx), id))
	}
	return err
}

// CancelTask implements ports.Intake. A worker that is processing the task
// notices at the next page or stage (see Worker.Work). If the task is still queued,
// the worker that takes it later skips it.
func (s *Service) CancelTask(ctx context.Context, by account.Actor, id string) (cancelled document.Task, err error) {
	if err := by.RequireAdmin(); err != nil {
		return cancelled, err
	}
	if _, err := s.Task(ctx, by, id); err != nil {
		return cancelled, err
	}
	err = s.Tasks.Update(ctx, id, func(t *document.Task) error {
		if t.Status.Ended() {
			return fault.New(fault.Conflict, "task_ended", "La tarea ya terminó; no hay nada que cancelar.")
		}
		t.Fail("cancelled", "Un administrador canceló el proceso de este documento; si hace falta, envíe el PDF de nuevo.", s.Now().UTC(), s.opts.TaskTTL)
		cancelled = *t
		return nil
	})
	if err == nil {
		s.Logger.InfoContext(ctx, "task cancelled", "task", id, "by", by.Username)
	}
	return cancelled, err
}

const originalGone = "El archivo de esta tarea ya no está; envíe el PDF de nuevo."

// retryable returns the fault if a task cannot be retried.
func retryable(t document.Task) error {
	switch {
	case t.Status == document.TaskCompleted:
		return fault.New(fault.Conflict, "task_completed", "La tarea ya terminó bien; su documento está en la lista.")
	case t.Status != document.TaskFailed:
		return fault.New(fault.Conflict, "task_unfinished", "La tarea aún no termina; espere su resultado.")
	case t.OriginalKey == "":
		return fault.New(fault.Conflict, "original_gone", originalGone)
	}
	return nil
}
