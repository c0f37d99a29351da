// Command background builds the table of document frequencies that comes with
// the program (core/tfidf/data/background.bin) from folders of Spanish legal
// texts and from generated filings of the tuning layouts and wordings.
//
//	go run ./testkit/buildidf -o core/tfidf/data/background.bin FOLDER…
//
// A word is as common as in the kind of text where it is commonest: neither
// the words of statutes nor those of filings distinguish filings.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/cotejo/cotejo/core/tfidf"
	"github.com/cotejo/cotejo/testkit/filings"
)

const (
	chunkBytes = 3000  // of a norm, taken for a document: about the facts of a filing
	generated  = 4000  // filings
	least      = 0.002 // share of documents under which all words are equally rare
)

func main() {
	out := flag.String("o", "core/tfidf/data/background.bin", "file to write")
	flag.Parse()
	shares := map[uint32]float64{}
	for _, dir := range flag.Args() {
		var c counter
		if err := countFolder(&c, dir); err != nil {
			fmt.Fprintln(os.Stderr, "background:", err)
			os.Exit(1)
		}
		merge(shares, &c)
	}
	var c counter
	g := filings.New(1, filings.Tuning())
	for range generated {
		c.add(tfidf.NewVector(tfidf.AppendWords(nil, g.Filing().Text)))
	}
	merge(shares, &c)
	t := tfidf.Build(shares, least)
	if err := os.WriteFile(*out, t.Append(nil), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "background:", err)
		os.Exit(1)
	}
	fmt.Printf("%s: %d words\n", *out, t.Len())
}

func merge(shares map[uint32]float64, c *counter) {
	c.each(func(h uint32, share float64) { shares[h] = max(shares[h], share) })
}

// countFolder adds the texts of a folder, cut in pieces of about the length of
// a filing's facts.
func countFolder(c *counter, dir string) error {
	names, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return fmt.Errorf("%s: no .txt files", dir)
	}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for s := strings.ToValidUTF8(string(b), " "); s != ""; {
			n := min(chunkBytes, len(s))
			if i := strings.IndexAny(s[n:], " \n"); i >= 0 && n < len(s) {
				n += i
			}
			c.add(tfidf.NewVector(tfidf.AppendWords(nil, s[:n])))
			s = s[n:]
		}
	}
	return nil
}

// counter reports which share of texts has a word. The zero counter is empty.
type counter struct {
	texts int
	df    map[uint32]int
}

// add counts the distinct words of one text.
func (c *counter) add(v tfidf.Vector) {
	if c.df == nil {
		c.df = map[uint32]int{}
	}
	c.texts++
	for _, t := range v {
		c.df[t.Hash]++
	}
}

// share returns the share of texts that have the word, 0 to 1.
func (c *counter) share(hash uint32) float64 {
	if c.texts == 0 {
		return 0
	}
	return float64(c.df[hash]) / float64(c.texts)
}

// each calls visit for each word and the share of texts that have it.
func (c *counter) each(visit func(hash uint32, share float64)) {
	for h := range c.df {
		visit(h, c.share(h))
	}
}
