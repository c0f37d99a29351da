package place

import (
	"slices"
	"strconv"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/ident"
	"github.com/cotejo/cotejo/core/text"
)

// The first twelve digits of a radicado are those of its court, see internal/ident.

// maxOffices bounds the courts of a paper whose digits are made out.
const maxOffices = 3

// officeKinds are the digits of entity and specialty of courts by the words of their
// names; of those that fit the first counts.
var officeKinds = []struct {
	words string
	codes []string
}{
	{"pequenas causas laborales", []string{"4105"}}, {"laboral pequenas causas", []string{"4105"}}, {"pequenas causas", []string{"4189"}},
	{"ejecucion penas", []string{"3187"}}, {"restitucion tierras", []string{"3121"}}, {"administrativo", []string{"3333"}},
	{"promiscuo municipal", []string{"4089"}}, {"promiscuo familia", []string{"3184"}}, {"promiscuo circuito", []string{"3189"}},
	{"civil municipal", []string{"4003"}}, {"civil circuito", []string{"3103"}}, {"laboral circuito", []string{"3105"}}, {"familia", []string{"3110"}},
	{"penal circuito especializado", []string{"3107"}}, {"penal circuito", []string{"3104", "3109"}},
	{"penal municipal control garantias", []string{"4088"}}, {"penal municipal", []string{"4004", "4009", "4088"}},
}

// Offices returns the first digits of the radicados of the courts that the head of
// the paper names by kind, number and city.
func Offices(t *doc.Text) []string {
	var out []string
	courts := 0
	for k := 0; k < len(t.Words) && int(t.Words[k].Start) < ident.MaxHead && courts < maxOffices; k++ {
		if !CourtHeadAt(t, k) {
			continue
		}
		c, ok := CourtAt(t, k)
		if !ok || c.City == "" {
			continue
		}
		courts++
		for _, kind := range officesOf(c) {
			for _, city := range t.Lex.CodesOf[c.City] {
				if code := city + kind; !slices.Contains(out, code) {
					out = append(out, code)
				}
			}
		}
	}
	return out
}

// officesOf returns entity, specialty and number of a court, as digits; a court that
// names no number may be the first of its kind, or the only one.
func officesOf(c Court) []string {
	name := text.Fold(c.Value)
	number := strconv.Itoa(max(c.Number, 1))
	if len(number) > 3 {
		return nil
	}
	for _, kind := range officeKinds {
		rest, fits := name, true
		for w := range strings.SplitSeq(kind.words, " ") {
			_, rest, fits = strings.Cut(rest, w)
			if !fits {
				break
			}
		}
		if !fits {
			continue
		}
		var out []string
		for _, code := range kind.codes {
			out = append(out, code+"00"[:3-len(number)]+number)
		}
		return out
	}
	return nil
}
