package dedup_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
)

// What is learned of the parties later makes the fingerprint that knowing it
// from the beginning would have made, of long filings as well.
func TestPartiesCanBeAddedToAFingerprint(t *testing.T) {
	d, g := detector(t), filings.New(31, filings.Options{})
	var numbers strings.Builder
	for i := range 40 {
		fmt.Fprintf(&numbers, "C.C. %d. ", 10_000_000+i*7919)
	}
	for i := range 12 {
		f := g.Filing()
		p := dedup.Parties{Plaintiff: "  " + f.Gold.Value(ner.Plaintiff), Defendant: f.Gold.Value(ner.Defendant), Cedula: f.Gold.Value(ner.Cedula)}
		for name, text := range map[string]string{"as it is": f.Text, "with many words": f.Text + strings.Join(manyTexts(g, 12), "\n"), "with many numbers": f.Text + numbers.String()} {
			filing := dedup.Filing{ID: "x", Type: "tutela", Text: text}
			added, _ := d.WithParties(d.Fingerprint(filing), text, p).MarshalBinary()
			again, _ := d.WithParties(d.WithParties(d.Fingerprint(filing), text, dedup.Parties{Plaintiff: "Otra Persona"}), text, p).MarshalBinary()
			filing.Parties = p
			want, _ := d.Fingerprint(filing).MarshalBinary()
			if !bytes.Equal(added, want) || !bytes.Equal(again, want) {
				t.Fatalf("filing %d %s: the fingerprint is another", i, name)
			}
		}
	}
}

func manyTexts(g *filings.Generator, n int) (texts []string) {
	for range n {
		texts = append(texts, g.Filing().Text)
	}
	return texts
}
