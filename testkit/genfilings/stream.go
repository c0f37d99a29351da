package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
)

// perChunk is how many filings a worker makes at a time.
const perChunk = 1000

// stream writes many filings, only as text, without keeping them: filings.jsonl
// and pairs.jsonl. Filings are padded with paragraphs of law to some size.
type stream struct {
	seed     uint64
	n, size  int
	entities bool
	options  filings.Options
}

type streamed struct{ texts, pairs []byte }

func (s stream) write(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	chunks := make(chan chan streamed, runtime.GOMAXPROCS(0))
	go func() {
		defer close(chunks)
		atOnce := make(chan struct{}, runtime.GOMAXPROCS(0))
		law := paragraphs(s.seed)
		for i := range (s.n + perChunk - 1) / perChunk {
			result := make(chan streamed, 1)
			chunks <- result
			atOnce <- struct{}{}
			go func() {
				result <- s.chunk(uint64(i), min(perChunk, s.n-i*perChunk), law)
				<-atOnce
			}()
		}
	}()
	texts, err := os.Create(filepath.Join(folder, "filings.jsonl"))
	if err != nil {
		return err
	}
	pairs, err := os.Create(filepath.Join(folder, "pairs.jsonl"))
	if err != nil {
		return err
	}
	toTexts, toPairs := bufio.NewWriterSize(texts, 1<<20), bufio.NewWriter(pairs)
	for chunk := range chunks {
		made := <-chunk
		toTexts.Write(made.texts)
		toPairs.Write(made.pairs)
	}
	for _, w := range []*bufio.Writer{toTexts, toPairs} {
		if err := w.Flush(); err != nil {
			return err
		}
	}
	if err := texts.Close(); err != nil {
		return err
	}
	return pairs.Close()
}

// chunk makes filings whose IDs begin with its number.
func (s stream) chunk(number uint64, n int, law []string) (made streamed) {
	set := filings.NewSet(s.seed+number+1, n, s.options)
	rng := rand.New(rand.NewPCG(s.seed, number))
	kept := map[string]bool{}
	for _, f := range set.Filings[:n] {
		kept[f.ID] = true
		line := map[string]any{"id": f.ID, "doc_type": f.Type, "text": padded(f, s.size, law, rng)}
		if s.entities {
			line["entities"] = map[string]string{"demandante": f.Gold.Value(ner.Plaintiff), "demandado": f.Gold.Value(ner.Defendant),
				"cedula": f.Gold.Value(ner.Cedula), "correo": f.Gold.Value(ner.Email), "radicado": f.Gold.Value(ner.Radicado)}
		}
		made.texts = appendLine(made.texts, line)
	}
	for _, p := range set.Pairs {
		if kept[p.A] && kept[p.B] {
			made.pairs = appendLine(made.pairs, map[string]string{"a": p.A, "b": p.B, "relation": string(p.Relation()), "kind": string(p.Kind)})
		}
	}
	return made
}

func appendLine(b []byte, line any) []byte {
	data, err := json.Marshal(line)
	if err != nil {
		panic(fmt.Sprint("strings cannot fail to be encoded: ", err))
	}
	return append(append(b, data...), '\n')
}

// padded adds paragraphs of law before the end of a filing until it has some
// size. Filings of one wording cite from the same pages.
func padded(f filings.Filing, size int, law []string, rng *rand.Rand) string {
	if len(f.Text) >= size {
		return f.Text
	}
	at := strings.LastIndex(f.Text[:len(f.Text)*3/4], "\n\n")
	if at < 0 {
		at = len(f.Text)
	}
	var b strings.Builder
	b.WriteString(f.Text[:at])
	b.WriteString("\n\nFUNDAMENTOS DE DERECHO\n\n")
	page := 0
	for _, c := range f.Wording {
		page = (page*31 + int(c)) % len(law)
	}
	for b.Len()+len(f.Text)-at < size {
		b.WriteString(law[(page+rng.IntN(40))%len(law)])
		b.WriteString("\n\n")
	}
	b.WriteString(strings.TrimLeft(f.Text[at:], "\n"))
	return b.String()
}

// paragraphs are pages of law: words of filings in an order of their own.
func paragraphs(seed uint64) (law []string) {
	var words []string
	g := filings.New(seed, filings.Options{})
	for range 50 {
		for w := range strings.FieldsSeq(g.Filing().Text) {
			if strings.ToLower(w) == w && strings.Trim(w, "áéíóúñabcdefghijklmnopqrstuvwxyz") == "" {
				words = append(words, w)
			}
		}
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	for range 500 {
		var b strings.Builder
		b.WriteString("La Corte")
		for range 60 + rng.IntN(50) {
			b.WriteByte(' ')
			b.WriteString(words[rng.IntN(len(words))])
		}
		law = append(law, b.String()+".")
	}
	return law
}
