package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cotejo/cotejo/cmd/internal/collection"
	"github.com/cotejo/cotejo/core/batchdedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

func count(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func TestInOrderKeepsTheOrderAndTheLimit(t *testing.T) {
	t.Parallel()
	var now, most atomic.Int32
	next := 0
	err := inOrder(t.Context(), 3, count(200), func(i int) int {
		n := now.Add(1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		time.Sleep(time.Duration(i%3) * 100 * time.Microsecond)
		now.Add(-1)
		return i
	}, func(i int) error {
		if i != next {
			t.Fatalf("result %d came when %d was due", i, next)
		}
		next++
		return nil
	})
	if err != nil || next != 200 || most.Load() > 3 {
		t.Errorf("%d results, %d at once, %v", next, most.Load(), err)
	}
}

func TestInOrderEndsWithTheFirstFailureOfEmit(t *testing.T) {
	t.Parallel()
	stop := errors.New("stop")
	var started, ended atomic.Int32
	err := inOrder(t.Context(), 2, count(1000), func(i int) int {
		started.Add(1)
		defer ended.Add(1)
		return i
	}, func(i int) error {
		if i == 5 {
			return stop
		}
		return nil
	})
	if !errors.Is(err, stop) || started.Load() != ended.Load() || started.Load() > 100 {
		t.Errorf("%v, %d started, %d ended", err, started.Load(), ended.Load())
	}
}

func TestInOrderDoesNotWaitForItemsThatNeverCome(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	forever := make(chan struct{})
	defer close(forever)
	err := inOrder(ctx, 2, func(yield func(int) bool) {
		yield(1)
		<-forever
	}, func(i int) int { return i }, func(int) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestNextLineSkipsWhatIsTooLong(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 64<<20+10)
	in := strings.NewReader("a\n" + long + "\nb\n" + long)
	lines := collection.NewLines(in)
	for i, want := range []string{"a\n", "", "b\n", ""} {
		line, _, err := collection.NextLine(lines)
		if string(line) != want || (want == "") != errors.Is(err, collection.ErrLine) {
			t.Errorf("line %d: %d bytes, %v", i+1, len(line), err)
		}
	}
	if _, _, err := collection.NextLine(lines); !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
}

func TestPagesEndBehindTheirBreak(t *testing.T) {
	t.Parallel()
	r := document.Reading{Pages: []document.Page{{Text: "ñá"}, {Text: ""}, {Text: "x"}}}
	if got := fmt.Sprint(pageEnds(r)); got != "[3 4 6]" {
		t.Errorf("got %s", got)
	}
}

// failing is a reader that crashes a number of times.
type failing struct {
	crashes int
	kind    fault.Kind
	read    []int
}

// Read gets one page further each time.
func (f *failing) Read(_ context.Context, r document.ReadRequest, visit func(document.Page, int) error) error {
	for n := r.Done + 1; n <= 5; n++ {
		f.read = append(f.read, n)
		if err := visit(document.Page{Number: n}, 5); err != nil {
			return err
		}
		if f.crashes--; f.crashes >= 0 {
			return fault.New(f.kind, "x", "x")
		}
	}
	return nil
}

func (f *failing) Check(context.Context) (document.Sandbox, error) { return document.Sandbox{}, nil }

func TestOnlyCrashesAreTriedAgain(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		rule string
		f    failing
		want fault.Kind
		left int
	}{
		{"one crash", failing{1, fault.Unavailable, nil}, "", -4},
		{"two crashes", failing{2, fault.Unavailable, nil}, fault.Unavailable, 0},
		{"a damaged file", failing{1, fault.Unprocessable, nil}, fault.Unprocessable, 0},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			r, err := resumingReader{&tc.f, 2}.read(t.Context(), document.ReadRequest{}, func(int, int) {})
			if fault.KindOf(err) != tc.want || tc.f.crashes != tc.left {
				t.Errorf("%v, %d crashes left", err, tc.f.crashes)
			}
			if err == nil && (len(r.Pages) != 5 || !slices.Equal(tc.f.read, []int{1, 2, 3, 4, 5})) {
				t.Errorf("pages %v were read, %d kept", tc.f.read, len(r.Pages))
			}
		})
	}
}

func TestDisplaySaysNothingOfShortWork(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	d := newDisplay(&out, 2, false)
	d.pages(0, "a.pdf", 1, 2)
	d.finished(0)
	if out.Len() > 0 {
		t.Errorf("said %q", out.String())
	}
	d.spoken = d.spoken.Add(-patience)
	d.pages(1, "b\x1b.pdf", 3, 4)
	if want := "cotejo: 1 de 2; \"b\\x1b.pdf\": página 3 de 4\n"; out.String() != want {
		t.Errorf("said %q, want %q", out.String(), want)
	}
	d.spoken = d.spoken.Add(-patience)
	d.close()
	d.finished(1)
	if strings.Count(out.String(), "\n") != 1 {
		t.Errorf("said %q after its end", out.String())
	}
}

func TestEachStageHasAPaceOfItsOwn(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	d := newDisplay(&out, 0, false)
	said := func(stage batchdedup.Stage, begin, done, total int64) string {
		tell := stages(d, 0)
		tell(stage, begin, total, 0)
		d.began, d.spoken = d.began.Add(-10*time.Second), d.spoken.Add(-patience)
		out.Reset()
		tell(stage, done, total, 0)
		return out.String()
	}
	for _, c := range []struct {
		rule              string
		stage             batchdedup.Stage
		begin, done, left int64
		want              string
	}{
		{"reading", batchdedup.Reading, 0, 1000, 3000, "lee: 1000 de 4000 documentos, 100/s, faltan 3"},
		{"what an earlier run did is no pace", batchdedup.Reading, 90_000, 91_000, 1000, "lee: 91000 de 92000 documentos, 100/s, faltan 1"},
		{"pairing", batchdedup.Pairing, 0, 5000, 5000, "busca candidatos: 5000 de 10000 claves, 500/s, faltan 1"},
		{"comparing", batchdedup.Comparing, 0, 10, 90, "compara: 10 de 100 documentos, 60/min, faltan 2 min"},
		{"grouping", batchdedup.Grouping, 0, 200, 0, "agrupa: 200 de 200 grupos, 20/s"},
	} {
		if got := said(c.stage, c.begin, c.done, c.done+c.left); !strings.HasPrefix(strings.TrimPrefix(got, "cotejo: "), c.want) {
			t.Errorf("%s: said %q, want %q", c.rule, got, c.want)
		}
	}
}

func TestTheSummaryCountsAsSpanishDoes(t *testing.T) {
	t.Parallel()
	for want, s := range map[string]batchdedup.Summary{
		"1 documento, 0 pares comparados: 0 duplicados, 0 pares de otra solicitud de las mismas partes, 0 pares del mismo formato":                                                                            {Documents: 1},
		"2 documentos, 1 par comparado: 1 duplicado, 0 pares de otra solicitud de las mismas partes, 0 pares del mismo formato; 1 no se pudo leer":                                                            {Documents: 2, Candidates: 1, Duplicates: 1, Failed: 1},
		"3 documentos, 2 pares comparados: 0 duplicados, 0 pares de otra solicitud de las mismas partes, 1 par del mismo formato; 2 no se pudieron leer":                                                      {Documents: 3, Candidates: 2, Mass: 1, Failed: 2},
		"3 documentos, 0 pares comparados: 0 duplicados, 0 pares de otra solicitud de las mismas partes, 0 pares del mismo formato; 1 documento repite un id que ya tenía otro, y sus pares no se distinguen": {Documents: 3, Repeated: 1},
	} {
		if got := summaryText(s); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func FuzzParseLine(f *testing.F) {
	for _, seed := range []string{`{"id":"a","text":"b"}`, `{"id":1,"text":"\ud800"}`, `{"text":null}`, `[`, `{"id":"\xff","text":"\u0000"}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		id, text, err := parseLine(line, "fallback")
		if err == nil && (len(id) == 0 || id[0] != '"' && strings.Trim(string(id), "0123456789.eE+-") != "") {
			t.Errorf("id %q, text %q of %q", id, text, line)
		}
	})
}
