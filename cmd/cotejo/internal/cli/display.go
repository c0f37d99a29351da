package cli

import (
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// Display shows how far a batch is: a bar on a terminal; elsewhere a line now
// and then, once it takes longer than patience. It is safe for concurrent use.
type Display struct {
	mu    sync.Mutex
	out   io.Writer
	total int    // inputs; 0 when not known
	unit  string // what is counted, in the plural; may be empty
	stage string // what is being done, where there are several things to do
	quiet bool
	began time.Time
	bar   *progressbar.ProgressBar // nil where there is no terminal

	done    int
	before  int             // how many were done when it began: by an earlier run
	partial map[int]float64 // how much of each input at work is done, 0 to 1
	spoken  time.Time
}

const (
	patience = 2 * time.Second
	perInput = 1000 // steps of the bar
	barWidth = 30
)

// NewDisplay shows on out; total 0 means not known, unit is the plural of what is counted.
func NewDisplay(out io.Writer, total int, unit string, quiet bool) *Display {
	now := time.Now()
	d := &Display{out: out, total: total, unit: unit, quiet: quiet, partial: map[int]float64{}, began: now, spoken: now}
	if !quiet && IsTerminal(out) {
		d.bar = newBar(out, total)
	}
	return d
}

func newBar(out io.Writer, total int) *progressbar.ProgressBar {
	steps := total * perInput
	if total == 0 {
		steps = -1 // a spinner
	}
	return progressbar.NewOptions(steps,
		progressbar.OptionSetWriter(out),
		progressbar.OptionSetWidth(barWidth),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetSpinnerChangeInterval(0), // or it writes from a goroutine of its own
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionSetPredictTime(total > 0),
	)
}

// Begin reports that something else is done from now on, of which an earlier run
// has done some; it has a pace of its own.
func (d *Display) Begin(stage, unit string, done, total int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stage, d.unit, d.done, d.before, d.total, d.began = stage, unit, done, done, total, time.Now()
	if d.bar != nil {
		d.bar.Clear()
		d.bar = newBar(d.out, total)
	}
}

// Pages reports that some pages of an input are done.
func (d *Display) Pages(input int, name string, done, total int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if total > 0 {
		d.partial[input] = min(1, float64(done)/float64(total))
	}
	d.update(fmt.Sprintf("%s: página %d de %d", DisplayName(name), done, total))
}

// Finished reports that an input is done, well or not.
func (d *Display) Finished(input int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.partial, input)
	d.done++
	d.update("")
}

// Reached reports that the first n inputs are done, where they are done one
// after the other; detail says what is being done, as far as that is news.
func (d *Display) Reached(n int, detail string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.done = n
	d.update(detail)
}

// Expect reports how many inputs there are, now that it is known.
func (d *Display) Expect(total int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.total = total
	if d.bar != nil && total > 0 {
		d.bar.ChangeMax(total * perInput)
	}
}

// Print writes something else to the terminal: w is the writer for messages.
func (d *Display) Print(write func(w io.Writer)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.bar != nil {
		d.bar.Clear()
	}
	write(d.out)
}

// Attention prints a warning; the command continues.
func (d *Display) Attention(message string) {
	d.Print(func(w io.Writer) { Say(w, "ATENCIÓN: "+message) })
}

// Close ends the display: later progress is not shown.
func (d *Display) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.bar != nil {
		d.bar.Clear()
		d.bar = nil
	}
	d.quiet = true
}

func (d *Display) update(detail string) {
	if d.quiet {
		return
	}
	if d.bar != nil {
		d.bar.Describe(d.counts() + d.pace(false))
		d.bar.Set(int(d.steps() * perInput))
		return
	}
	if now := time.Now(); now.Sub(d.spoken) >= patience {
		d.spoken = now
		if detail != "" {
			detail = "; " + detail
		}
		Say(d.out, d.counts()+d.pace(true)+detail)
	}
}

// steps is how many inputs are done, those at work in part.
func (d *Display) steps() float64 {
	steps := float64(d.done)
	for _, share := range d.partial {
		steps += share
	}
	return steps
}

func (d *Display) counts() string {
	text := strconv.Itoa(d.done)
	if d.stage != "" {
		text = d.stage + ": " + text
	}
	if d.total > 0 {
		text += " de " + strconv.Itoa(d.total)
	}
	if d.unit == "" {
		if d.total == 0 {
			text += " hechos"
		}
		return text
	}
	return text + " " + d.unit
}

// pace is how fast it goes, and with left how long the rest will take, once
// that can be reported.
func (d *Display) pace(left bool) string {
	elapsed, steps := time.Since(d.began), d.steps()-float64(d.before)
	if elapsed < patience || steps <= 0 {
		return ""
	}
	text := fmt.Sprintf(", %s/s", decimal(steps/elapsed.Seconds()))
	if steps < elapsed.Seconds() {
		text = fmt.Sprintf(", %s/min", decimal(steps/elapsed.Minutes()))
	}
	if rest := float64(d.total) - d.steps(); left && rest > 0 {
		text += ", faltan " + roughly(time.Duration(float64(elapsed)/steps*rest))
	}
	return text
}

// roughly is a duration as far as an estimate is worth telling.
func roughly(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds())+1)
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()+0.5))
	}
	return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
}
