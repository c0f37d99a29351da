package mail

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/ident"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Reading of e-mail addresses as scanners leave them: blanks around @ and the
// points, @ read as Q, O, ©, ® or (, a provider's name misread.

// Address is an address found in the text.
type Address struct {
	Start, End int
	Value      string
	Score      float64
}

// maxLocal bounds the part before the @ and maxDomain that behind it.
const (
	minLocal  = 3
	maxLocal  = 64
	maxDomain = 80
)

// maxEmails bounds the addresses that are read of a part of a text, which is two
// hundred pages at most: of a longer list the first count, as in a ballot.
const maxEmails = 2000

// readForAt are what a scanner may have read for an @ before a well-known domain.
var readForAt = lex.BytesOf("\x02(%qoa069eglfit")

// Addresses calls visit for every address between two code points.
func Addresses(t *doc.Text, from, to int, visit func(Address)) {
	next := from // behind the last address
	for i, found := from, 0; i < min(to+maxAtBlanks, len(t.Chars)) && found < maxEmails; i++ {
		at := i
		if t.Chars[i] != '@' {
			if at = signBefore(t, i, next); at < 0 {
				continue
			}
		}
		if at < next || at >= to || at < i && at+1 >= to {
			continue
		}
		if e, ok := emailAround(t, at, from, to); ok {
			visit(e)
			found++
			next = max(at, e.End-1) + 1
			i = next - 1
		}
	}
}

// emailAround reads the address whose @ is at position at.
func emailAround(t *doc.Text, at, from, to int) (Address, bool) {
	stop, score, ok := localEnd(t, at, from)
	if !ok {
		return Address{}, false
	}
	start := localStart(t, stop, from)
	if start == stop && (stop == 0 || !lex.IsSpace(t.Chars[stop-1]) && t.Chars[stop-1] < 0x80) {
		return Address{}, false // nothing that a point or an inverted mark was read for
	}
	end := domainEnd(t, at, to)
	local := localPart(t, start, stop)
	domain := fixDomain(clean(string(t.Chars[at+1 : max(end, at+1)])))
	if p, e := providerAt(t, skipBlanks(t, at+1, to)); p != "" && e <= to {
		domain, end = p, e
	} else if p, e := providerNear(t, at+1, to); p != "" && p != domain {
		domain, end = p, e
	}
	spaced := strings.ContainsAny(strings.TrimLeft(string(t.Chars[at+1:max(end, at+1)]), " "), " ,")
	if more, from := lostRule(t, start, from, local, spaced); more != "" {
		local, start, score = more+local, from, min(score, 0.65)
	} else if more, from := lostPoint(t, start, from, spaced); more != "" {
		local, start, score = more+local, from, min(score, 0.6)
	}
	if start > 0 && t.Slice(start-1, start) == "¡" {
		local, start, score = "j"+local, start-1, min(score, 0.6)
	}
	if local == "" || !validDomain(domain) || strings.Contains(local, "..") {
		return Address{}, false
	}
	if len(local) < minLocal {
		score *= 0.4 // the rest was lost
	}
	return Address{Start: start, End: end, Value: local + "@" + domain, Score: score}, true
}

// localEnd returns where the part before the @ ends and how sure the reading
// is. What a scanner made of the @ at position at may be up to three signs:
// "ana.ruiz GO outlook.es"; behind a small letter it may have been lost:
// "anaruizo hotmail.com" ends with that letter.
func localEnd(t *doc.Text, at, from int) (stop int, score float64, ok bool) {
	if t.Chars[at] == '@' {
		return at, 0.99, true
	}
	stop = at
	for at-stop < 2 && stop > from && strings.IndexByte("goq0698ce(@a)", t.Chars[stop-1]) >= 0 || stop > from && at-stop < 2 && t.Chars[stop-1] == lex.ByteSymbol {
		stop--
	}
	if stop > from+1 && t.Chars[stop-1] == ' ' && isLocal(t.Chars[stop-2]) {
		return stop - 1, 0.8, true
	}
	switch c := t.Chars[at]; {
	case c == 'l' || c == 'f' || c == 'i' || c == 't':
		return at, 0.5, at+1 < len(t.Chars) && t.Chars[at+1] != ' ' && mailWordBefore(t, at)
	case c == 'e' || c == 'g' || c == '6' || c == '9':
		return at, 0.5, mailWordBefore(t, at)
	case at+1 < len(t.Chars) && t.Chars[at+1] == ' ' && lex.IsLetter(c) && !t.CapitalAt(at):
		return at + 1, 0.55, true
	}
	return at, 0.85, true
}

func skipBlanks(t *doc.Text, i, to int) int {
	for n := 0; n < 2 && i < to && (t.Chars[i] == ' ' || t.Chars[i] == '\n' && t.Chars[i-1] == '@'); n++ {
		i++
	}
	return i
}

// localStart returns where the part before the @ begins that ends at stop.
func localStart(t *doc.Text, stop, from int) int {
	start := stop
	for blanks, lines := 0, 0; start > from && stop-start < maxLocal; {
		c := t.Chars[start-1]
		if isLocal(c) {
			start--
			continue
		}
		if c == ' ' && blanks < 2 && start > from+1 && gapInLocal(t, start-1, stop) {
			start--
			blanks++
			continue
		}
		if c == '\n' && lines == 0 && start > from+1 && brokenLocal(t, start-1, stop) {
			start--
			lines++
			continue
		}
		break
	}
	for start < stop && (t.Chars[start] == ' ' || t.Chars[start] == '.' || t.Chars[start] == '-') {
		start++
	}
	return start
}

// localPart returns the part before the @. A capital beside a digit, in an
// address of small letters, is a digit misread.
func localPart(t *doc.Text, start, stop int) string {
	raw := clean(t.Slice(start, stop))
	capitals := strings.IndexFunc(raw, func(r rune) bool { return 'A' <= r && r <= 'Z' && r != 'S' && r != 'O' && r != 'I' }) >= 0
	out := []byte(strings.ToLower(raw))
	if plain := clean(string(t.Chars[start:stop])); len(plain) < len(out) && strings.IndexFunc(plain, func(r rune) bool { return r >= 0x80 || !isLocal(byte(r)) }) < 0 {
		return plain // no address has an accent
	}
	if len(raw) == len(out) && len(raw) > MinNamed && raw[0] == 'I' && raw[1:] == string(out[1:]) && surnameFollows(raw[1:], t.Lex) {
		out[0] = 'l' // an initial of an address in small letters
	}
	for i := 1; i < len(out) && len(out) == len(raw) && !capitals; i++ {
		if c := raw[i]; (c == 'S' || c == 'O' || c == 'I') && lex.IsDigit(out[i-1]) {
			out[i] = ident.StandsForDigit(c + 'a' - 'A')
		}
	}
	return string(out)
}

// surnameFollows reports whether a surname stands at the head of s, whole.
func surnameFollows(s string, l *lex.Lexicon) bool {
	end := strings.IndexFunc(s, func(r rune) bool { return r < 'a' || r > 'z' })
	if end < 0 {
		end = len(s)
	}
	return end >= MinNamed && l.Words[s[:end]]&lex.Surname != 0
}

// lostPoint returns the name that stands in small letters before the address
// that begins at start, and the sign that was lost between them: "ana ruiz@".
func lostPoint(t *doc.Text, start, from int, spaced bool) (name string, at int) {
	p := start
	for p > from && start-p < 2 && (t.Chars[p-1] == ' ' || t.Chars[p-1] == ',') {
		p--
	}
	if p == start || p == from || !lex.IsLetter(t.Chars[p-1]) {
		return "", start
	}
	k := t.WordAt(p - 1)
	if w := t.Words[k]; w.Shape != doc.Lower || w.Class&(lex.Given|lex.Surname) == 0 || int(w.Start) < from || w.End-w.Start < 3 || t.EndsLabel(int(w.End)) {
		return "", start
	}
	if t.Chars[p] == ',' {
		return string(t.Folded(k)) + ".", int(t.Words[k].Start)
	}
	return string(t.Folded(k)) + lostSign(spaced, "a"), int(t.Words[k].Start)
}

// lostRule returns the word in small letters before the address that begins at
// start, and the sign that was lost between them, behind the words that announce
// an address: "aruiz 35@" is aruiz_35. The low line is lost most easily, see lostSign.
func lostRule(t *doc.Text, start, from int, local string, spaced bool) (name string, at int) {
	if local == "" || start-1 <= from || t.Chars[start-1] != ' ' {
		return "", start
	}
	k := t.WordAt(start - 2)
	if k == len(t.Words) {
		return "", start
	}
	w := t.Words[k]
	if int(w.End) != start-1 || w.Shape != doc.Lower && w.Shape != doc.Alnum || w.End-w.Start < 3 || int(w.Start) < from || t.Key(k) == "correo" || mailWords[t.Key(k)] {
		return "", start
	}
	word := string(t.Folded(k))
	if strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789") != "" || w.Class&(lex.Function|lex.Particle) != 0 || !mailWordBefore(t, int(w.Start)) {
		return "", start
	}
	begin := int(w.Start)
	for begin > from && isLocal(t.Chars[begin-1]) {
		begin--
	}
	word = clean(string(t.Chars[begin:w.Start])) + word
	if begin-2 > from && t.Chars[begin-1] == ' ' && t.Chars[begin-2] == '.' { // pineda. fredy 17@
		if k := t.WordAt(begin - 3); k < len(t.Words) && int(t.Words[k].End) == begin-2 && t.Words[k].Shape == doc.Lower && t.Words[k].Class&(lex.Given|lex.Surname) != 0 && int(t.Words[k].Start) >= from {
			begin, word = int(t.Words[k].Start), string(t.Folded(k))+"."+word
		}
	}
	if n := len(word) - 1; len(local) > 1 && lex.IsDigit(local[0]) && readForAt.Has(word[n]) && strings.HasSuffix(word[:n], local) {
		return word[:n-len(local)], begin // aruiz7306 30@: the end was read twice, once with a digit for the @
	}
	if lex.IsDigit(local[0]) && (lex.IsDigit(word[len(word)-1]) || partsAddress.In(word)) {
		return word, begin
	}
	return word + lostSign(spaced, local), begin
}

// mailWords announce an address.
var mailWords = lex.Set("mail.mailWords")

// mailWordBefore reports whether one of the three words before position p
// announces an address.
func mailWordBefore(t *doc.Text, p int) bool {
	k := t.WordAt(p)
	for n := 1; n <= 3 && k-n >= 0; n++ {
		if mailWords[t.Key(k-n)] {
			return true
		}
	}
	return false
}

// gapInLocal reports whether the blank at position i lies inside the part
// before the @: next to a point, a hyphen or the @ itself.
func gapInLocal(t *doc.Text, i, at int) bool {
	if i+1 == at || i+2 == at && t.Chars[i+1] == ' ' {
		return true
	}
	next, prev := t.Chars[i+1], t.Chars[i-1]
	if next == '.' || next == '_' {
		return isLocal(prev)
	}
	if prev == '.' && t.CapitalAt(i+1) && i >= 3 {
		k := t.WordAt(i - 2)
		return t.Words[k].Shape == doc.Upper && t.Words[k].Class&(lex.Given|lex.Surname) != 0 && mailWordBefore(t, int(t.Words[k].Start)) && noBlank(t, i+1, at)
	}
	if prev == '_' && lex.IsWord(next) && noBlank(t, i+1, at) {
		return true // no word ends so
	}
	// "juan. perez@": a sentence would end before a capital, and a number behind its last digit
	return prev == '.' && i >= 2 && !onlyDigits(t, tokenStart(t, i), i) && (lex.IsWord(t.Chars[i-2]) && !capitalized(t, i-2) || t.Chars[i-2] == ' ') && lex.IsWord(next) && !t.CapitalAt(i+1) && noBlank(t, i+1, at)
}

// brokenLocal reports whether the line end at position i, before the @ at stop, stands inside
// an address: its upper part is made as no other word is, or ends as none does.
func brokenLocal(t *doc.Text, i, stop int) bool {
	if i+1 == stop || t.Chars[i+1] == '.' || t.Chars[i+1] == '_' {
		return isLocal(t.Chars[i-1])
	}
	first := tokenStart(t, i)
	token := string(t.Chars[first:i])
	if len(token) < minLocal || onlyDigits(t, first, i) || strings.HasPrefix(token, "www.") || mailWords[strings.TrimRight(token, ".")] {
		return false
	}
	if strings.HasSuffix(token, "_") || strings.ContainsAny(token[:len(token)-1], "._") && (first == 0 || lex.IsSpace(t.Chars[first-1])) {
		return !validDomain(token)
	}
	return strings.HasSuffix(token, ".") && mailWordBefore(t, first)
}

// tokenStart returns where the signs of an address that end at position i begin.
func tokenStart(t *doc.Text, i int) int {
	for i > 0 && isLocal(t.Chars[i-1]) {
		i--
	}
	return i
}

// onlyDigits reports whether between two positions digits stand and no letter.
func onlyDigits(t *doc.Text, from, to int) bool {
	digits := false
	for _, c := range t.Chars[from:to] {
		if lex.IsLetter(c) {
			return false
		}
		digits = digits || lex.IsDigit(c)
	}
	return digits
}

// capitalized reports whether the word at position i begins with a capital.
func capitalized(t *doc.Text, i int) bool {
	k := t.WordAt(i)
	return k < len(t.Words) && t.Words[k].Shape == doc.Title
}

func noBlank(t *doc.Text, i, at int) bool {
	for ; i < at; i++ {
		if t.Chars[i] == ' ' {
			return false
		}
	}
	return true
}

func isLocal(c byte) bool {
	return 'a' <= c && c <= 'z' || lex.IsDigit(c) || c == '.' || c == '_' || c == '-' || c == '+'
}

// clean drops the blanks and line ends inside an address.
func clean(s string) string { return addressGaps.Replace(s) }

var addressGaps = strings.NewReplacer(" ", "", "\n", "")

// lostSign returns what a scanner most likely lost before w, where it left a blank
// in an address. A low line is lost where points are not: in a domain that keeps
// its points, and before the digits at the end.
func lostSign(spaced bool, w string) string {
	if spaced && !lex.IsDigit(w[0]) {
		return "."
	}
	return "_"
}
