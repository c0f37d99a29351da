package dedup_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/testkit/filings"
)

// BenchmarkFingerprint takes invented filings of some eight kilobytes.
func BenchmarkFingerprint(b *testing.B) {
	d, g := detector(b), filings.New(7, filings.Options{})
	var texts []string
	bytes := 0
	for range 100 {
		text := g.Filing().Text
		for len(text) < 6500 {
			text += "\n" + g.Filing().Text
		}
		texts, bytes = append(texts, text), bytes+len(text)
	}
	b.SetBytes(int64(bytes / len(texts)))
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		d.Fingerprint(dedup.Filing{ID: "a", Type: "tutela", Text: texts[i%len(texts)]})
	}
}

func BenchmarkCompare(b *testing.B) {
	d := detector(b)
	for name, text := range map[string]string{"duplicate": ana.retold(), "unrelated": strings.Repeat("El predio rural de la vereda fue inundado por la quebrada. ", 30)} {
		x, y := d.Fingerprint(ana.filing(ana.letter())), d.Fingerprint(ana.filing(text))
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				d.Compare(x, y)
			}
		})
	}
}

func BenchmarkMarshal(b *testing.B) {
	fp := detector(b).Fingerprint(ana.filing(ana.letter()))
	b.ReportAllocs()
	for b.Loop() {
		stored, _ := fp.MarshalBinary()
		if err := new(dedup.Fingerprint).UnmarshalBinary(stored); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFindAmongFormLetters(b *testing.B) {
	d, ctx, idx := detector(b), context.Background(), dedup.NewMemory()
	for i := range 2000 {
		s := ana
		s.name = fmt.Sprintf("%s %c%c", ana.name, 'A'+i%26, 'A'+i/26%26)
		s.cedula, s.no = fmt.Sprint(30_000_000+i*7919), fmt.Sprint(100_000+i*31)
		f := s.filing(s.letter())
		f.ID = fmt.Sprint(i)
		_ = idx.Put(ctx, d.Fingerprint(f))
	}
	fp := d.Fingerprint(ana.filing(ana.retold()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := d.Find(ctx, idx, fp); err != nil {
			b.Fatal(err)
		}
	}
}
