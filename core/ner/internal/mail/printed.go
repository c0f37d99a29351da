package mail

import (
	"bytes"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Printed returns the address between two code points, in a passage that was typed, as it stands
// there. value is what Addresses read: only where it joins what blanks or line ends part does it
// say more than the characters around the @. ok is false where there is no address.
func Printed(t *doc.Text, start, end int, value string) (printed Address, ok bool) {
	raw := t.Slice(start, end)
	at := strings.IndexByte(string(t.Chars[start:end]), '@')
	if at < 0 || strings.Count(raw, "@") > 1 {
		return printed, false
	}
	at += start
	to := at + 1
	for to < len(t.Chars) && isDomain(t.Chars[to]) {
		to++
	}
	local := strings.TrimLeft(joined(t.Slice(wholeStart(t, at), at)), "_.-'") // a blank line, a dash, a quote
	domain := strings.Trim(strings.ToLower(t.Slice(at+1, to)), ".-")
	printed = Address{Start: at - len(local), End: at + 1 + len(domain)}
	if read, host, _ := strings.Cut(value, "@"); joined(raw) == value {
		if isParted(t.Slice(start, at)) && beginsWithName(t, start, at) {
			local, printed.Start = read, start
		}
		if isParted(t.Slice(at, end)) {
			domain, printed.End = host, end
		}
	}
	printed.Value = local + "@" + domain
	return printed, local != "" && len(local) <= maxLocal && len(domain) <= maxDomain && validDomain(domain)
}

func isParted(s string) bool { return strings.ContainsAny(s, " \n\t\u00a0") }

// beginsWithName reports whether what blanks part before the @ belongs to one address: nothing but the @ stands
// behind them, or a name in small letters before them. A sentence may end there, or a line to write on begin.
func beginsWithName(t *doc.Text, start, at int) bool {
	part := strings.TrimRight(t.Slice(start, at), " \n\t\u00a0")
	if !isParted(part) {
		return true
	}
	k := t.WordAt(start)
	return k < len(t.Words) && t.Words[k].Class&(lex.Given|lex.Surname) != 0 && !strings.Contains(part, " _")
}

func joined(s string) string { return strings.Join(strings.Fields(strings.ToLower(s)), "") }

// wholeStart returns where the part of an address begins whose end, or a part of it, stands before
// position i. Digits glued to it are a telephone; a name in small letters that ends a line with a
// point belongs to it: "en marlene.", and below it parra71@gmail.com. Three underscores are a line
// to write on: correo___ana@gmail.com.
func wholeStart(t *doc.Text, i int) int {
	start := i
	for start > 0 && isPrintedLocal(t.Chars[start-1]) && !bytes.HasPrefix(t.Chars[start:i], []byte("___")) {
		start--
	}
	digits := start
	for digits < i && lex.IsDigit(t.Chars[digits]) {
		digits++
	}
	if digits-start >= minGlued && t.Chars[digits] != '@' {
		return digits
	}
	if start < 2 || t.Chars[start-1] != '\n' || t.Chars[start-2] != '.' {
		return start
	}
	before := start - 1
	for before > 0 && isPrintedLocal(t.Chars[before-1]) {
		before--
	}
	if k := t.WordAt(before); k < len(t.Words) && t.Words[k].Shape == doc.Lower && t.Words[k].Class&(lex.Given|lex.Surname) != 0 && int(t.Words[k].End) >= start-2 {
		return before
	}
	return start
}

// minGlued is the number of digits from which they are a telephone before an address.
const minGlued = 7

// isPrintedLocal reports whether people write a character before the @ (RFC 5322, section 3.2.3, as far as providers allow).
func isPrintedLocal(c byte) bool { return isLocal(c) || c == '\'' || c == '%' }
