package ner

import (
	"bytes"
	"math"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/ident"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/mail"
)

// What speaks for a candidate and against it, as the numbers of which its
// confidence is made; see confidence.go.

// extractorNames are the extractors in the order of Extractors.
var extractorNames = [...]string{"pattern", "label", "structure", "gazetteer", "sequence"}

// The kinds of evidence. The first two stand once for every extractor.
const (
	evidenceVote   = 0                                        // the extractor's own confidence
	evidenceSilent = evidenceVote + len(extractorNames)       // it votes, but not for this
	evidenceBallot = evidenceSilent + len(extractorNames) - 1 // the rest is counted from here
)

const (
	evidenceConstant = evidenceBallot + 1 + iota
	evidenceLone     // one extractor alone votes for it
	evidenceScore    // log-odds of the ballot's count
	evidenceBest     // the field's best
	evidenceLater    // third or later
	evidenceRival    // the ballot's count of the best other value of the field
	evidenceNoise    // how poorly the text was read
	evidenceAlone    // the same where the value was read once
	evidencePlaces   // in how many places it was read
	evidenceOdd      // how unlikely the value is for its field, by itself
	evidenceOddNoise // the same in a poorly read text
	evidenceDoubt    // other places read it otherwise
	evidenceExplicit // the text states the part in words
	evidenceOwned    // an identifier that the text gives to a plaintiff
	evidenceForeign  // an identifier that the text gives to somebody else
	evidenceIssued   // a court wrote the text
	evidenceTold     // the value stands first where facts are told
	evidenceToldVote // an extractor's own confidence there, once for every extractor
	_
	_
	_
	_
	evidences // how many there are
)

// evidence is what is known of one candidate.
type evidence [evidences]float64

// gather lists the evidence for c, the rank-th of its field, whose best other
// candidate has the count rival.
func (b *ballot) gather(c *candidate, rank int, rival float64) (e evidence) {
	for i, name := range extractorNames {
		if b.scales[i] == 0 {
			continue
		}
		e[evidenceSilent+i] = b.scales[i]
		for _, v := range c.votes {
			if v.extractor == name {
				e[evidenceVote+i], e[evidenceSilent+i] = b.scales[i]*v.own, 0
			}
		}
	}
	e[evidenceIssued] = asOne(b.text.Issued())
	if c.first < b.text.Len() && b.text.InBody(c.first) {
		e[evidenceTold] = 1
		for i := range extractorNames {
			e[evidenceToldVote+i] = e[evidenceVote+i]
		}
	}
	noise := b.text.Noise
	e[evidenceConstant] = 1
	e[evidenceLone] = asOne(len(c.votes) == 1)
	e[evidenceScore] = logit(c.Confidence, leastCounted) / 4
	if rank == 0 || c.Field == LinkedParty {
		e[evidenceBest] = 1
	}
	if rank > 1 && !c.Field.IsParty() { // of parties there may be many
		e[evidenceLater] = 1
	}
	e[evidenceRival] = rival
	e[evidenceNoise] = math.Sqrt(noise)
	if len(c.readings) < 2 {
		e[evidenceAlone] = noise
	}
	e[evidencePlaces] = math.Log2(1+float64(len(c.readings))) / 3
	e[evidenceOdd] = b.odd(c)
	e[evidenceOddNoise] = e[evidenceOdd] * noise
	e[evidenceDoubt] = c.doubt
	if c.explicit {
		e[evidenceExplicit] = 1
	}
	switch {
	case c.foreign:
		e[evidenceForeign] = 1
	case len(c.owners) > 0:
		e[evidenceOwned] = 1
	}
	return e
}

// How small a chance may be that is counted from votes, and one that forests give to many decisions together.
const (
	leastCounted = 0.01
	leastTrust   = 0.002
)

// logit is the log-odds of a chance, which is neither less than least nor surer than that.
func logit(p, least float64) float64 {
	p = min(max(p, least), 1-least)
	return math.Log(p / (1 - p))
}

// odd tells how unlikely a value is for its field, from 0 to 1: a name of
// words that no table knows, a number of unusual length or with letters in it.
func (b *ballot) odd(c *candidate) float64 {
	switch c.Field {
	case Cedula:
		n := len(c.Value)
		usual := n == 10 && c.Value[0] == '1' || n == 7 || n == 8
		return (asOne(!usual) + asOne(strings.ContainsFunc(c.Raw, isLetterRune))) / 2
	case Radicado:
		return 1 - ident.RadicadoScore(b.text.Lex, c.Value) + asOne(strings.ContainsFunc(c.Raw, isLetterRune))/2
	case Email:
		local, domain, _ := strings.Cut(c.Value, "@")
		return (asOne(!strings.EqualFold(c.Raw, c.Value)) + asOne(!mail.IsKnown(domain)) + asOne(len(local) < 5)) / 3
	case Phone, NIT:
		return asOne(strings.ContainsFunc(c.Raw, isLetterRune))
	}
	unknown, words := 0, 0
	var buf [128]byte
	for w := range bytes.SplitSeq(lex.AppendWords(buf[:0], c.Value), []byte(" ")) {
		if len(w) < 2 {
			continue
		}
		words++
		if class, _ := b.text.Lex.Table.Find(w); class == 0 {
			unknown++
		}
	}
	if words == 0 {
		return 1
	}
	return float64(unknown) / float64(words)
}

func asOne(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

func isLetterRune(r rune) bool { return r < 128 && lex.IsLetter(lex.FoldByte(r)) }
