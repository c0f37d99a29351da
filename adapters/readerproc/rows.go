package readerproc

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/spreadsheet"
	"github.com/cotejo/cotejo/ports"
)

// Workbooks is a ports.WorkbookReader that hands each workbook to a reader
// process, whose Command must end in MainRows. PageTimeout bounds how long a reader takes to find the
// next rows; the time that visit spends on them does not count.
type Workbooks struct{ pool *Pool }

var _ ports.WorkbookReader = Workbooks{}

// NewWorkbooks starts nothing yet. The caller must Close it.
func NewWorkbooks(o Options) Workbooks { return Workbooks{New(o)} }

// Close is Pool.Close.
func (w Workbooks) Close() error { return w.pool.Close() }

// Rows implements ports.WorkbookReader.
func (w Workbooks) Rows(ctx context.Context, path string, visit func(spreadsheet.Row) error) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return failed(err)
	}
	proc, err := w.pool.acquire(ctx)
	if err != nil {
		return err
	}
	err = proc.rows(ctx, path, visit)
	w.pool.release(proc)
	return err
}

// rows reads a workbook in the process. An early end of the reading ends the process, as a
// failure does.
func (p *process) rows(ctx context.Context, path string, visit func(spreadsheet.Row) error) error {
	path, err := p.take(path)
	if err != nil {
		return err
	}
	p.documents++
	p.stderr.reset()
	if err := writeFrame(p.requests, request{ID: p.documents, ReadRequest: document.ReadRequest{Path: path}}); err != nil {
		kill(p.cmd.Process)
		<-p.exited
		return workbookCrashed(p.obituary())
	}
	timer := time.NewTimer(p.options.PageTimeout)
	defer timer.Stop()
	for {
		timer.Reset(p.options.PageTimeout)
		select {
		case a, ok := <-p.answers:
			switch {
			case !ok:
				<-p.exited
				cause := p.obituary()
				p.options.Logger.Warn("workbook reader crashed", "reason", cause)
				return workbookCrashed(cause)
			case a.ID != p.documents:
				p.stop()
				return workbookCrashed(errors.New("an answer to another request"))
			case a.Fault != nil:
				return a.Fault.fault()
			case a.Rows == nil:
				return nil
			}
			for _, r := range a.Rows {
				err := ctx.Err()
				if err == nil {
					err = visit(r)
				}
				if err != nil {
					p.stop()
					if errors.Is(err, spreadsheet.ErrEnough) {
						return nil
					}
					return err
				}
			}
		case <-timer.C:
			p.stop()
			return workbookTimeout(p.options.PageTimeout)
		case <-ctx.Done():
			p.stop()
			return ctx.Err()
		}
	}
}

// MainRows is Main for a process that reads workbooks.
func MainRows(r ports.WorkbookReader) int {
	return live(func(s Settings) (answerer, error) { return rowAnswers{r, s}, nil })
}

type rowAnswers struct {
	reader   ports.WorkbookReader
	settings Settings
}

// A frame holds rows up to these numbers of rows, cells and bytes of text. The row that reaches
// one of them is the last.
const (
	rowsPerFrame  = 200
	cellsPerFrame = 64 << 10
	bytesPerFrame = 1 << 20

	maxColumns = 16 << 10 // of a row, as spreadsheet programs have them
)

func (r rowAnswers) answer(q request, send func(answer) error) (last answer, err error) {
	if err := limitDocument(r.settings); err != nil {
		return last, cannotStart(err)
	}
	var waiting []spreadsheet.Row
	size, cells := 0, 0
	flush := func() error {
		if len(waiting) == 0 {
			return nil
		}
		err := send(answer{ID: q.ID, Rows: waiting})
		waiting, size, cells = waiting[:0], 0, 0
		return err
	}
	err = r.reader.Rows(context.Background(), q.Path, func(row spreadsheet.Row) error {
		for _, c := range row.Cells {
			size += len(c.Value)
		}
		cells += len(row.Cells)
		if waiting = append(waiting, row); len(waiting) < rowsPerFrame && cells < cellsPerFrame && size < bytesPerFrame {
			return nil
		}
		return flush()
	})
	if _, ok := fault.As(err); err != nil && !ok {
		return last, failed(err)
	}
	return last, errors.Join(flush(), err)
}
