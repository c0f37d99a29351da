package document

import (
	"fmt"
	"strings"
	"unicode"
)

// IsEmpty reports whether the page has no letter and no digit. Such a page has no confidence.
func (p *Page) IsEmpty() bool {
	return !strings.ContainsFunc(p.Text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// NeedsReview reports whether a person should look at the original: all pages are empty, or an
// empty page has visible content.
func (r Reading) NeedsReview() bool {
	empty := 0
	for _, p := range r.Pages {
		if !p.IsEmpty() {
			continue
		}
		if empty++; !p.Blank {
			return true
		}
	}
	return empty > 0 && empty == len(r.Pages)
}

// Warnings returns a Spanish warning that lists the empty pages, or nil.
func (r Reading) Warnings() []string {
	var empty []int
	for _, p := range r.Pages {
		if p.IsEmpty() {
			empty = append(empty, p.Number)
		}
	}
	return warnings(empty, len(r.Pages))
}

// Warnings returns the warnings about the document's pages, as Reading.Warnings does.
func (d *Document) Warnings() []string {
	var empty []int
	for _, p := range d.Pages {
		if p.Empty {
			empty = append(empty, p.Number)
		}
	}
	return warnings(empty, len(d.Pages))
}

func warnings(empty []int, pages int) []string {
	const advice = " Compruebe que el archivo esté completo; si se ve mal, escanéelo otra vez."
	switch {
	case len(empty) == 0:
		return nil
	case len(empty) == 1:
		return []string{fmt.Sprintf("La página %d no tiene texto legible.", empty[0]) + advice}
	case len(empty) == pages:
		return []string{fmt.Sprintf("Ninguna de las %d páginas tiene texto legible.", pages) + advice}
	}
	return []string{"Las páginas " + stretches(empty) + " no tienen texto legible." + advice}
}

// stretches formats ascending numbers as ranges: 2, 4 a 7 y 9.
func stretches(numbers []int) string {
	var parts []string
	for rest := numbers; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n] == rest[n-1]+1 {
			n++
		}
		if n < 3 {
			n = 1
			parts = append(parts, fmt.Sprint(rest[0]))
		} else {
			parts = append(parts, fmt.Sprintf("%d a %d", rest[0], rest[n-1]))
		}
		rest = rest[n:]
	}
	last := len(parts) - 1
	if last == 0 {
		return parts[0]
	}
	return strings.Join(parts[:last], ", ") + " y " + parts[last]
}
