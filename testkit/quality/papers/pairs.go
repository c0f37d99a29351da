package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/papers"
)

var relations = []string{"duplicate", "new_claim", "same_case", "mass", "unrelated"}

// reportPairs prints which relation the program sees in pairs of each relation.
func (m *measurement) reportPairs(pairs []papers.Pair) {
	detector, err := dedup.NewDetector(dedup.DefaultConfig())
	if err != nil {
		panic(err) // of the built-in configuration
	}
	seen := map[[2]string]int{}
	accused, missed := 0, 0
	for _, p := range pairs {
		var prints [2]dedup.Fingerprint
		for i, s := range []string{p.A, p.B} {
			if m.misread > 0 {
				s = filings.Filing{Text: s}.WithNoise(m.misread, m.rng).Text
			}
			d, r := m.read(s, m.misread > 0)
			prints[i] = detector.Fingerprint(dedup.Filing{ID: fmt.Sprint(i), Type: string(d.Type), Text: s, Parties: r.Parties()})
		}
		match := detector.Explain(prints[0], prints[1])
		found, _ := detector.Compare(prints[0], prints[1]) // what clerks get; Explain goes further where it is unrelated
		got := cmp.Or(string(found.Relation), "unrelated")
		if p.Gold == "none" {
			p.Gold = "unrelated"
		}
		seen[[2]string{p.Gold, got}]++
		if got == p.Gold || slices.Contains(p.Accept, got) {
			continue
		}
		accused += count(got == "duplicate")
		missed += count(p.Gold == "duplicate")
		if m.rows {
			fmt.Printf("%s\t%s read as %s, similarity %.2f, parties %s, facts %s, claims %s: %v\n", p.ID, p.Gold, got, match.Similarity,
				match.Parties.Verdict, match.Facts.Verdict, match.Claims.Verdict, dedup.Texts(match.Ranked()))
		}
	}
	fmt.Printf("\n| %d pairs of people, written as | duplicate | new_claim | same_case | mass | unrelated |\n|---|---|---|---|---|---|\n", len(pairs))
	for _, gold := range relations {
		fmt.Printf("| %s |", gold)
		for _, got := range relations {
			fmt.Printf(" %d |", seen[[2]string{gold, got}])
		}
		fmt.Println()
	}
	fmt.Printf("\n%d accusations, %d missed repetitions\n", accused, missed)
}
