package document

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/sanitize"
	"github.com/cotejo/cotejo/core/text"
)

// KeyKind is the kind of value behind a key.
type KeyKind string

const (
	KeyCedula    KeyKind = "cedula"
	KeyEmail     KeyKind = "correo"
	KeyPlaintiff KeyKind = "demandante"

	// Numbers of documents, not of people.
	KeyActa     KeyKind = "numero_acta"
	KeyRadicado KeyKind = "radicado"
)

// Key is a normalised value of a person or a document: different spellings of one value have equal
// keys.
type Key struct {
	Kind  KeyKind
	Value string
}

// maxKey bounds a key in bytes.
const maxKey = 256

// Keys returns the keys that find the document.
func (d *Document) Keys() []Key {
	keys := KeysOf(KeyCedula, d.Cedula)
	keys = append(keys, KeysOf(KeyEmail, d.Email)...)
	keys = append(keys, KeysOf(KeyPlaintiff, d.Plaintiff)...)
	return append(keys, d.Numbers()...)
}

// radicadoLength is the number of digits of a whole radicado.
const radicadoLength = 23

// HasWholeRadicado reports whether the radicado has all of its 23 digits.
func (d *Document) HasWholeRadicado() bool { return len(d.radicadoDigits()) == radicadoLength }

func (d *Document) radicadoDigits() string { return Digits(d.Radicado) }

// Digits returns the ASCII digits of s.
func Digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}

// Numbers returns the keys of the document's numbers: its acta, without regard to case, accents
// and white space, and its radicado if it has 23 digits in any grouping. A shorter radicado, such
// as 2026-00012, occurs in many courts. If it is the only number, the key combines it with the
// court and the plaintiff.
func (d *Document) Numbers() []Key {
	var keys []Key
	if acta := strings.Join(strings.Fields(text.Fold(d.ActaNumber)), " "); acta != "" {
		keys = append(keys, Key{KeyActa, boundedKey(acta)})
	}
	if d.HasWholeRadicado() || len(keys) == 0 {
		keys = append(keys, d.CaseKeys()...)
	}
	return keys
}

// CaseKeys returns the keys of the case to which the document belongs: of its radicado, alone if it is whole, else with the
// court and the plaintiff. An acta is none, because each office counts its own from one.
func (d *Document) CaseKeys() []Key {
	switch digits := d.radicadoDigits(); {
	case len(digits) == radicadoLength:
		return []Key{{KeyRadicado, digits}}
	case digits != "":
		short := strings.Join(strings.FieldsFunc(text.Fold(d.Radicado), notAlphanumeric), "-")
		return []Key{{KeyRadicado, boundedKey(short + " " + keyOf(KeyPlaintiff, text.Fold(d.Court)) + " " + keyOf(KeyPlaintiff, text.Fold(d.Plaintiff)))}}
	}
	return nil
}

// boundedKey returns a key of bounded length for a text. It hashes a long one, because cutting
// could make two equal.
func boundedKey(s string) string {
	if len(s) <= maxKey {
		return s
	}
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// KeysOf returns the keys of a field: one for each person, separated by semicolons. Case, accents,
// punctuation and the order of a name's words are ignored. Words that stand for no value, and what
// is no e-mail address, have no key: they would make one person of all who have none.
func KeysOf(kind KeyKind, s string) []Key {
	var keys []Key
	seen := map[Key]bool{}
	for one := range strings.SplitSeq(text.Fold(sanitize.Line(s)), ";") {
		value := keyOf(kind, one)
		if len(value) > maxKey {
			value = strings.ToValidUTF8(value[:maxKey], "")
		}
		if k := (Key{kind, value}); value != "" && !seen[k] {
			seen[k] = true
			keys = append(keys, k)
		}
	}
	return keys
}

func keyOf(kind KeyKind, folded string) string {
	switch kind {
	case KeyCedula:
		// 1.020.304, 1 020 304 and C.C. No. 1020304 are one; so are 00123 and 123.
		var b strings.Builder
		for word := range strings.FieldsFuncSeq(folded, notAlphanumeric) {
			if strings.ContainsAny(word, "0123456789") {
				b.WriteString(word)
			}
		}
		return strings.TrimLeft(b.String(), "0")
	case KeyEmail:
		s := strings.Join(strings.Fields(folded), "")
		if !strings.Contains(s, "@") {
			return ""
		}
		return strings.TrimFunc(s, func(r rune) bool { return notAlphanumeric(r) && r != '_' })
	}
	words := strings.FieldsFunc(folded, notAlphanumeric)
	if noValue[strings.Join(words, " ")] {
		return ""
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

// IsNoValue reports whether registers write a value where there is none: "NO APLICA", "-", "sin radicado".
func IsNoValue(value string) bool {
	words := strings.FieldsFunc(text.Fold(sanitize.Line(value)), notAlphanumeric)
	joined := strings.Join(words, " ")
	return joined == "" || noValue[joined] || len(words) > 1 && words[0] == "sin" && !strings.ContainsAny(joined, "0123456789")
}

// noValue are the words that registers have in place of a name, folded.
var noValue = map[string]bool{
	"no aplica": true, "n a": true, "na": true, "ninguno": true, "ninguna": true, "no tiene": true, "no registra": true, "no informa": true, "no reporta": true,
	"no hay": true, "sin dato": true, "sin datos": true, "sin informacion": true, "sin nombre": true, "desconocido": true, "desconocida": true, "pendiente": true,
	"por definir": true, "no identificado": true, "no identificada": true,
}

func notAlphanumeric(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.M, r) || r == utf8.RuneError
}

// Person holds the values to search for; empty ones are ignored.
type Person struct {
	Cedula, Email, Plaintiff string
}

// Recurrence holds the other documents of a person.
type Recurrence struct {
	Cedula, Email, Plaintiff Matches
}

// Matches are the newest matching documents, out of Total.
type Matches struct {
	Items []Summary
	Total int
}
