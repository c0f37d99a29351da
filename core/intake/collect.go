package intake

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/idempotency"
)

// collecting is the owner of the claims on found files. It is never a username, because usernames
// do not begin with a space.
const collecting = " folder"

// always is the expiry of a claim on a found file: a folder may be scanned again years later.
var always = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// collection is the stored value of a claim on a found file.
type collection struct {
	Task     string `json:"task"`
	Document string `json:"document"`
}

func collectingKey(source, sha256 string) string { return idempotency.Digest("file", source, sha256) }

var errCollectedBefore = errors.New("another process was faster to take this file in")

// Collect implements ports.Collector. The claim on the file and its task are one commit: after a
// kill at any point, the file is found again.
func (s *Service) Collect(ctx context.Context, by account.Actor, f document.FoundFile) (document.Collected, error) {
	if !f.Again {
		known, err := s.Collected(ctx, by, f.Source, f.SHA256)
		if err == nil && known.Task.Status == document.TaskFailed {
			known.Before = false
			known.Task, err = s.RetryTask(ctx, by, document.Retry{TaskID: known.Task.ID, Password: passwordOf(f.Upload)})
		}
		if fault.KindOf(err) != fault.NotFound {
			return known, err
		}
	}

	task, err := s.receive(ctx, by, f.Upload)
	if err != nil {
		return document.Collected{}, err
	}
	if task.SHA256 != f.SHA256 {
		s.discard(ctx, task)
		return document.Collected{}, fault.New(fault.Stale, "file_changed", "El archivo cambió mientras se leía; se tomará cuando esté completo.")
	}
	err = s.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.claimFile(ctx, f, task); err != nil {
			return err
		}
		return s.enqueue(ctx, task)
	})
	if errors.Is(err, errCollectedBefore) {
		s.discard(ctx, task)
		return s.Collected(ctx, by, f.Source, f.SHA256)
	}
	if err != nil {
		return document.Collected{}, err
	}
	s.Logger.InfoContext(ctx, "task accepted", "task", task.ID, "bytes", task.Size)
	return document.Collected{Task: task}, nil
}

// claimFile stores which task the file became.
func (s *Service) claimFile(ctx context.Context, f document.FoundFile, task document.Task) error {
	result, err := json.Marshal(collection{task.ID, task.DocumentID})
	if err != nil {
		return err
	}
	_, taken, err := s.Claims.Claim(ctx, document.Claim{Owner: collecting, Key: collectingKey(f.Source, f.SHA256),
		Digest: f.SHA256, Result: string(result), ExpiresAt: always}, s.Now().UTC())
	switch {
	case err != nil:
		return fmt.Errorf("claiming a file: %w", err)
	case taken && !f.Again:
		return errCollectedBefore
	}
	return nil
}

// Collected implements ports.Collector.
func (s *Service) Collected(ctx context.Context, by account.Actor, source, sha256 string) (document.Collected, error) {
	held, err := s.Claims.Held(ctx, collecting, collectingKey(source, sha256), s.Now().UTC())
	if err != nil {
		return document.Collected{}, err
	}
	var c collection
	if err := json.Unmarshal([]byte(held.Result), &c); err != nil {
		return document.Collected{}, fmt.Errorf("reading what became of a file: %w", err)
	}
	task, err := s.Task(ctx, by, c.Task)
	if err == nil {
		return document.Collected{Task: task, Before: true}, nil
	}
	if fault.KindOf(err) != fault.NotFound {
		return document.Collected{}, err
	}
	d, err := s.Documents.Get(ctx, c.Document)
	if fault.KindOf(err) == fault.NotFound {
		return document.Collected{}, fault.Wrap(err, fault.Conflict, "collected_gone",
			"Este archivo ya se tomó antes y su documento ya no está: se eliminó, o no se pudo leer. Vuelva a tomarlo con --again si hace falta.")
	}
	if err != nil {
		return document.Collected{}, err
	}
	return document.Collected{Before: true, Task: document.Task{
		ID: c.Task, DocumentID: d.ID, Status: document.TaskCompleted, Stage: document.StageComparing, Progress: 1,
		FileName: d.FileName, Type: d.Type, OriginalKey: d.OriginalKey, SHA256: d.SHA256,
		Result: &document.TaskResult{DocumentID: d.ID, FileName: d.FileName, Type: d.Type, Plaintiff: d.Plaintiff, Defendant: d.Defendant,
			OCRConfidence: d.OCRConfidence, Pages: len(d.Pages), ProcessingTime: d.ProcessingTime, NeedsReview: d.NeedsReview,
			PoorlyRead: d.IsPoorlyRead(), Doubts: d.OpenDoubts(), Warnings: d.Warnings()},
	}}, nil
}
