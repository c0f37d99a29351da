package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"github.com/cotejo/cotejo/adapters/folder"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// processLine is the result of one file.
type processLine struct {
	File       string             `json:"file"`
	Status     processStatus      `json:"status"`
	TaskID     string             `json:"task_id,omitempty"`
	DocumentID string             `json:"document_id,omitempty"`
	Type       document.Type      `json:"document_type,omitempty"`
	Plaintiff  string             `json:"demandante"`
	Defendant  string             `json:"demandado"`
	Pages      int                `json:"pages"`
	Confidence float64            `json:"confidence"`
	Duplicates []processDuplicate `json:"duplicates"`
	MovedTo    string             `json:"moved_to,omitempty"`
	Error      string             `json:"error,omitempty"`
	ErrorCode  string             `json:"error_code,omitempty"`
}

type processDuplicate struct {
	DocumentID string  `json:"document_id"`
	FileName   string  `json:"file_name"`
	Similarity float64 `json:"similarity"`
}

type processStatus string

const (
	statusProcessed processStatus = "processed"
	statusKnown     processStatus = "known"
	statusFailed    processStatus = "failed"
	statusWriting   processStatus = "writing"
	statusNew       processStatus = "new"   // of --dry-run
	statusRetry     processStatus = "retry" // of --dry-run
)

func (p *processing) line(f folder.File, status processStatus) processLine {
	return processLine{File: filepath.Join(p.folder, f.Name), Status: status, Type: p.kind, Duplicates: []processDuplicate{}}
}

func (l *processLine) fill(t document.Task) {
	l.TaskID, l.Type, l.Error, l.ErrorCode = t.ID, t.Type, t.Error, t.ErrorCode
	if r := t.Result; r != nil {
		l.DocumentID, l.Plaintiff, l.Defendant, l.Pages, l.Confidence = r.DocumentID, r.Plaintiff, r.Defendant, r.Pages, rounded(r.OCRConfidence)
		for _, d := range r.Duplicates {
			l.Duplicates = append(l.Duplicates, processDuplicate{d.DocumentID, d.FileName, rounded(d.Similarity)})
		}
	}
}

func (l processLine) withError(err error) processLine {
	l.Error = messageOf(err)
	if f, ok := fault.As(err); ok {
		l.ErrorCode = f.Code
	}
	return l
}

// reading says in Spanish why a file could not be read from the folder.
func reading(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errVanished
	case errors.Is(err, fs.ErrPermission):
		return fault.Wrap(err, fault.Forbidden, "file_forbidden", "No hay permiso para leer el archivo.")
	case errors.Is(err, folder.ErrChanged):
		return err
	}
	return fault.Wrap(err, fault.Unprocessable, "file_unreadable", "No se pudo leer el archivo del disco.")
}

// tally counts files by what became of them.
type tally struct {
	taken      int // into tasks
	processed  int
	duplicated int // of those processed
	known      int
	failed     int
	stuck      int // could not be moved
}

// summary tells how it went and how to go on.
func (p *processing) summary(interrupted bool) {
	p.display.close()
	if p.quiet {
		return
	}
	t := p.tally
	parts := []string{howMany(t.processed, "procesado", "procesados")}
	if t.duplicated > 0 {
		parts[0] += fmt.Sprintf(" (%d con posibles duplicados)", t.duplicated)
	}
	if t.known > 0 {
		parts = append(parts, fmt.Sprintf("%d ya se habían tomado", t.known))
	}
	if t.failed > 0 {
		parts = append(parts, howMany(t.failed, "falló", "fallaron"))
	}
	if t.stuck > 0 {
		parts = append(parts, fmt.Sprintf("%d sin mover", t.stuck))
	}
	if interrupted && len(p.pending) > 0 {
		parts = append(parts, fmt.Sprintf("%d en cola", len(p.pending)))
	}
	if left := len(p.waiting) + len(p.settling); interrupted && left > 0 {
		parts = append(parts, fmt.Sprintf("%d sin tomar", left))
	}
	p.note("%s", strings.Join(parts, ", "))
	if interrupted && len(p.pending)+len(p.waiting)+len(p.settling) > 0 {
		p.note("para seguir, repita la misma orden: nada se toma dos veces; lo que está en cola también lo lee cotejod")
	}
}

func howMany(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// preview tells what run would do.
func (p *processing) preview(ctx context.Context) error {
	p.busy = time.Now()
	for {
		if err := p.look(ctx); err != nil {
			return err
		}
		for _, f := range p.waiting {
			if err := p.previewFile(ctx, f); err != nil {
				return err
			}
		}
		p.waiting = nil
		if p.done() {
			if p.tally.failed > 0 {
				return errSomeFailed
			}
			return nil
		}
		select {
		case <-time.After(followEvery):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (p *processing) previewFile(ctx context.Context, f folder.File) error {
	sum, err := f.SHA256()
	if err != nil {
		l := p.line(f, statusFailed).withError(reading(err))
		p.tally.failed++
		p.tell(l, f, "falló: "+l.Error)
		return nil
	}
	c, err := p.collected(ctx, f.Path, sum)
	kind := fault.KindOf(err)
	l := p.line(f, statusKnown)
	switch {
	case p.again || kind == fault.NotFound:
		l.Status = statusNew
		p.tell(l, f, "se tomaría")
	case kind == fault.Conflict:
		p.tell(l.withError(err), f, "ya se había tomado: "+messageOf(err))
	case err != nil:
		return err
	case c.Task.Status == document.TaskFailed:
		l.Status = statusRetry
		l.fill(c.Task)
		p.tell(l, f, "se intentaría otra vez; antes falló: "+c.Task.Error)
	default:
		l.fill(c.Task)
		l.DocumentID = c.Task.DocumentID
		p.tell(l, f, p.described(l))
	}
	return nil
}

// collected asks what is known of a file; of nothing is, without a database.
func (p *processing) collected(ctx context.Context, source, sum string) (document.Collected, error) {
	if p.services == nil {
		return document.Collected{}, fault.New(fault.NotFound, "no_database", "")
	}
	return p.services.Service.Collected(ctx, operator(), source, sum)
}
