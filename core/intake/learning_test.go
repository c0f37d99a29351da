package intake_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/intake"
)

// letter is what very many people send in, with some words of their own.
func letter(own int) string {
	var b strings.Builder
	b.WriteString("HECHOS\n")
	for i := range 50 {
		fmt.Fprintf(&b, "plantilla%d oficina%d formato%d. ", i, i*7, i*13)
	}
	for i := range 12 {
		fmt.Fprintf(&b, "propia%dx%d ", own, i)
	}
	return b.String()
}

// fill puts n fingerprints of others into the index, every tenth of the letter.
func (h *house) fill(t *testing.T, from, n int) {
	t.Helper()
	d, err := dedup.NewDetector(dedup.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	for i := from; i < from+n; i++ {
		text := letter(i)
		if i%10 != 0 {
			text = strings.NewReplacer("plantilla", fmt.Sprint("asunto", i, "x"), "oficina", fmt.Sprint("lugar", i, "x")).Replace(text)
		}
		if err := h.Index().Put(t.Context(), d.Fingerprint(dedup.Filing{ID: fmt.Sprintf("other%06d", i), Type: "tutela", Text: text})); err != nil {
			t.Fatal(err)
		}
	}
}

func TestLearningWhenItIsDue(t *testing.T) {
	h := newHouse(t, nil)
	l := h.learning()
	put := 0
	for _, step := range []struct {
		rule    string
		put     int
		pass    time.Duration
		spoil   bool
		learned bool
	}{
		{rule: "too few"},
		{rule: "enough", put: dedup.LeastToLearn, learned: true},
		{rule: "at once again"},
		{rule: "a day without a change", pass: 25 * time.Hour},
		{rule: "a tenth more after a day", put: 100, learned: true},
		{rule: "a tenth more", put: 100},
		{rule: "a tenth more for a day", pass: 25 * time.Hour, learned: true},
		{rule: "half as many more", put: 700, learned: true},
		{rule: "a table of another version", spoil: true, learned: true},
	} {
		h.fill(t, put, step.put)
		put += step.put
		h.clock.advance(step.pass)
		before, err := h.Boilerplate().Edition(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if step.spoil {
			before = h.spoil(t)
		}
		e, learned, err := l.Refresh(t.Context(), false)
		if err != nil || learned != step.learned {
			t.Errorf("%s: learned %v, %v", step.rule, learned, err)
		}
		if learned && (e.Number != before.Number+1 || e.Documents != put || !e.LearnedAt.Equal(h.clock.Now())) {
			t.Errorf("%s: %+v after %+v and %d filings", step.rule, e, before, put)
		}
	}
}

// spoil stores the table as a program would whose version is another.
func (h *house) spoil(t *testing.T) dedup.Edition {
	t.Helper()
	e, table, err := h.Boilerplate().Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	binary.LittleEndian.PutUint32(table[8:], 77)
	e.Number++
	if err := h.Boilerplate().Replace(t.Context(), e, table); err != nil {
		t.Fatal(err)
	}
	return e
}

func (h *house) learning() intake.Learning {
	return intake.Learning{Prints: h.Prints(), Tables: h.Boilerplate(), Now: h.clock.Now}
}

func TestWhatIsLearnedTakesEffectAtOnce(t *testing.T) {
	h := newHouse(t, nil)
	h.fill(t, 1, dedup.LeastToLearn)
	var ids []string
	for i, name := range []string{"Ana López Ruiz", "Luis Vega Ríos"} {
		d := document.Document{ID: fmt.Sprint("d", i), Type: document.Tutela, Text: letter(100_000 + i), Plaintiff: name}
		if err := h.Documents().Create(t.Context(), d); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, d.ID)
	}
	score := func() float64 {
		c, err := h.service.Compare(t.Context(), clerk, ids[0], ids[1])
		if err != nil {
			t.Fatal(err)
		}
		return c.MinHash
	}
	before := score()
	if _, _, err := h.learning().Refresh(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if after := score(); before < 0.7 || after > 0.2 {
		t.Errorf("two letters score %.2f, and %.2f once it is known that many send it", before, after)
	}
	h.spoil(t)
	if unread := score(); unread != before {
		t.Errorf("with a table that cannot be read they score %.2f, want %.2f as without any", unread, before)
	}
}

func TestLearningFromFewIsRefused(t *testing.T) {
	h := newHouse(t, nil)
	h.fill(t, 0, 20)
	if _, _, err := h.learning().Refresh(t.Context(), true); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("got %v", err)
	}
	if e, err := h.Boilerplate().Edition(t.Context()); err != nil || e.Number != 0 {
		t.Errorf("stored %+v, %v", e, err)
	}
}
