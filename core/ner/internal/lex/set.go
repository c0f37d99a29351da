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
