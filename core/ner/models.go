package ner

import (
	"embed"
	"sync"

	"github.com/cotejo/cotejo/core/boost"
	"github.com/cotejo/cotejo/core/ner/internal/sequence"
	"github.com/cotejo/cotejo/core/ner/parties"
)

// models are what was learned: weights of the models, and how far votes are believed.
//
//go:embed data
var models embed.FS

// defaultModel returns the model of the extractor Sequence.
var defaultModel = sync.OnceValue(func() *sequence.Model { return embeddedModel("sequence.bin", sequence.ReadModel) })

// defaultProse returns the model of texts that tell of who sues.
var defaultProse = sync.OnceValue(func() *parties.Model { return embeddedModel("prose.bin", parties.Read) })

// forests are what tells who takes which part in a paper.
type forests struct {
	words  *parties.Lexicon // parts of parties by the words around them
	first  *boost.Forest    // by all that is known of each party
	roles  *boost.Forest    // and of the others
	bounds *parties.Lexicon // where names begin and end, by the words there
	names  *boost.Forest    // which of the ways to name a party are right
	// Which of the numbers and of the e-mail addresses are the plaintiff's.
	numbers, addresses *boost.Forest
	courts             *boost.Forest // which of the courts is written to or writes
	cases              *boost.Forest // which of the numbers is that of the paper's own case
}

var learnedForests = sync.OnceValue(func() *forests {
	holders := parties.IdentifierFactNames()
	return &forests{words: embeddedModel("words.bin", parties.ReadLexicon),
		first: embeddedForest("first.txt", firstFactNames(), parties.PartNames[:]), roles: embeddedForest("roles.txt", lastFactNames(), parties.PartNames[:]),
		bounds: embeddedModel("bounds.bin", parties.ReadLexicon), names: embeddedForest("names.txt", nameFactNames(), nameClasses),
		numbers: embeddedForest("numbers.txt", holders, holderClasses), addresses: embeddedForest("addresses.txt", holders, holderClasses),
		courts: embeddedForest("courts.txt", holders, holderClasses), cases: embeddedForest("cases.txt", holders, holderClasses)}
})

func embeddedForest(name string, inputs, classes []string) *boost.Forest {
	return embeddedModel(name, func(b []byte) (*boost.Forest, error) { return boost.Read(b, inputs, classes) })
}

// embeddedModel reads a model that is part of the program.
func embeddedModel[M any](name string, read func([]byte) (M, error)) M {
	b, err := models.ReadFile("data/" + name)
	if err != nil {
		panic("ner: " + err.Error())
	}
	m, err := read(b)
	if err != nil {
		panic("ner: " + name + ": " + err.Error())
	}
	return m
}
