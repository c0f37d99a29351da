// Command genfilings writes invented filings for people to look at and for
// benchmarks:
//
//	go run ./testkit/genfilings -n 20 -out DIR -scan mix -seed 1
//
//	go run ./testkit/genfilings -stream -n 1000000 -size 7000 -out DIR
//
// DIR gets one PDF a filing (none with -scan text), filings.jsonl with
// {id, doc_type, text}, gold.jsonl with what is true of each, and pairs.jsonl
// with the relations between them. Typefaces, angles, noise and tones of the
// held-out part are those that nothing is tuned on.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
)

func main() {
	log.SetFlags(0)
	n := flag.Int("n", 20, "filings; at least so many where groups are written whole")
	of := flag.String("of", "groups", "groups (filings that are related), single (filings that are not), cases (those of them that have a radicado) or traps (without the plaintiff's number and a radicado, full of other numbers)")
	out := flag.String("out", "filings", "folder to write to")
	scan := flag.String("scan", "mix", "text (no PDF), born, mix, or a quality: "+strings.Join(qualityNames(), ", "))
	seed := flag.Uint64("seed", 1, "same seed, same files")
	part := flag.String("part", "all", "layouts, wordings and matters: all, tuning or heldout")
	many := flag.Bool("stream", false, "write only filings.jsonl and pairs.jsonl, for any number of filings; -size and -entities are for this alone")
	size := flag.Int("size", 7000, "pad the filings to so many bytes with paragraphs of law")
	entities := flag.Bool("entities", false, "tell the parties beside the text")
	flag.Parse()
	o, ok := map[string]filings.Options{"all": {}, "tuning": filings.Tuning(), "heldout": filings.HeldOut()}[*part]
	if !ok {
		log.Fatalf("genfilings: -part %s: want all, tuning or heldout", *part)
	}
	if *many {
		if err := (stream{*seed, *n, *size, *entities, o}).write(*out); err != nil {
			log.Fatal("genfilings: ", err)
		}
		return
	}
	if !slices.Contains(append(qualityNames(), "text", "born", "mix"), *scan) {
		log.Fatalf("genfilings: no quality %q", *scan)
	}
	set, ok := generate(*of, *seed, *n, o)
	if !ok {
		log.Fatalf("genfilings: -of %s: want groups, single, cases or traps", *of)
	}
	if err := write(set, *out, *scan, looks[*part]); err != nil {
		log.Fatal("genfilings: ", err)
	}
}

func generate(of string, seed uint64, n int, o filings.Options) (s filings.Set, ok bool) {
	g := filings.New(seed, o)
	numbered := func() filings.Filing {
		for {
			if f := g.Filing(); len(f.Gold.Values[ner.Radicado]) > 0 {
				return f
			}
		}
	}
	next, ok := map[string]func() filings.Filing{"single": g.Filing, "cases": numbered, "traps": g.Trap}[of]
	if !ok {
		return filings.NewSet(seed, n, o), of == "groups"
	}
	for range n {
		s.Filings = append(s.Filings, next())
	}
	return s, true
}

// look is how the papers of a part are printed and scanned.
type look struct {
	printed func(seed uint64) paper.Options
	scanned func(q paper.Quality, seed uint64) paper.Quality
}

var looks = map[string]look{
	"all":     {paper.Varied, func(q paper.Quality, _ uint64) paper.Quality { return q }},
	"tuning":  {paper.Varied, paper.Quality.Varied},
	"heldout": {paper.VariedUnseen, paper.Quality.Unseen},
}

func qualityNames() (names []string) {
	for _, q := range paper.Qualities() {
		names = append(names, q.Name)
	}
	return names
}

type goldLine struct {
	ID      string                 `json:"id"`
	File    string                 `json:"file,omitempty"`
	Type    string                 `json:"doc_type"`
	Layout  string                 `json:"layout"`
	Wording string                 `json:"wording"`
	Matter  string                 `json:"matter"`
	Scan    string                 `json:"scan"`
	Fields  map[ner.Field][]string `json:"fields"`
	Spans   []spanLine             `json:"spans"`
	Pages   []string               `json:"pages,omitempty"` // as printed
}

type spanLine struct {
	Field ner.Field `json:"field"`
	Value string    `json:"value"`
	Raw   string    `json:"raw"`
	Start int       `json:"start"`
	End   int       `json:"end"`
}

func write(s filings.Set, folder, scan string, l look) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	var texts, gold, pairs []any
	for i, f := range s.Filings {
		texts = append(texts, map[string]string{"id": f.ID, "doc_type": string(f.Type), "text": f.Text})
		g := goldLine{ID: f.ID, Type: string(f.Type), Layout: f.Layout, Wording: f.Wording, Matter: f.Matter, Fields: f.Gold.Values}
		for _, x := range f.Gold.Spans {
			g.Spans = append(g.Spans, spanLine(x))
		}
		if scan != "text" {
			how := scan
			if scan == "mix" {
				how = []string{"born", "clean", "fair", "poor"}[i%4]
			}
			p, err := l.print(f, how, uint64(i))
			if err != nil {
				return fmt.Errorf("%s: %w", f.ID, err)
			}
			g.File, g.Scan, g.Pages = f.ID+".pdf", how, p.Pages
			if err := os.WriteFile(filepath.Join(folder, g.File), p.PDF, 0o644); err != nil {
				return err
			}
		}
		gold = append(gold, g)
	}
	for _, p := range s.Pairs {
		pairs = append(pairs, map[string]string{"a": p.A, "b": p.B, "relation": string(p.Relation()), "kind": string(p.Kind)})
	}
	for name, rows := range map[string][]any{"filings.jsonl": texts, "gold.jsonl": gold, "pairs.jsonl": pairs} {
		if err := writeLines(filepath.Join(folder, name), rows); err != nil {
			return err
		}
	}
	return nil
}

func (l look) print(f filings.Filing, how string, seed uint64) (paper.Paper, error) {
	for _, q := range paper.Qualities() {
		if q.Name == how {
			return paper.Scan(f, l.printed(seed), l.scanned(q, seed), seed)
		}
	}
	return paper.BornDigital(f, l.printed(seed))
}

func writeLines(path string, rows []any) error {
	var b strings.Builder
	for _, r := range rows {
		line, err := json.Marshal(r)
		if err != nil {
			return err
		}
		b.Write(append(line, '\n'))
	}
	return os.WriteFile(path, []byte(b.String()), 0o644)
}
