package document

import (
	"slices"
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/pagination"
)

// Letter is a form letter: one wording that several people filed.
type Letter struct {
	ID string
	// Representative is the ID of the filing with which the others were compared.
	Representative  string
	Documents       int
	People          int // different people in its filings
	FirstAt, LastAt time.Time
}

// LetterListing is one page of form letters, those with the most filings first.
type LetterListing = pagination.Of[Letter]

// LetterRow is a form letter with the filing that represents it.
type LetterRow struct {
	Letter
	Sample Summary
}

// LetterRowListing is one page of form letters with their samples.
type LetterRowListing = pagination.Of[LetterRow]

// PersonKey returns the key of the person who files: the first cédula, otherwise the first name,
// otherwise the zero Key.
func (d *Document) PersonKey() Key {
	for _, keys := range [][]Key{KeysOf(KeyCedula, d.Cedula), KeysOf(KeyPlaintiff, d.Plaintiff)} {
		if len(keys) > 0 {
			return keys[0]
		}
	}
	return Key{}
}

// PersonRow is a plaintiff with the number of filings.
type PersonRow struct {
	// Key is of kind KeyCedula, or KeyPlaintiff if no cédula is known.
	Key          Key
	Name, Cedula string // as the latest filing has them
	Documents    int
	LastAt       time.Time
}

// People are the people found by a search, the latest filing first. More means that there may be
// others.
type People struct {
	Items []PersonRow
	More  bool
}

// PersonFiling is a document of a person.
type PersonFiling struct {
	Summary
	ByName bool // matched by name, because it has no cédula
}

// PersonFilings are the documents of one person, newest first, and the pairs among them.
type PersonFilings struct {
	Person PersonRow
	Items  []PersonFiling
	Total  int
	Pairs  []Pair // of two of Items
}

// CaseFile holds the documents of one case, newest first, and the pairs among them.
type CaseFile struct {
	Radicado string
	Items    []Summary
	Total    int
	Pairs    []Pair // of two of Items
}

// NamesOf splits a field with names separated by semicolons.
func NamesOf(field string) (names []string) {
	for name := range strings.SplitSeq(field, ";") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// LetterPlace is a place of a form letter where its filings have different words.
type LetterPlace struct {
	Subject Field  // FieldDate, or the field whose value most filings have there; empty for other words
	Before  string // the last words of the letter before it
}

// FieldDate is the subject of places where a form letter has a date.
const FieldDate Field = "fecha"

// LetterMember is a filing of a form letter with its words at each of the places.
type LetterMember struct {
	ID       string
	Court    string
	Words    []string // by place; empty where it has none there
	Compared bool     // false if its text, or that of the sample, is missing or too long: then Words is empty
}

// LetterDifferences is where filings of a form letter differ.
type LetterDifferences struct {
	Places  []LetterPlace // in the order of the letter
	More    bool          // there are further places, in which fewer filings differ
	Members []LetterMember
}

// LetterPairs are the pairs of a form letter that one decision settles: the same letter, filed by different people.
type LetterPairs struct {
	Pairs []LetterPair
	// SamePerson is how many further pairs one person may have filed.
	SamePerson int
	// Beyond is how many filings of the letter were not looked at.
	Beyond int
}

// LetterPair is two filings of a form letter.
type LetterPair struct{ Left, Right Summary }

// UndecidedIn returns the pairs of a letter about which nobody has decided: the sample with each of the others, and what is
// stored of two others. stored has the pairs of all members, decided or not.
func UndecidedIn(sample Summary, members []Summary, stored []Pair) (found LetterPairs) {
	byID, decided := map[string]Summary{}, map[string]bool{}
	for _, m := range members {
		byID[m.ID] = m
	}
	add := func(left, right Summary) {
		if MayBeOnePerson(left, right) {
			found.SamePerson++
			return
		}
		found.Pairs = append(found.Pairs, LetterPair{left, right})
	}
	for _, p := range stored {
		if p.Decision.IsMade() && (p.DocumentID == sample.ID || p.EarlierID == sample.ID) {
			decided[p.Other(sample.ID)] = true
		}
	}
	for _, m := range members {
		if m.ID != sample.ID && !decided[m.ID] {
			add(sample, m)
		}
	}
	for _, p := range stored {
		earlier, ok := byID[p.EarlierID]
		later, too := byID[p.DocumentID]
		if ok && too && !p.Decision.IsMade() && earlier.ID != sample.ID && later.ID != sample.ID {
			add(earlier, later)
		}
	}
	return found
}

// MayBeOnePerson reports whether one person may have filed both: they have a cédula in common or, where one has none, a name
// in common or none to tell.
func MayBeOnePerson(a, b Summary) bool {
	left, right := KeysOf(KeyCedula, a.Cedula), KeysOf(KeyCedula, b.Cedula)
	if len(left) > 0 && len(right) > 0 {
		return shareKey(left, right)
	}
	left, right = KeysOf(KeyPlaintiff, a.Plaintiff), KeysOf(KeyPlaintiff, b.Plaintiff)
	return len(left) == 0 || len(right) == 0 || shareKey(left, right)
}

func shareKey(a, b []Key) bool {
	return slices.ContainsFunc(a, func(k Key) bool { return slices.Contains(b, k) })
}
