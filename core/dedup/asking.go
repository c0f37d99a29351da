package dedup

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Letters without headings ask in the midst of their sentences: "yo quiero señor juez que usted les ordene…". Their
// requests are found where no part of the text is one.

// askVerbs ask by themselves, in the first person. wantVerbs ask if they want somebody to do something; so
// does a purpose: "para que les ordene". hopeVerbs among them greet, too: "espero que se encuentre bien".
var (
	askVerbs = newCueTable(map[cueKind]string{claimCue: `pido pedimos solicito solicitamos ruego rogamos suplico suplicamos imploro imploramos exijo exigimos
		pidiendo solicitando pedirle pedirles solicitarle solicitarles rogarle rogarles suplicarle suplicarles ayudeme ayudenme ayudenos colaboreme colaborenme`})
	wantVerbs = newCueTable(map[cueKind]string{claimCue: `quiero queremos necesito necesitamos deseo deseamos espero esperamos pretendo pretendemos aspiro
		quisiera quisieramos`})
	hopeVerbs   = newCueTable(map[cueKind]string{claimCue: "espero esperamos deseo deseamos"})
	purposeCues = newCueTable(map[cueKind]string{claimCue: "para"})
	// impersonalVerbs ask after "se": "se pide".
	impersonalVerbs = newCueTable(map[cueKind]string{claimCue: "pide piden solicita solicitan ruega suplica pretende reclama busca persigue"})
	selfCues        = newCueTable(map[cueKind]string{claimCue: "se"})
	isCues          = newCueTable(map[cueKind]string{claimCue: "es"})
	// weakWords stand between "Que" and what is wished: "Que no me le corten".
	weakWords = newCueTable(map[cueKind]string{claimCue: "se me te le les nos lo la los las no ya ustedes usted"})
	// tellVerbs end as wishes do, and are no wishes: "Que tiene 74 años".
	tellVerbs = newCueTable(map[cueKind]string{claimCue: `tiene tienen viene vienen hace hacen debe deben puede pueden quiere quieren dice dicen sabe saben vive viven
		sigue siguen pone ponen recibe reciben existe existen pide piden sale salen cree creen parece parecen entiende entienden ocurre ocurren conoce conocen
		pertenece pertenecen padece padecen sufre sufren requiere requieren refiere refieren desde donde entre siempre este ese fue fuese aunque porque`})
)

// A request has at most longestRequest words; what is wanted follows within wantReach of them, and at least
// leastRequest words do.
const longestRequest, wantReach, leastRequest = 60, 14, 3

// appendRequests appends parts to an empty slice, with the sentences of heads and facts that ask for something as parts
// of their own.
func appendRequests(dst, parts []stretch, s string, words []word) []stretch {
	next := 0 // of words
	for _, p := range parts {
		if p.part != head && p.part != facts {
			dst = append(dst, p)
			continue
		}
		from := p.start
		for next < len(words) && int(words[next].Start) < p.start {
			next++
		}
		for ; next < len(words) && int(words[next].Start) < p.end; next++ {
			n := requestLength(s, words[next:])
			if n == 0 {
				continue
			}
			start, end := int(words[next].Start), min(int(words[next+n-1].End), p.end)
			if start > from {
				dst = append(dst, stretch{p.part, from, start})
			}
			dst, from = append(dst, stretch{claims, start, end}), end
			next += n - 1
		}
		if from < p.end {
			dst = append(dst, stretch{p.part, from, p.end})
		}
	}
	return dst
}

// requestLength returns how many words the request has that words begin with; 0 if they do not ask for anything.
func requestLength(s string, words []word) int {
	hash := words[0].Hash
	asks := askVerbs.has(hash) || selfCues.has(hash) && len(words) > 1 && impersonalVerbs.has(words[1].Hash) || isWish(s, words)
	wants := wantVerbs.has(hash) || purposeCues.has(hash)
	if !asks && !wants {
		return 0
	}
	n := 1
	for n < min(len(words), longestRequest) && (!endsSentence(s[words[n-1].End:words[n].Start]) || continuesList(s, words[n-1], words[n])) {
		n++
	}
	if n <= leastRequest || !asks && !wantsAct(s, words[:n], purposeCues.has(hash)) {
		return 0
	}
	return n
}

// isWish reports whether a sentence is one that wishes for something: "Que revisen el medidor", "Que no le corten la luz".
func isWish(s string, words []word) bool {
	if w := words[0].In(s); !thatCue.has(words[0].Hash) || w[0] != 'Q' {
		return false
	}
	for _, w := range words[1:min(len(words), 1+wishReach)] {
		if weakWords.has(w.Hash) {
			continue
		}
		verb := w.In(s)
		return !isPast(verb) && (requestVerbs.has(w.Hash) || orderVerbs.has(w.Hash)) ||
			len(verb) >= shortestWish && (strings.HasSuffix(verb, "en") || strings.HasSuffix(verb, "e")) && !tellVerbs.has(w.Hash)
	}
	return false
}

// The verb of a wish has at least shortestWish letters and stands within wishReach words.
const shortestWish, wishReach = 5, 5

// wantsAct reports whether a sentence that says what somebody wants, or what for, wants somebody else to act: "quiero
// que…". A purpose must be a decision of a court: "me mandaron a la farmacia para que me entreguen" tells a fact.
func wantsAct(s string, words []word, purpose bool) bool {
	if !purpose && !hopeVerbs.has(words[0].Hash) && (thatCue.has(words[1].Hash) || isCues.has(words[1].Hash) && thatCue.has(words[2].Hash)) {
		return true // lo que quiero es que
	}
	that := false
	for i, w := range words[1:min(len(words), 1+wantReach)] {
		switch {
		case thatCue.has(w.Hash):
			that = true
		case purpose && !that && i > 0:
			return false
		case that && (requestVerbs.has(w.Hash) || !purpose && orderVerbs.has(w.Hash)) && !isInfinitive(w.In(s)) && !isPast(w.In(s)):
			return true
		}
	}
	return false
}

// endsSentence reports whether a sentence ends between two words.
func endsSentence(gap string) bool {
	return strings.ContainsAny(gap, ".;!?\f") || strings.Contains(gap, "\n\n") && !strings.Contains(gap, ":")
}

// continuesList reports whether a sentence ends between two words only since they belong to a list: "1. Que", "…. SEGUNDO:".
func continuesList(s string, before, after word) bool {
	return isItem(s, before) || isItem(s, after) || strings.ContainsAny(s[before.End:after.Start], bullets)
}

// bullets begin items of a list, on a line of their own.
const bullets = "-–•*·"

// isItem reports whether a word numbers an item of a list: "2", "SEGUNDO".
func isItem(s string, w word) bool {
	written := w.In(s)
	return len(written) <= 2 && '0' <= written[0] && written[0] <= '9' || ordinals.has(w.Hash)
}

var ordinals = newCueTable(map[cueKind]string{claimCue: "primero segundo tercero cuarto quinto sexto septimo primera segunda tercera cuarta"})

// leastAskedWords is how many words the requests of a text have at least, common ones counted.
const leastAskedWords = 8

// hasRequest reports whether a part with a few words asks for something.
func (r *reading) hasRequest() bool {
	n := 0
	r.each(func(p part, words []word) {
		if p == claims {
			n += len(words)
		}
	})
	return n >= leastAskedWords
}

// asks reports whether a request was found in a filing.
func (f *Fingerprint) asks() bool { return len(f.asked)+len(f.claims) > 0 }

// missesPages reports whether a filing is cut off, and the other one is longer.
func (f *Fingerprint) missesPages(o *Fingerprint) bool {
	return f.isCut && f.shingles.total < o.shingles.total
}

// leastLastWords is how many words the last line of a text has that is no signature.
const leastLastWords = 4

// isCut reports whether the text ends within a sentence, as the pages of a longer one do.
func (r *reading) isCut() bool {
	s := strings.TrimRight(r.text, " \n\f")
	last, _ := utf8.DecodeLastRuneInString(s)
	line := s[strings.LastIndexAny(s, "\n\f")+1:]
	words := len(strings.Fields(line))
	return words >= leastLastWords && (unicode.IsLower(last) || last == ',') || words >= 2*leastLastWords && (unicode.IsLetter(last) || unicode.IsDigit(last))
}
