// Package email decides which e-mail address is printed where several readings of a scan
// differ.
//
// It weighs whole addresses, as spelling correction by a noisy channel does (M. Kernighan, K.
// Church, W. Gale: A spelling correction program based on a noisy channel model, 1990).
// Candidates come from the readings and from common confusions of their characters. The cost
// of a candidate is the cost of the misreadings that it implies, plus how unusual it is as an
// address; names on the page make it more usual. The candidate with the least cost wins.
package email

import (
	"math"
	"regexp"
	"slices"
	"strings"
)

// Reading is what a model read where an address is printed. A space stands for a gap.
type Reading struct {
	Text string
	// KnowsAt is true for a model that can read "@". Others read something else for it.
	KnowsAt bool
}

// Candidate is an address that may be printed, with the evidence for and against it.
type Candidate struct {
	Text    string  // with the brackets and the punctuation around it
	Misread float64 // cost of what the readings got wrong
	Odd     float64 // cost of what is unusual in an address
	Named   int     // letters that names of the page explain
}

// Cost is the score of a candidate. The least is the best.
func (c Candidate) Cost() float64 { return c.Misread + c.Odd - perNamed*float64(c.Named) }

// isPlausible reports whether the readings can be of this candidate at all.
func (c Candidate) isPlausible() bool { return c.Misread <= 1+mostMisread*float64(len(c.Text)) }

// Best returns the candidate of the least cost. It begins with the best of the readings and
// changes one place after the other. ok is false where the readings are of no address, or of
// different ones.
func Best(readings []Reading, names Names) (best Candidate, ok bool) {
	s := scorer{names: names}
	var texts []string
	opening, closing := "", ""
	closed := slices.ContainsFunc(readings, func(r Reading) bool { return closesBracket(r.Text) })
	for _, r := range readings {
		before, core, after := unwrap(r.Text, closed)
		if core == "" || len(core) > longest {
			continue
		}
		if len(texts) == 0 {
			opening, closing = before, after
		}
		texts = append(texts, plain(core))
		s.readings = append(s.readings, channel{fold(core), r.KnowsAt})
	}
	seeds := seedsOf(texts)
	limit := math.Inf(1)
	try := func(candidates []string) (better bool) {
		for _, text := range candidates {
			if c, ok := s.score(text, limit); ok {
				best, limit, better = c, c.Cost(), true
			}
		}
		return better
	}
	ok = try(seeds)
	for range mostChanges {
		if !ok || !try(variants(best.Text, seeds)) {
			break
		}
	}
	ok = ok && best.isPlausible()
	best.Text = opening + best.Text + closing
	return best, ok
}

// mostChanges bounds the changes to a reading.
const mostChanges = 6

// around are the signs that may follow an address.
const around = " .,;:)>»_"

// closesBracket reports whether a closing bracket was read behind the address.
func closesBracket(text string) bool {
	return strings.ContainsAny(text[len(strings.TrimRight(text, around)):], ">»")
}

// unwrap parts a reading from the brackets and the punctuation around an address. A
// closing bracket, in any of the readings, has an opening one, which is often read as an "s".
func unwrap(text string, closed bool) (opening, core, closing string) {
	core = strings.TrimRight(text, around)
	closing = strings.TrimSpace(text[len(core):])
	if i := strings.LastIndexAny(core, ":<"); i >= 0 && i < len(core)-shortest {
		opening, core = core[:i+1], strings.TrimLeft(core[i+1:], " ")
	}
	if strings.HasPrefix(core, "(") {
		opening, core = opening+"(", core[1:]
	}
	if closed && !strings.HasSuffix(opening, "<") && strings.IndexAny(core, "sS¿") == 0 {
		opening, core = opening+"<", strings.TrimLeft(core, "sS¿")
	}
	return opening, core, closing
}

// Lengths of readings in bytes.
const (
	shortest = 8 // behind a label
	longest  = 120
)

// address matches what is accepted, without what stands around it.
var address = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+-]*@([A-Za-z0-9]+[.-])*[A-Za-z0-9]+\.[A-Za-z]{2,}$`)

// fold returns a reading as bytes: letters without accents, atSign for a sign that is read
// for "@" alone, and other for what no address has.
func fold(text string) []byte {
	out := make([]byte, 0, len(text))
	for _, r := range text {
		switch {
		case r < 0x80:
			out = append(out, byte(r))
		case strings.ContainsRune("€©®", r):
			out = append(out, atSign)
		default:
			if plain := unaccented.Replace(string(r)); len(plain) == 1 {
				out = append(out, plain[0])
			} else {
				out = append(out, other)
			}
		}
	}
	return out
}

const (
	atSign = 1
	other  = 2
)
