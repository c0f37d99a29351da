package ner

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// By what two readings of a value are known to be equal.

// Key returns the form of a value by which two readings of it are equal:
// folded, words parted by one blank, abbreviations without points, legal
// forms and articles left out of an institution's name.
func Key(f Field, value string) string {
	var buf [128]byte
	return string(appendKey(buf[:0], f, value))
}

// appendKey appends the key of a value to dst.
func appendKey(dst []byte, f Field, value string) []byte {
	if f == Email {
		return append(dst, strings.ToLower(value)...)
	}
	var buf [128]byte
	words := lex.AppendWords(buf[:0], value)
	switch f {
	case Plaintiff, Defendant, Agent, Attorney, Represented, LinkedParty:
		l := lex.Default()
		if name := l.Canonical(words); name != "" {
			return append(dst, l.KnownKeys[name]...)
		}
		return lex.AppendEssential(dst, words)
	case Cedula, Radicado, NIT, Phone:
		for _, c := range words {
			if c != ' ' {
				dst = append(dst, c)
			}
		}
		return dst
	}
	return append(dst, words...)
}

// plainKey returns the words of a party's name as the text has them, without
// those that may be left out.
func plainKey(m Mention) string {
	if !m.Field.IsParty() {
		return ""
	}
	return lex.Essential(m.Value)
}
