package read

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"

	"github.com/cotejo/cotejo/adapters/folder"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// deliver takes in a message or an archive. It is done with once its papers are taken in, which are
// followed as files of their own; what cannot be read of it is said at once.
func (p *processing) deliver(ctx context.Context, f folder.File) ([]followed, error) {
	content, err := f.Open()
	if err != nil {
		return nil, reading(err)
	}
	defer content.Close()
	d, err := p.backend.Deliver(ctx, document.Upload{Priority: document.Bulk, FileName: filepath.Base(f.Name), Content: content,
		TypeName: func() string { return string(p.kind) }, Password: func() string { return p.password }})
	if errors.Is(err, folder.ErrChanged) {
		return nil, folder.ErrChanged
	}
	if err != nil {
		return nil, err
	}
	papers, err := p.papersOf(ctx, f, d)
	if err != nil {
		return nil, err
	}
	l := p.line(f, statusKnown)
	p.putAway(&l, f, doneFolder)
	switch {
	case len(papers) > 0:
		p.found += len(papers) - 1
		p.display.Expect(p.found)
	case d.Known:
		p.tally.known++
		p.finished(noTask, l, f, "ya se había tomado")
	default:
		p.tally.empty++
		l.Status = statusEmpty
		p.finished(noTask, l, f, p.Paint(cli.Yellow, "no trae ningún escrito que se pueda leer"))
	}
	return papers, nil
}

// papersOf returns the papers of a delivery that are to be followed: of a known one those that are
// not read yet.
func (p *processing) papersOf(ctx context.Context, f folder.File, d document.Delivered) (papers []followed, err error) {
	for i, part := range d.Parts {
		of := partOf(f, part)
		switch {
		case part.Outcome == document.PartRefused && !d.Known:
			p.tally.failed++
			l := p.line(of, statusFailed)
			l.Error, l.ErrorCode = part.Reason, part.Code
			p.print(l, of, p.Paint(cli.Red, "falló: ")+l.Error)
		case part.Outcome == document.PartAccepted && (i == 0 || d.Parts[i-1].TaskID != part.TaskID):
			task, err := p.backend.Task(ctx, part.TaskID)
			if d.Known && (fault.KindOf(err) == fault.NotFound || err == nil && task.Status.Ended()) {
				continue
			}
			if err != nil {
				return nil, err
			}
			papers = append(papers, followed{file: of, number: p.tally.taken, task: task, isPart: true})
			p.tally.taken++
		}
	}
	return papers, nil
}

// partOf names a part beside the file that brings it.
func partOf(f folder.File, part document.DeliveredPart) folder.File {
	f.Name = f.Name + " › " + cmp.Or(part.Name, "texto del correo")
	return f
}
