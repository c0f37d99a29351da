package ner

import "strings"

// Reading of e-mail addresses as scanners leave them: blanks around @ and the
// points, @ read as Q, O, ©, ® or (, a provider's name misread.

// email is an address found in the text.
type email struct {
	start, end int
	value      string
	score      float64
}

// maxLocal bounds the part before the @ and maxDomain that behind it.
const (
	maxLocal  = 64
	maxDomain = 80
)

// providers are the domains by which an address is recognised when its @ was
// misread.
var providers = []string{"gmail.com", "hotmail.com", "hotmail.es", "outlook.com", "outlook.es", "yahoo.com", "yahoo.es", "yahoo.com.co",
	"live.com", "icloud.com", "misena.edu.co", "une.net.co", "msn.com", "protonmail.com"}

// emails calls visit for every address between two code points.
func (t *Text) emails(from, to int, visit func(email)) {
	for i := from; i < to; i++ {
		switch t.cp[i] {
		case '@', byteSymbol, '(', 'q', 'o', 'a', '0':
			if t.cp[i] != '@' && !t.providerFollows(i+1) {
				continue
			}
			if e, ok := t.emailAround(i, from, to); ok {
				visit(e)
				i = max(i, e.end-1)
			}
		}
	}
}

// providerFollows reports whether a well-known domain stands at position i,
// after blanks if need be.
func (t *Text) providerFollows(i int) bool {
	for n := 0; n < 2 && i < len(t.cp) && (t.cp[i] == ' ' || t.cp[i] == 'y' && false); n++ {
		i++
	}
	if i >= len(t.cp) {
		return false
	}
	switch t.cp[i] {
	case 'g', 'h', 'o', 'y', 'l', 'i', 'm', 'u', 'p':
	default:
		return false
	}
	for _, p := range providers {
		if t.hasPrefix(i, p) {
			return true
		}
	}
	return false
}

func (t *Text) hasPrefix(i int, s string) bool {
	for n := 0; n < len(s); n++ {
		for i < len(t.cp) && s[n] == '.' && t.cp[i] == ' ' {
			i++
		}
		if i >= len(t.cp) || t.cp[i] != s[n] {
			return false
		}
		i++
	}
	return true
}

// emailAround reads the address whose @ is at position at.
func (t *Text) emailAround(at, from, to int) (email, bool) {
	start := at
	for blanks := 0; start > from && at-start < maxLocal; {
		c := t.cp[start-1]
		if isLocal(c) {
			start--
			continue
		}
		if c == ' ' && blanks < 2 && start > from+1 && t.gapInLocal(start-1, at) {
			start--
			blanks++
			continue
		}
		break
	}
	for start < at && (t.cp[start] == ' ' || t.cp[start] == '.' || t.cp[start] == '-') {
		start++
	}
	end := at + 1
	for end < to && t.cp[end] == ' ' && end-at <= 3 {
		end++
	}
	for end < to && end-at < maxDomain {
		c := t.cp[end]
		if isDomain(c) {
			end++
			continue
		}
		if c == ' ' && end+1 < to && (t.cp[end-1] == '.' && isLetter(t.cp[end+1]) && t.topLevel(end+1) || t.cp[end+1] == '.' && end+2 < to && (isLetter(t.cp[end+2]) || t.cp[end+2] == ' ')) {
			end++
			continue
		}
		break
	}
	for end > at && (t.cp[end-1] == '.' || t.cp[end-1] == '-') {
		end--
	}
	local := clean(strings.ToLower(t.Slice(start, at)))
	domain := fixDomain(clean(string(t.cp[at+1 : max(end, at+1)])))
	if p, to := t.providerNear(at+1, to); p != "" && p != domain {
		domain, end = p, to
	}
	if local == "" || !validDomain(domain) || strings.Contains(local, "..") {
		return email{}, false
	}
	e := email{start: start, end: end, value: local + "@" + domain, score: 0.99}
	if t.cp[at] != '@' {
		e.score = 0.85
	}
	return e, true
}

// providerNear returns the well-known domain that a scanner made into what
// stands at position i, and where it ends; "" when there is none.
func (t *Text) providerNear(i, to int) (string, int) {
	for i < to && t.cp[i] == ' ' {
		i++
	}
	end := i
	for end < to && end-i < 24 && !isSpace(t.cp[end]) && t.cp[end] != ';' && t.cp[end] != '>' {
		end++
	}
	for end > i && (t.cp[end-1] == '.' || t.cp[end-1] == ',' || t.cp[end-1] == ')') {
		end--
	}
	found := string(t.cp[i:end])
	for _, p := range providers {
		if p == found {
			return "", end
		}
	}
	for _, p := range providers {
		if len(p) >= 8 && closeTo(longer(found, p), shorter(found, p)) {
			return p, end
		}
	}
	return "", end
}

// gapInLocal reports whether the blank at position i lies inside the part
// before the @: next to a point, a hyphen or the @ itself.
func (t *Text) gapInLocal(i, at int) bool {
	if i+1 == at || i+2 == at && t.cp[i+1] == ' ' {
		return true
	}
	next, prev := t.cp[i+1], t.cp[i-1]
	if next == '.' || next == '_' {
		return isLocal(prev)
	}
	// "juan. perez@": a sentence would end before a capital
	return (prev == '_' || prev == '.' && i >= 2 && (isWord(t.cp[i-2]) || t.cp[i-2] == ' ')) && isWord(next) && !t.capitalAt(i+1) && t.noBlank(i+1, at)
}

func (t *Text) noBlank(i, at int) bool {
	for ; i < at; i++ {
		if t.cp[i] == ' ' {
			return false
		}
	}
	return true
}

func (t *Text) capitalAt(i int) bool {
	c := t.src[t.ByteOffset(i)]
	return 'A' <= c && c <= 'Z'
}

// topLevel reports whether a top-level domain stands at position i.
func (t *Text) topLevel(i int) bool {
	end := i
	for end < len(t.cp) && 'a' <= t.cp[end] && t.cp[end] <= 'z' {
		end++
	}
	switch string(t.cp[i:end]) {
	case "com", "co", "gov", "edu", "org", "net", "es", "mil", "info":
		return true
	}
	return false
}

func isLocal(c byte) bool {
	return 'a' <= c && c <= 'z' || isDigit(c) || c == '.' || c == '_' || c == '-' || c == '+'
}

func isDomain(c byte) bool { return 'a' <= c && c <= 'z' || isDigit(c) || c == '.' || c == '-' }

func clean(s string) string { return strings.ReplaceAll(s, " ", "") }

// fixDomain undoes common misreadings of well-known domains.
func fixDomain(d string) string {
	for _, wrong := range [...][2]string{{"corn", "com"}, {".c0m", ".com"}, {".com.c0", ".com.co"}, {".g0v", ".gov"}, {",", "."}} {
		d = strings.ReplaceAll(d, wrong[0], wrong[1])
	}
	host, rest, ok := strings.Cut(d, ".")
	if !ok {
		return d
	}
	switch strings.NewReplacer("1", "i", "l", "i", "0", "o").Replace(host) {
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
	return len(top) >= 2 && len(top) <= 6 && strings.Trim(top, "abcdefghijklmnopqrstuvwxyz") == ""
}
