// Command bench measures how fast the engine signs texts, and how well and fast
// an index of them answers, beside its peers, all in one run on one core:
//
//	go run ./testkit/measure signing
//
// The contenders take turns, round after round, and of each the fastest round
// counts: what else the machine does slows a round down and never speeds it up.
//
// The peers get every help that a caller could give them: the text is folded
// once into a buffer that is used again, a shingle is a slice of that buffer,
// and go-minhash hashes with the standard library's fastest hash.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"log"
	"math"
	"runtime"
	"time"

	"github.com/cotejo/cotejo/core/minhash"
	"github.com/cotejo/cotejo/testkit/filings"
)

// contender signs one text.
type contender struct {
	name string
	sign func(text string)

	fastest time.Duration // of all texts
	allocs  float64       // a text, in the last round
}

func main() {
	documents := flag.Int("documents", 300, "how many invented filings to sign")
	rounds := flag.Int("rounds", 30, "how many times each signs them all")
	shelved := flag.Int("indexed", 5000, "how many to index")
	flag.Parse()
	runtime.LockOSThread()
	texts, bytes := corpus(*documents)
	fmt.Printf("%d invented filings, %.1f KB on average; signatures of %d minima; one core, %s\n", len(texts), float64(bytes)/float64(len(texts))/1000, permutations, runtime.Version())
	var signer minhash.Signer
	var f folded
	for _, set := range []struct {
		name       string
		contenders []contender
	}{
		{"word 3-shingles", []contender{
			{name: "cotejo", sign: func(t string) { signer.Shingles(t) }},
			{name: "dgryski/go-minhash", sign: func(t string) { f.sign(t, newDgryski(), f.pushShingles) }},
			{name: "ekzhu/minhash-lsh", sign: func(t string) { f.sign(t, newEkzhu(), f.pushShingles) }},
		}},
		{"character 5-grams", []contender{
			{name: "cotejo", sign: func(t string) { signer.Grams(t) }},
			{name: "dgryski/go-minhash", sign: func(t string) { f.sign(t, newDgryski(), f.pushGrams) }},
			{name: "ekzhu/minhash-lsh", sign: func(t string) { f.sign(t, newEkzhu(), f.pushGrams) }},
		}},
	} {
		fmt.Printf("\n%-20s %10s %12s %14s\n", set.name, "MB/s", "allocations", "cotejo is")
		race(set.contenders, texts, *rounds)
		for _, c := range set.contenders {
			fmt.Printf("%-20s %10.1f %12.1f %13.1f×\n", c.name, float64(bytes)/1e6/c.fastest.Seconds(), c.allocs,
				float64(c.fastest)/float64(set.contenders[0].fastest))
		}
	}
	if err := compareIndexes(*shelved); err != nil {
		log.Fatal("bench: ", err)
	}
}

func corpus(n int) (texts []string, bytes int) {
	g := filings.New(1, filings.Options{})
	for range n {
		t := g.Filing().Text
		texts, bytes = append(texts, t), bytes+len(t)
	}
	return texts, bytes
}

// race lets the contenders sign all texts in turn; the first round, which
// grows scratch space, does not count.
func race(contenders []contender, texts []string, rounds int) {
	for round := range rounds + 1 {
		for i := range contenders {
			c := &contenders[i]
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			start := time.Now()
			for _, t := range texts {
				c.sign(t)
			}
			took := time.Since(start)
			runtime.ReadMemStats(&after)
			if round > 0 {
				c.fastest = min(took, cmp.Or(c.fastest, math.MaxInt64))
				c.allocs = float64(after.Mallocs-before.Mallocs) / float64(len(texts))
			}
		}
	}
}
