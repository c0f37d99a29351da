package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// display shows how far a batch is: a bar on a terminal; elsewhere a line now
// and then, once it takes longer than patience. It is safe for concurrent use.
type display struct {
	mu    sync.Mutex
	out   io.Writer
	total int // inputs; 0 when not known
	quiet bool
	bar   *progressbar.ProgressBar // nil where there is no terminal

	done    int
	partial map[int]float64 // how much of each input at work is done, 0 to 1
	spoken  time.Time
}

const (
	patience = 2 * time.Second
	perInput = 1000 // steps of the bar
	barWidth = 30
)

// newDisplay shows on out; total 0 means not known.
func newDisplay(out io.Writer, total int, quiet bool) *display {
	d := &display{out: out, total: total, quiet: quiet, partial: map[int]float64{}, spoken: time.Now()}
	if f, ok := out.(*os.File); ok && !quiet && term.IsTerminal(int(f.Fd())) {
		steps := total * perInput
		if total == 0 {
			steps = -1 // a spinner
		}
		d.bar = progressbar.NewOptions(steps,
			progressbar.OptionSetWriter(out),
			progressbar.OptionSetWidth(barWidth),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish(),
			progressbar.OptionSetElapsedTime(true),
			progressbar.OptionSetPredictTime(total > 0),
		)
	}
	return d
}

// pages tells that some pages of an input are done.
func (d *display) pages(input int, name string, done, total int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if total > 0 {
		d.partial[input] = min(1, float64(done)/float64(total))
	}
	d.update(fmt.Sprintf("%s: página %d de %d", shown(name), done, total))
}

// finished tells that an input is done, well or not.
func (d *display) finished(input int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.partial, input)
	d.done++
	d.update("")
}

// print writes something else to the terminal: w is the writer for messages.
func (d *display) print(write func(w io.Writer)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.bar != nil {
		d.bar.Clear()
	}
	write(d.out)
}

func (d *display) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.bar != nil {
		d.bar.Clear()
		d.bar = nil
	}
	d.quiet = true
}

func (d *display) update(detail string) {
	if d.quiet {
		return
	}
	if d.bar != nil {
		steps := float64(d.done)
		for _, share := range d.partial {
			steps += share
		}
		d.bar.Describe(d.counted())
		d.bar.Set(int(steps * perInput))
		return
	}
	if now := time.Now(); now.Sub(d.spoken) >= patience {
		d.spoken = now
		if detail != "" {
			detail = "; " + detail
		}
		say(d.out, d.counted()+detail)
	}
}

func (d *display) counted() string {
	if d.total > 0 {
		return fmt.Sprintf("%d de %d", d.done, d.total)
	}
	return fmt.Sprintf("%d hechos", d.done)
}
