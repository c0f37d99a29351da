package read

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/adapters/folder"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// preview reports what run would do.
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
			return p.tally.err()
		}
		select {
		case <-time.After(p.lookEvery):
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
		p.print(l, f, "falló: "+l.Error)
		return nil
	}
	c, err := p.collected(ctx, f.Path, sum)
	kind := fault.KindOf(err)
	l := p.line(f, statusKnown)
	switch {
	case p.again || kind == fault.NotFound:
		l.Status = statusNew
		p.print(l, f, "se tomaría")
	case kind == fault.Conflict:
		p.print(l.withError(err), f, "ya se había tomado: "+cli.MessageOf(err))
	case err != nil:
		return err
	case c.Task.Status == document.TaskFailed:
		l.Status = statusRetry
		l.fill(c.Task)
		p.print(l, f, "se intentaría otra vez; antes falló: "+l.Error)
	default:
		l.fill(c.Task)
		l.DocumentID = c.Task.DocumentID
		p.print(l, f, p.described(l))
	}
	return nil
}

// collected asks what is known of a file; of nothing is, without a database.
func (p *processing) collected(ctx context.Context, source, sum string) (document.Collected, error) {
	local, ok := p.backend.(cli.Local)
	if !ok {
		return document.Collected{}, fault.New(fault.NotFound, "no_database", "")
	}
	return local.Service.Collected(ctx, cli.Operator(), source, sum)
}
