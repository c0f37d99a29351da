package dedup

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/text"
)

// part is what a stretch of a filing is for.
type part uint8

const (
	head    part = iota // addressee, labels, presentation: before any heading
	facts               // what happened
	claims              // what is asked
	law                 // norms and rulings, the same in thousands of filings
	formal              // oath, evidence lists, annexes
	contact             // addresses for service, signature
)

// stretch is a part of a text, from byte start to end.
type stretch struct {
	part       part
	start, end int
}

// headings maps the first word of a heading to what follows it. Words are
// folded; a heading must stand in capitals or at the beginning of a line.
var headings = map[string]part{
	"hecho": facts, "hechos": facts, "antecedentes": facts, "relato": facts, "narracion": facts, "acontecimientos": facts, "supuestos": facts, "situacion": facts, "sucesos": facts, "exposicion": facts, "circunstancias": facts, "cronologia": facts,
	"pretension": claims, "pretensiones": claims, "peticion": claims, "peticiones": claims, "petitum": claims, "solicitud": claims, "solicitudes": claims, "medida": claims,
	"fundamentos": law, "fundamento": law, "derecho": law, "derechos": law, "normas": law, "procedencia": law, "competencia": law,
	"consideraciones": law, "razones": law, "jurisprudencia": law, "concepto": law, "legitimacion": law, "inmediatez": law, "subsidiariedad": law, "vulneracion": law, "violacion": law,
	"juramento": formal, "manifestacion": formal, "declaracion": formal, "anexos": formal, "anexo": formal, "pruebas": formal, "prueba": formal, "cumplimiento": formal,
	"notificaciones": contact, "notificacion": contact, "direcciones": contact, "atentamente": contact, "cordialmente": contact, "respetuosamente": contact, "firma": contact,
}

// factual words after FUNDAMENTOS or RAZONES turn law into facts: FUNDAMENTOS
// FÁCTICOS, FUNDAMENTOS DE HECHO.
var factual = map[string]bool{"facticos": true, "facticas": true, "factico": true, "hecho": true, "hechos": true}

// maxHeadingWords is the length of a line that can be a heading.
const maxHeadingWords = 8

// divide splits a text at its headings. Without any, all of it is head.
func divide(s string) []stretch {
	parts := []stretch{{part: head, end: len(s)}}
	words := 0 // of the current line, but for its numbering
	last := 0  // end of the word before
	for w := text.NewWords(s); w.Next(); {
		if last == 0 || strings.ContainsAny(s[last:w.Start], "\n\f") {
			words = 0
		}
		last = w.End
		word := s[w.Start:w.End]
		if c := word[0]; words > 0 && 'a' <= c && c <= 'z' {
			words++
			continue // no heading, and by far the most words
		}
		if words == 0 && isNumbering(word) {
			continue
		}
		words++
		capitals := isCapitals(word)
		if first, _ := utf8.DecodeRuneInString(word); !capitals && (words > 2 || !unicode.IsUpper(first)) {
			continue
		}
		if !capitals && !shortLine(s, w.Start) {
			continue
		}
		p, ok := headingPart(word)
		if !ok || capitals && words > 1 && !shortLine(s, w.Start) && !isolated(s, w.End) {
			continue
		}
		if p == law {
			if followedBy(s, w.End, factual) {
				p = facts
			} else if isLabel(s, w.End) {
				continue
			}
		}
		if w.Start == 0 {
			parts[0].part = p
		}
		if parts[len(parts)-1].part == p {
			continue
		}
		parts[len(parts)-1].end = w.Start
		parts = append(parts, stretch{part: p, start: w.Start, end: len(s)})
	}
	return parts
}

// headingPart returns what a heading that begins with word announces; one
// misread letter of a long word is forgiven.
func headingPart(word string) (part, bool) {
	folded := misread.Replace(text.Fold(word))
	if p, ok := headings[folded]; ok {
		return p, true
	}
	if len(folded) < longHeading || len(folded) > longestHeading {
		return 0, false
	}
	for n := len(folded) - 1; n <= len(folded)+1; n++ {
		for _, h := range headingWords[n] {
			// One error cannot spoil both the first letter and the last.
			ends := folded[0] == h[0] || folded[len(folded)-1] == h[len(h)-1]
			if ends && text.Distance(folded, h, 2) == 1 {
				return headings[h], true
			}
		}
	}
	return 0, false
}

// misread turns digits inside a word into the letters they were.
var misread = strings.NewReplacer("0", "o", "1", "i", "5", "s", "8", "b", "|", "l", "6", "g", "4", "a")

// Headings of at least longHeading letters may hold a misread one.
const longHeading, longestHeading = 6, 20

// headingWords are the keys of headings by length, sorted, so that the choice
// between two equally near is always the same.
var headingWords = func() (t [longestHeading + 2][]string) {
	for _, h := range slices.Sorted(maps.Keys(headings)) {
		if len(h) >= longHeading {
			t[len(h)] = append(t[len(h)], h)
		}
	}
	return t
}()

// isLabel reports whether a colon and more text follow on the line within two
// words of byte i: "DERECHOS: salud" in the label block of the first page.
func isLabel(s string, i int) bool {
	line := s[i:min(len(s), i+80)]
	if n := strings.Index(line, "\n\n"); n >= 0 {
		line = line[:n]
	}
	before, after, ok := strings.Cut(line, ":")
	return ok && len(strings.Fields(before)) <= 2 && strings.TrimSpace(after) != ""
}

// isNumbering reports whether word is only what stands before a heading: a
// number, a roman numeral or an article.
func isNumbering(word string) bool {
	if len(word) > 4 {
		return false
	}
	switch text.Fold(word) {
	case "los", "las", "el", "la", "de", "mis", "sobre":
		return true
	}
	return strings.Trim(word, "0123456789IVXivx") == ""
}

// isCapitals reports whether word has at least five letters, all capitals.
func isCapitals(word string) bool {
	n := 0
	for _, r := range word {
		if unicode.IsLower(r) {
			return false
		}
		n++
	}
	return n >= 5
}

// shortLine reports whether the line around byte i is as short as a heading
// and does not run on.
func shortLine(s string, i int) bool {
	from := strings.LastIndexAny(s[:i], "\n\f") + 1
	to := len(s)
	if n := strings.IndexAny(s[i:], "\n\f"); n >= 0 {
		to = i + n
	}
	if to-from > 100 {
		return false
	}
	line := strings.TrimSpace(s[from:to])
	return len(strings.Fields(line)) <= maxHeadingWords && !strings.HasSuffix(line, ",") && !strings.HasSuffix(line, ";")
}

// isolated reports whether the word that ends at byte i ends its sentence, or
// the next word is not in capitals: an inline heading of a flattened text.
func isolated(s string, i int) bool {
	rest := strings.TrimLeft(s[i:], " ")
	if rest == "" || strings.ContainsRune(":.\n\f", rune(rest[0])) {
		return true
	}
	return followedBy(s, i, factual)
}

// followedBy reports whether one of the next three words after byte i is in set.
func followedBy(s string, i int, set map[string]bool) bool {
	w := text.NewWords(s[i:min(len(s), i+60)])
	for n := 0; n < 3 && w.Next(); n++ {
		if set[text.Fold(s[i+w.Start:i+w.End])] {
			return true
		}
	}
	return false
}
