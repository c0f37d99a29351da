package party

import (
	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Words by which papers speak of parties and of filing.

// Sides are the words by which a filing speaks of one party, folded.
var Sides = lex.Table[field.Field]("party.sides")

// Presents are the verbs by which somebody presents a filing.
var Presents = lex.Set("party.presents")
