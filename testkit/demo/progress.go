package main

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/term"

	"github.com/cotejo/cotejo/testkit/service"
)

// progress reports how far the filings are: on a terminal in one line that
// moves, elsewhere in a line for each that is done.
type progress struct {
	out   io.Writer
	moves bool
	ended int
	total int
	last  string
}

// stages are the stages of a task, as clerks call them.
var stages = map[string]string{
	"queued": "en cola", "reading": "se lee", "extracting": "se buscan las partes", "comparing": "se compara",
}

func newProgress(out *os.File, total int) *progress {
	return &progress{out: out, moves: term.IsTerminal(int(out.Fd())), total: total}
}

func (p *progress) step(name string, t service.Task) {
	line := fmt.Sprintf("%2d/%d  %s: %s, %.0f %%", p.ended, p.total, name, stages[t.Stage], 100*t.Progress)
	if p.moves && line != p.last {
		p.last = line
		fmt.Fprintf(p.out, "\r\033[K%s", line)
	}
}

func (p *progress) done(name string, t service.Task) {
	p.ended++
	if !p.moves {
		outcome := "leído"
		if t.Status != "completed" {
			outcome = "falló"
		}
		fmt.Fprintf(p.out, "%2d/%d  %s: %s\n", p.ended, p.total, name, outcome)
	}
}

func (p *progress) end() {
	if p.moves {
		fmt.Fprint(p.out, "\r\033[K")
	}
}
