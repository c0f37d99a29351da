package lex

import (
	"strings"
	"sync"
)

// Set returns a set of words of sets.txt, which has them as "room.set: word word …".
// It panics when there is none of that name.
func Set(name string) map[string]bool {
	set, ok := sets()[name]
	if !ok {
		panic("lex: sets.txt has no set " + name)
	}
	return set
}

// Table returns the lists of sets.txt whose names begin with name and a point: of each word the
// rest of the name. A low line in a word stands for a blank.
func Table[T ~string](name string) map[string]T {
	out := map[string]T{}
	for kind, words := range Lists(name) {
		for _, w := range words {
			out[w] = T(kind)
		}
	}
	return out
}

// Lists is Table the other way round: the words by the rest of the name.
func Lists(name string) map[string][]string {
	out := map[string][]string{}
	for _, row := range rows("sets.txt") {
		list, words, _ := strings.Cut(row, ":")
		if kind, ok := strings.CutPrefix(list, name+"."); ok {
			for w := range strings.FieldsSeq(words) {
				out[kind] = append(out[kind], strings.ReplaceAll(w, "_", " "))
			}
		}
	}
	return out
}

var sets = sync.OnceValue(func() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for _, row := range rows("sets.txt") {
		name, words, _ := strings.Cut(row, ":")
		if all[name] == nil {
			all[name] = map[string]bool{}
		}
		for w := range strings.FieldsSeq(words) {
			all[name][w] = true
		}
	}
	return all
})
