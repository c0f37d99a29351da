package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	ekzhu "github.com/ekzhu/minhash-lsh"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/testkit/filings"
)

// leastAlike is from which estimated Jaccard of word shingles a peer's caller
// takes two texts for the same.
const leastAlike = 0.5

// shelf is what is indexed, and what is asked for: the same filings, read again
// with 1 % of their characters wrong.
type shelf struct{ texts, again []string }

func newShelf(n int) (s shelf) {
	g, rng := filings.New(2, filings.Options{}), rand.New(rand.NewPCG(2, 2))
	for range n {
		f := g.Filing()
		s.texts, s.again = append(s.texts, f.Text), append(s.again, f.WithNoise(.01, rng).Text)
	}
	return s
}

// indexed is what one contender made of a shelf.
type indexed struct {
	name         string
	add, query   time.Duration // of all texts, signing included
	found, wrong int           // the paper itself, and other papers, that were called the same
}

// compareIndexes prints what adding and asking takes with an index in memory,
// from text to answer, and how good the answers are. go-minhash has no index.
func compareIndexes(n int) error {
	s := newShelf(n)
	ours, err := s.cotejo()
	if err != nil {
		return err
	}
	fmt.Printf("\n%-20s %12s %12s %10s %10s\n", fmt.Sprintf("index of %d", n), "µs to add", "µs to ask", "found", "wrong")
	for _, x := range []indexed{ours, s.ekzhu()} {
		each := func(d time.Duration) float64 { return float64(d.Microseconds()) / float64(n) }
		fmt.Printf("%-20s %12.0f %12.0f %9.1f%% %10d\n", x.name, each(x.add), each(x.query), 100*float64(x.found)/float64(n), x.wrong)
	}
	return nil
}

// cotejo compares every candidate exactly, with parties, numbers and reasons.
func (s shelf) cotejo() (x indexed, err error) {
	ctx, idx := context.Background(), dedup.NewMemory()
	d, err := dedup.NewDetector(dedup.DefaultConfig())
	if err != nil {
		return x, err
	}
	x.name = "cotejo"
	start := time.Now()
	for i, t := range s.texts {
		if err := idx.Put(ctx, d.Fingerprint(dedup.Filing{ID: fmt.Sprint(i), Type: "tutela", Text: t})); err != nil {
			return x, err
		}
	}
	x.add, start = time.Since(start), time.Now()
	for i, t := range s.again {
		matches, err := d.Find(ctx, idx, d.Fingerprint(dedup.Filing{ID: "asked", Type: "tutela", Text: t}))
		if err != nil {
			return x, err
		}
		for _, m := range matches {
			if m.Relation == dedup.Duplicate {
				x.count(m.ID == fmt.Sprint(i))
			}
		}
	}
	x.query = time.Since(start)
	return x, nil
}

// ekzhu estimates the similarity of every candidate from the signatures.
func (s shelf) ekzhu() (x indexed) {
	x.name = "ekzhu/minhash-lsh"
	idx := ekzhu.NewMinhashLSH64(permutations, leastAlike)
	signatures := make([][]uint64, len(s.texts))
	var f folded
	sign := func(t string) []uint64 {
		p := newEkzhu()
		f.read(t)
		f.pushShingles(p)
		return p.Signature()
	}
	start := time.Now()
	for i, t := range s.texts {
		signatures[i] = sign(t)
		idx.Add(i, signatures[i])
	}
	idx.Index()
	x.add, start = time.Since(start), time.Now()
	for i, t := range s.again {
		signature := sign(t)
		for _, candidate := range idx.Query(signature) {
			if other := candidate.(int); alike(signature, signatures[other]) >= leastAlike {
				x.count(other == i)
			}
		}
	}
	x.query = time.Since(start)
	return x
}

func (x *indexed) count(itself bool) {
	if itself {
		x.found++
	} else {
		x.wrong++
	}
}

func alike(a, b []uint64) float64 {
	same := 0
	for i := range a {
		if a[i] == b[i] {
			same++
		}
	}
	return float64(same) / float64(len(a))
}
