package ner

import "strings"

// Addresses of which a scanner left too little for the rules of email.go: what
// stands behind the words that announce an address, up to something like a
// well-known domain. Blanks do not count, nor do lost points.

const (
	announcedReach = 72  // code points behind the word within which an address ends
	maxAnnounced   = 200 // words of a text that are looked behind; every one costs some ten thousand steps
	maxTokens      = 3   // parts in which blanks leave an address
)

// announcedEmails calls visit for the addresses behind the words that announce
// one, between two code points, where none of those read begins.
func (t *Text) announcedEmails(from, to int, read []int, visit func(email)) {
	tries := 0
	for k := t.wordAt(from); k < len(t.words) && int(t.words[k].start) < to && tries < maxAnnounced; k++ {
		if !t.announcesMail(k) || k+1 < len(t.words) && t.announcesMail(k+1) {
			continue
		}
		start := int(t.words[k].end)
		stop := min(to, start+announcedReach)
		for len(read) > 0 && read[0] < start {
			read = read[1:]
		}
		if len(read) > 0 && read[0] < stop {
			continue
		}
		tries++
		if e, ok := t.guessEmail(start, stop); ok {
			visit(e)
		}
	}
}

// announcesMail reports whether word k announces an address, a letter or two of
// it misread.
func (t *Text) announcesMail(k int) bool {
	w := t.words[k]
	switch n := w.end - w.start; {
	case n < 4 || n > 12:
		return false
	case w.class&(given|surname) == 0 && t.mayBe(k, &announcing) && mailWords[t.key(k)]:
		return true
	case w.class != 0:
		return false
	case n >= 9 && t.cp[w.end-1] == 'o':
		f := t.letters[w.start:w.end]
		return strings.HasSuffix(f, "ico") && closeTo(longer(f, "electronico"), shorter(f, "electronico"))
	case n == 6:
		f := t.letters[w.start:w.end]
		return (strings.HasPrefix(f, "corr") || strings.HasSuffix(f, "rreo")) && within(f, "correo", 1)
	}
	return false
}

// guessEmail reads the address that ends between two code points with something
// like a well-known domain.
func (t *Text) guessEmail(start, stop int) (email, bool) {
	for lines := 0; start < stop && (isSpace(t.cp[start]) || t.cp[start] == ':' || t.cp[start] == '.'); start++ {
		if t.cp[start] == '\n' {
			if lines++; lines > 2 {
				return email{}, false
			}
		}
	}
	var letters [announcedReach]byte
	var at [announcedReach]int
	n := 0
	for i := start; i < stop && t.cp[i] != '\n' && t.cp[i] != ';'; i++ {
		if c := t.cp[i]; !isBlank(c) && c != '.' && c != ',' {
			letters[n], at[n] = c, i
			n++
		}
	}
	p, first, last, wrong := t.likeProvider(letters[:n], at[:n])
	if p == "" || first == 0 {
		return email{}, false
	}
	local, guessed := t.guessLocal(start, at[first], strings.ContainsAny(string(t.cp[at[first]:at[last]]), " ,"))
	if len(local) < minLocal || strings.Trim(local, "0123456789._-+") == "" {
		return email{}, false
	}
	score := 0.78 - 0.12*float64(wrong)
	if guessed {
		score -= 0.15
	}
	return email{start: start, end: at[last] + 1, value: local + "@" + p, score: score}, true
}

// likeProvider returns the well-known domain that is most like a part of some
// letters that ends a word, and how many letters of it are wrong.
func (t *Text) likeProvider(letters []byte, at []int) (domain string, first, last, wrong int) {
	best := 1.0
	for i, p := range bareProviders {
		limit := len(p) / 4
		if limit < 1 || len(p) < 7 {
			continue
		}
		eachEnd(letters, p, func(from, to, differ int) {
			if end := at[to] + 1; differ > limit || end < len(t.cp) && isWord(t.cp[end]) || to-from+1 < len(p)-limit {
				return
			}
			if share := float64(differ) / float64(len(p)); share < best {
				best, domain, first, last, wrong = share, providers[i], from, to, differ
			}
		})
	}
	return domain, first, last, wrong
}

// bareProviders are the providers without their points.
var bareProviders = func() []string {
	out := make([]string, len(providers))
	for i, p := range providers {
		out[i] = strings.ReplaceAll(p, ".", "")
	}
	return out
}()

// eachEnd calls visit for every place in s where the best match of p ends: from
// where it reaches to where, and how many letters differ (Sellers 1980).
func eachEnd(s []byte, p string, visit func(from, to, wrong int)) {
	type cell struct{ cost, from int }
	col := make([]cell, len(p)+1)
	for j := range col {
		col[j] = cell{j, 0}
	}
	for i := range s {
		diagonal := col[0]
		col[0] = cell{0, i + 1}
		if diagonal.cost == 0 {
			diagonal.from = i
		}
		for j := 1; j <= len(p); j++ {
			here := diagonal
			if s[i] != p[j-1] {
				here.cost++
			}
			if up := col[j-1]; up.cost+1 < here.cost {
				here = cell{up.cost + 1, up.from}
			}
			if left := col[j]; left.cost+1 < here.cost {
				here = cell{left.cost + 1, left.from}
			}
			diagonal, col[j] = col[j], here
		}
		visit(col[len(p)].from, i, col[len(p)].cost)
	}
}

// guessLocal reads the part before the @ between two code points, of which what
// was read for the @ is the end. guessed says that a letter or digit was.
// spaced says that the domain lost its points.
func (t *Text) guessLocal(start, end int, spaced bool) (local string, guessed bool) {
	raw := strings.ToLower(thinOne(string(t.cp[start:end])))
	if i := strings.LastIndexByte(raw, '@'); i >= 0 {
		raw = raw[:i]
	} else {
		bare := strings.TrimRightFunc(raw, func(r rune) bool { return r > 0x7f || !isLocal(byte(r)) })
		if guessed = len(strings.TrimRight(raw, " ")) == len(bare); guessed && bare != "" {
			if n := len(bare) - 1; n > 0 && isDigit(bare[n]) && !readForAt.has(bare[n]) && isDigit(bare[n-1]) && strings.HasSuffix(raw, " ") {
				guessed = false // ruiz14 gmail.com: nothing was read for the @
			} else {
				bare = bare[:len(bare)-1]
			}
		}
		if i := strings.LastIndexByte(bare, ' '); i >= 0 && len(bare)-i <= 2 && !isDigit(bare[len(bare)-1]) { // "cesar3137 (E outlook.com"
			bare = bare[:i]
		}
		raw = bare
	}
	var tokens []string
	for _, w := range strings.Fields(raw) {
		if w = strings.Map(localRune, w); w != "" {
			tokens = append(tokens, w)
		}
	}
	if len(tokens) > maxTokens {
		tokens = tokens[len(tokens)-1:]
	}
	for _, w := range tokens {
		switch {
		case local == "" || strings.HasSuffix(local, ".") || strings.HasSuffix(local, "_") || w[0] == '.' || w[0] == '_' || isDigit(local[len(local)-1]),
			isDigit(w[0]) && partsAddress.in(local): // one sign is enough
			local += w
		default:
			local += lostSign(spaced, w) + w
		}
	}
	return strings.Trim(local, ".-"), guessed
}

// thinOne writes a one for the upright strokes that scanners read for it behind a
// letter or digit: juan_barros| G outlook.com.
func thinOne(raw string) string {
	if !strings.ContainsAny(raw, "|!") {
		return raw
	}
	out := []byte(raw)
	for i := 1; i < len(out); i++ {
		if (out[i] == '|' || out[i] == '!') && isWord(out[i-1]) {
			out[i] = '1'
		}
	}
	return string(out)
}

func localRune(r rune) rune {
	if r < 0x80 && isLocal(byte(r)) {
		return r
	}
	return -1
}

// lostSign returns what a scanner most likely lost before w, where it left a blank
// in an address. A low line is lost where points are not: in a domain that keeps
// its points, and before the digits at the end.
func lostSign(spaced bool, w string) string {
	if spaced && !isDigit(w[0]) {
		return "."
	}
	return "_"
}
