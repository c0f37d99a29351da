package mail

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Domains of e-mail addresses, well-known ones above all: by them an address is
// recognised whose @ was misread.

// providers are the domains by which an address is recognised when its @ was
// misread.
var providers = []string{"gmail.com", "hotmail.com", "hotmail.es", "outlook.com", "outlook.es", "yahoo.com", "yahoo.es", "yahoo.com.co",
	"live.com", "icloud.com", "misena.edu.co", "une.net.co", "msn.com", "protonmail.com"}

// maxAtBlanks bounds the blanks between an @ and a well-known domain.
const maxAtBlanks = 2

// signBefore returns where what may have been read for an @ stands before a well-known
// domain that begins at position i, after from; -1 when either is missing.
func signBefore(t *doc.Text, i, from int) int {
	if i+1 >= len(t.Chars) || beginProviders.Of(t.Chars[i], t.Chars[i+1]) == lex.NoLetter {
		return -1
	}
	at := i - 1
	for at >= from && i-1-at < maxAtBlanks && t.Chars[at] == ' ' {
		at--
	}
	if at < from || !readForAt.Has(t.Chars[at]) {
		return -1
	}
	if _, end := providerAt(t, i); end == i {
		return -1
	}
	return at
}

// beginProviders are the two letters with which a well-known domain begins.
var beginProviders = func() (t lex.PairTable) {
	for _, p := range providers {
		t[p[0]-'a'][p[1]-'a'] = p[0]
	}
	return t
}()

// providerAt returns the well-known domain that stands at position i, with
// blanks for its points or around them, and where it ends.
func providerAt(t *doc.Text, i int) (string, int) {
	if i+3 > len(t.Chars) {
		return "", i
	}
	switch string(t.Chars[i : i+3]) { // as all of them begin, without a point
	case "gma", "hot", "out", "yah", "liv", "icl", "mis", "une", "msn", "pro":
	default:
		return "", i
	}
	best, end := "", i
	for _, p := range providers {
		if e := prefixEnd(t, i, p); e > end && (e == len(t.Chars) || !lex.IsWord(t.Chars[e])) {
			best, end = p, e
		}
	}
	return best, end
}

// prefixEnd returns where the domain s ends that stands at position i, 0 when
// it does not stand there.
func prefixEnd(t *doc.Text, i int, s string) int {
	for n := 0; n < len(s); n++ {
		blank := false
		if n > 0 && s[n-1] == '.' && i < len(t.Chars) && t.Chars[i] == '\n' {
			i++ // gmail., and below it com
		}
		for i < len(t.Chars) && (s[n] == '.' || n > 0 && s[n-1] == '.') && t.Chars[i] == ' ' {
			i++
			blank = true
		}
		if s[n] == '.' && i < len(t.Chars) && (t.Chars[i] == ',' || blank && t.Chars[i] == s[n+1]) {
			if t.Chars[i] == ',' {
				i++
			}
			continue // hotmail com, hotmail,com
		}
		if i >= len(t.Chars) || t.Chars[i] != s[n] {
			return 0
		}
		i++
	}
	return i
}

// providerNear returns the well-known domain that a scanner made into what
// stands at position i, and where it ends; "" when there is none.
func providerNear(t *doc.Text, i, to int) (string, int) {
	for i < to && t.Chars[i] == ' ' {
		i++
	}
	end := i
	var read []byte
	for ; end < to && end-i < 24 && t.Chars[end] != ';' && t.Chars[end] != '>' && t.Chars[end] != '@' && t.Chars[end] != '\n'; end++ {
		switch c := t.Chars[end]; {
		case !lex.IsBlank(c):
			read = append(read, c)
		case end+1 < to && t.Chars[end+1] == '.' || len(read) > 0 && read[len(read)-1] == '.':
		case !strings.Contains(string(read), ".") && topLevel(t, end+1): // vahoo es
			read = append(read, '.')
		default:
			to = end
		}
	}
	for end > i && (t.Chars[end-1] == '.' || t.Chars[end-1] == ',' || t.Chars[end-1] == ')' || t.Chars[end-1] == ' ') {
		end--
	}
	found := strings.TrimRight(string(read), ".,)")
	if len(found) < minProvider {
		return "", end
	}
	for _, p := range providers {
		if p == found {
			return "", end
		}
	}
	found = splitLetters.Replace(found)
	for _, p := range providers {
		if len(p) >= 8 && lex.CloseTo(found, p) {
			return p, end
		}
	}
	for _, p := range providers { // gmati.com, hounail.com
		if len(p) >= 8 && found != "" && found[0] == p[0] && strings.HasSuffix(found, p[strings.IndexByte(p, '.'):]) && lex.Within(found, p, 2) {
			return p, end
		}
	}
	return "", end
}

// minProvider is the length below which nothing is a well-known domain misread.
const minProvider = 6

// domainEnd returns where the domain ends whose @ is at position at.
func domainEnd(t *doc.Text, at, to int) int {
	end := at + 1
	for end < to && (t.Chars[end] == ' ' || t.Chars[end] == '\n' && end == at+1) && end-at <= 3 {
		end++
	}
	for end < to && end-at < maxDomain {
		c := t.Chars[end]
		if isDomain(c) {
			end++
			continue
		}
		if c == ' ' && end+1 < to && (t.Chars[end-1] == '.' && lex.IsLetter(t.Chars[end+1]) && topLevel(t, end+1) || t.Chars[end+1] == '.' && end+2 < to && (lex.IsLetter(t.Chars[end+2]) || t.Chars[end+2] == ' ')) {
			end++
			continue
		}
		if c == '\n' && end+1 < to && (t.Chars[end-1] == '.' && topLevel(t, end+1) || t.Chars[end+1] == '.' && topLevel(t, end+2)) {
			end++ // gmail., and below it com
			continue
		}
		break
	}
	for end > at && (t.Chars[end-1] == '.' || t.Chars[end-1] == '-') {
		end--
	}
	return end
}

// topLevel reports whether a top-level domain stands at position i.
func topLevel(t *doc.Text, i int) bool {
	end := i
	for end < len(t.Chars) && 'a' <= t.Chars[end] && t.Chars[end] <= 'z' {
		end++
	}
	switch string(t.Chars[i:end]) {
	case "com", "co", "gov", "edu", "org", "net", "es", "mil", "info":
		return true
	}
	return false
}

func isDomain(c byte) bool { return 'a' <= c && c <= 'z' || lex.IsDigit(c) || c == '.' || c == '-' }

// What scanners read for an m, and what they hardly tell from one another.
var (
	splitLetters = strings.NewReplacer("nn", "m", "rn", "m")
	thinLetters  = strings.NewReplacer("1", "i", "l", "i", "0", "o")
)

// fixDomain undoes common misreadings of well-known domains.
func fixDomain(d string) string {
	for _, wrong := range [...][2]string{{"corn", "com"}, {".c0m", ".com"}, {".com.c0", ".com.co"}, {".g0v", ".gov"}, {".qov", ".gov"}, {".cdu.", ".edu."}, {",", "."}} {
		if strings.Contains(d, wrong[0]) {
			d = strings.ReplaceAll(d, wrong[0], wrong[1])
		}
	}
	host, rest, ok := strings.Cut(d, ".")
	if !ok || len(host) < len("gmai") {
		return d
	}
	switch thinLetters.Replace(host) {
	case "gmaii", "grnaii", "grnail", "gmai", "grnai":
		host = "gmail"
	case "hotmaii", "hotrnaii":
		host = "hotmail"
	case "outiook", "outicok":
		host = "outlook"
	case "yahoo":
		host = "yahoo"
	}
	return host + "." + rest
}

// validDomain reports whether d is a domain with a plausible last part.
func validDomain(d string) bool {
	dot := strings.LastIndexByte(d, '.')
	if dot < 1 || strings.Contains(d, "..") || d[0] == '-' {
		return false
	}
	top := d[dot+1:]
	return len(top) >= 2 && len(top) <= longestTop && strings.Trim(top, "abcdefghijklmnopqrstuvwxyz") == "" && !runsOn(top)
}

// longestTop is how many letters a top-level domain has at most; with more than longestUsual a usual one may have run into a word.
const longestTop, longestUsual = 18, 6

// runsOn reports whether a word was glued to a usual top-level domain: gmail.comcelular.
func runsOn(top string) bool {
	if len(top) <= longestUsual {
		return false
	}
	for _, usual := range [...]string{"co", "net", "org", "edu", "gov", "es", "info", "mil"} {
		if strings.HasPrefix(top, usual) {
			return true
		}
	}
	return false
}

// IsKnown reports whether a domain is well known, or one of public bodies.
func IsKnown(domain string) bool {
	return slices.Contains(providers, domain) || strings.HasSuffix(domain, ".gov.co") || strings.HasSuffix(domain, ".edu.co")
}
