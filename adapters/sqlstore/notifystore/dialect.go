package notifystore

// This file holds what SQLite and PostgreSQL do each in its own way.

import (
	"strings"
	"unicode/utf8"

	"github.com/uptrace/bun"
)

// trigram is how many letters a word must have to be found through an index.
const trigram = 3

// containing narrows a selection of subjects to those whose search text has
// every word somewhere. The index finds candidates; what counts is the text.
func (db *DB) containing(q *bun.SelectQuery, words []string) {
	var indexed []string
	for _, w := range words {
		if utf8.RuneCountInString(w) >= trigram {
			indexed = append(indexed, w)
		}
	}
	if db.Engine() == "postgres" {
		for _, w := range indexed {
			q.Where("search_text LIKE ?", "%"+likely.Replace(w)+"%")
		}
	} else if len(indexed) > 0 {
		for i, w := range indexed {
			indexed[i] = `"` + strings.ReplaceAll(w, `"`, `""`) + `"`
		}
		q.Where("seq IN (SELECT rowid FROM subjects_found WHERE subjects_found MATCH ?)", strings.Join(indexed, " "))
	}
	for _, w := range words {
		q.Where(db.position()+"(search_text, ?) > 0", w)
	}
}

// position names the function that finds a text in another.
func (db *DB) position() string {
	if db.Engine() == "postgres" {
		return "strpos"
	}
	return "instr"
}

// likely has LIKE take every sign for itself.
var likely = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)
