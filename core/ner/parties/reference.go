package parties

import (
	"maps"
	"slices"
	"sync"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// References: "la clínica" is the Clínica Maicao that was named before. Such words name no party, but what stands beside them
// tells of one: contra Anas Wayuu EPSI y la clínica; que se ordene a la IPS.

// kindsOfInstitutions are the words for kinds of institutions, by kind.
var kindsOfInstitutions = sync.OnceValue(func() map[string]string {
	kinds := map[string]string{}
	lists := lex.Lists("parties.kinds")
	for _, kind := range slices.Sorted(maps.Keys(lists)) {
		for _, word := range lists[kind] {
			kinds[word] = kind
		}
	}
	return kinds
})

// companyKind are words for any company, which names say by their legal form.
const companyKind = "company"

// refer finds the places that refer to an entity by its kind, and notes them with it: the one of the kind that was named last
// before, or the first behind.
func (d *Document) refer() {
	named := make([]bool, len(d.Words))
	for _, e := range d.Entities {
		for _, s := range e.Spans {
			for k := s.First; k <= s.Last; k++ {
				named[k] = true
			}
		}
	}
	kinds := map[string][]*Entity{}
	for _, e := range d.Entities {
		for _, kind := range d.kindsOf(e) {
			kinds[kind] = append(kinds[kind], e)
		}
	}
	if len(kinds) == 0 {
		return
	}
	words := kindsOfInstitutions()
	for k := 1; k < len(d.Words); k++ {
		w := &d.Words[k]
		kind := words[string(d.Chars[w.Start:w.End])]
		if kind == "" || named[k] || !isDeterminer(d.word(k-1)) || w.Break == HardBreak {
			continue
		}
		if e := nearestBefore(kinds[kind], k); e != nil {
			e.references = append(e.references, Span{k, k})
		}
	}
}

// kindsOf returns the kinds that the name of an entity tells.
func (d *Document) kindsOf(e *Entity) (kinds []string) {
	if e.Kind == PersonKind || e.Kind == CourtKind || e.Kind == PlaceKind || d.isGeneric(e) {
		return nil
	}
	for _, w := range e.words {
		if kind := kindsOfInstitutions()[w]; kind != "" && !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	for _, s := range e.Spans {
		if d.isForm(s.Last) && !slices.Contains(kinds, companyKind) {
			kinds = append(kinds, companyKind)
		}
	}
	return kinds
}

// isDeterminer reports whether a word before the word for a kind of institution says that it means a known one.
func isDeterminer(word string) bool {
	switch word {
	case "la", "el", "del", "al", "dicha", "dicho", "esa", "ese", "esta", "este", "misma", "mismo", "mi", "su", "nuestra", "citada", "citado", "referida", "referido", "mencionada", "mencionado":
		return true
	}
	return false
}

// nearestBefore returns the entity that was named last before word k, the first where none was.
func nearestBefore(entities []*Entity, k int) (nearest *Entity) {
	at := -1
	for _, e := range entities {
		for _, s := range e.Spans {
			if s.First < k && s.First > at {
				nearest, at = e, s.First
			}
		}
	}
	if nearest == nil && len(entities) > 0 {
		nearest = entities[0]
	}
	return nearest
}
