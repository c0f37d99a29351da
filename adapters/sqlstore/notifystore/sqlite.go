package notifystore

// This file holds all that is particular to SQLite.

import (
	"embed"
	"strings"
	"unicode/utf8"

	"github.com/uptrace/bun"
)

//go:embed migrations
var migrations embed.FS

// trigram is how many letters a word must have to be found through an index.
const trigram = 3

// containing narrows a selection of subjects to those whose search text has
// every word somewhere. The index finds candidates; what counts is the text.
func containing(q *bun.SelectQuery, words []string) {
	var indexed []string
	for _, w := range words {
		if utf8.RuneCountInString(w) >= trigram {
			indexed = append(indexed, `"`+strings.ReplaceAll(w, `"`, `""`)+`"`)
		}
	}
	if len(indexed) > 0 {
		q.Where("seq IN (SELECT rowid FROM subjects_found WHERE subjects_found MATCH ?)", strings.Join(indexed, " "))
	}
	for _, w := range words {
		q.Where("instr(search_text, ?) > 0", w)
	}
}
