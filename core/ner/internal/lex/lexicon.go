package lex

import (
	"embed"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/text"
)

// Lexicon is the extractors' knowledge of words, places and entities. It is
// read once from the embedded lists and never changes.
type Lexicon struct {
	Words         map[string]Class
	Table         WordTable            // the same, for the words of a text
	Usual         map[string]Class     // of a given name, what it most likely is when it is a surname as well
	Places        map[string]*PlacesOf // by first folded word
	Codes         map[string]string    // DIVIPOLA code of a municipality or department to its name
	CodesOf       map[string][]string  // the codes of municipalities by name
	Departments   [][]string           // their names' words
	Departing     WordFilter           // the first of them
	Entities      map[string][]Alias   // by first folded word, longest first
	known         map[string]string    // key of an alias to the canonical name
	KnownKeys     map[string]string    // canonical name to the key of the party
	NITs          map[string]string    // canonical name by NIT
	repairs       map[string]string    // skeleton of a damaged keyword to the keyword
	accentedWords map[string]string    // the same of words of institutions' names
	accented      map[string]string    // a name without its accented letter to the name
	near          map[string]string    // the same for any one wrong letter, see addNear
	halves        halves               // how those words begin and end
	damaged       hashFilter           // of the keys of repairs and near, by their rolling hashes
	Institutional map[string]string    // words of institutions' names as they are written, by folded word
	accentOf      map[string]string    // names that have one spelling, with an accent
}

// Class is a set of properties of a word, looked up once per word.
type Class uint32

const (
	Given       Class = 1 << iota // given name
	Surname                       // surname
	Particle                      // de, del, la, las, los, y: may stand inside a name
	PlaceStart                    // first word of a municipality
	EntityStart                   // first word of a known entity
	EntityHead                    // begins the name of an institution: secretaría, banco
	LegalForm                     // ends one: s.a.s., ltda, eps
	CourtHead                     // juez, juzgado, tribunal
	CourtWord                     // stands inside the name of a court
	Ordinal                       // primero, once, treinta
	Identity                      // begins what is said of a person: identificado, mayor
	Honorific                     // señor, doctora, don
	Common                        // a noun or verb of filings that is no part of a name
	Function                      // article, preposition, conjunction, pronoun
	LabelWord                     // may begin a label
	HeadingWord                   // may begin the heading of a section
)

// Place is a municipality.
type Place struct {
	Words []string // folded
	Name  string   // as written: Cali, Bogotá
	code  string   // DIVIPOLA
}

// PlacesOf are the municipalities whose names begin with one word.
type PlacesOf struct {
	List   []Place // longest first
	Long   int     // how many of them have more words
	Second WordFilter
}

// Alias is a way of writing an entity's name.
type Alias struct {
	Words []string // folded, single letters joined: "s.a." is "sa"
	key   string   // the same with blanks between them
	Name  string   // canonical
	Short bool     // a lone word that also occurs as a common one
}

//go:embed data
var data embed.FS

// Default returns the lexicon of the embedded lists.
var Default = sync.OnceValue(readLexicon)

func readLexicon() *Lexicon {
	l := &Lexicon{Words: make(map[string]Class, 1<<14), Usual: map[string]Class{}, Places: map[string]*PlacesOf{}, Codes: map[string]string{}, CodesOf: map[string][]string{},
		Entities: map[string][]Alias{}, known: map[string]string{}, KnownKeys: map[string]string{}, NITs: map[string]string{}}
	for _, f := range []struct {
		file string
		c    Class
	}{{"given.txt", Given}, {"given.co.txt", Given}, {"surnames-ine.txt", Surname}, {"surnames.txt", Surname}} {
		l.readNames(f.file, f.c)
	}
	l.readWords()
	l.readPlaces()
	l.readEntities()
	l.addRepairs()
	l.addAccented()
	l.addInstitutional()
	l.Table = newWordTable(l.Words)
	return l
}

func (l *Lexicon) readNames(file string, c Class) {
	name := ""
	for _, w := range strings.Fields(embedded(file)) {
		switch frequency := w[0] - '0'; {
		case w[0] >= 'a':
			name = w
			l.Words[w] |= c
			if c == Given {
				l.Usual[w] = Given
			}
		case c == Given && frequency < ambiguous:
			l.Usual[name] = Surname
		case c == Given && frequency == ambiguous:
			delete(l.Usual, name)
		}
	}
}

// ambiguous is the frequency, a logarithm, of given names that are as common as
// surnames when they are both: Cruz, Paz. Rarer ones are surnames.
const ambiguous = 5

// readWords reads words.txt: "class: word word …", many lines a class. A
// common word or a function word is no name, whatever the tables of names say.
func (l *Lexicon) readWords() {
	for _, list := range wordLists() {
		if list.kind == "accented" || list.kind == "robust" || list.kind == "institution" {
			continue // see addRepairs and addInstitutional
		}
		c, ok := classNames[list.kind]
		if !ok {
			panic("lex: words.txt: unknown class " + list.kind)
		}
		for _, w := range list.words {
			if c == notGiven {
				l.Words[w] &^= Given | Surname
				continue
			}
			l.Words[w] |= c
			if c&(Common|Function|Identity|Honorific|CourtHead|EntityHead|Particle) != 0 {
				l.Words[w] &^= Given | Surname
			}
		}
	}
}

const notGiven Class = 1 << 31

var classNames = map[string]Class{
	"particle": Particle, "head": EntityHead, "form": LegalForm, "court": CourtHead, "courtword": CourtWord,
	"ordinal": Ordinal, "identity": Identity, "honorific": Honorific, "common": Common, "function": Function,
	"label": LabelWord, "heading": HeadingWord, "noname": notGiven,
}

func (l *Lexicon) readPlaces() {
	for _, row := range rows("municipalities.txt") {
		code, name, _ := strings.Cut(row, " ")
		name = strings.TrimSuffix(name, ", D.C.")
		l.Codes[code] = name
		if len(code) == 2 {
			l.Departments = append(l.Departments, SplitWords(name))
			l.Departing.add(SplitWords(name)[0])
		}
		if len(code) == 5 {
			l.addPlace(code, name, name)
			l.CodesOf[name] = append(l.CodesOf[name], code)
		}
	}
	for _, row := range rows("places.txt") { // how people say it: Cartagena, Cúcuta
		f := strings.Split(row, "|")
		l.addPlace(f[0], f[1], f[2])
	}
	for first, of := range l.Places {
		longestFirst(of.List, func(p Place) int { return len(p.Words) })
		l.Words[first] |= PlaceStart
	}
}

func (l *Lexicon) addPlace(code, spelling, name string) {
	p := Place{Words: SplitWords(spelling), Name: name, code: code}
	of := l.Places[p.Words[0]]
	if of == nil {
		of = &PlacesOf{}
		l.Places[p.Words[0]] = of
	}
	of.List = append(of.List, p)
	if len(p.Words) > 1 {
		of.Long++
		of.Second.add(p.Words[1])
	}
}

func (l *Lexicon) readEntities() {
	for _, row := range rows("entities.txt") {
		names := strings.Split(row, "|")
		l.KnownKeys[names[0]] = Essential(names[0])
		for _, n := range names {
			if nit, ok := strings.CutPrefix(n, "="); ok {
				l.NITs[strings.ReplaceAll(nit, "-", "")] = names[0]
				continue
			}
			a := Alias{Words: SplitWords(n), key: joinedWords(n), Name: names[0]}
			a.Short = len(a.Words) == 1 && (l.Words[a.Words[0]] != 0 || len(a.Words[0]) < 4)
			l.Entities[a.Words[0]] = append(l.Entities[a.Words[0]], a)
			l.known[a.key] = names[0]
		}
	}
	for first, list := range l.Entities {
		longestFirst(list, func(a Alias) int { return len(a.Words) })
		l.Words[first] |= EntityStart
	}
}

// SplitWords folds s and divides it as Text divides a text; the letters of
// an abbreviation with points make one word.
func SplitWords(s string) []string {
	words := joinedWords(s)
	if words == "" {
		return nil
	}
	return strings.Split(words, " ")
}

// joinedWords is SplitWords with a blank between two words.
func joinedWords(s string) string {
	var buf [128]byte
	return string(AppendWords(buf[:0], s))
}

// AppendWords appends joinedWords(s) to dst, which is empty.
func AppendWords(dst []byte, s string) []byte {
	begin, inside := 0, false // of the last word
	letters := false          // it is a run of single letters
	for i := 0; i <= len(s); {
		r, size := ' ', 1
		if i < len(s) {
			if r = rune(s[i]); r >= utf8.RuneSelf {
				r, size = utf8.DecodeRuneInString(s[i:])
			}
			r = text.FoldRune(r)
		}
		i += size
		switch partOfWord := r < utf8.RuneSelf && IsWord(byte(r)); {
		case partOfWord && !inside:
			if len(dst) > 0 {
				dst = append(dst, ' ')
			}
			begin, inside = len(dst), true
			dst = append(dst, byte(r))
		case partOfWord:
			dst = append(dst, byte(r))
		case inside:
			single := len(dst)-begin == 1
			if single && letters {
				dst[begin-1] = dst[begin]
				dst = dst[:begin]
			}
			letters, inside = single, false
		}
	}
	return dst
}

// wordList is a line of words.txt.
type wordList struct {
	kind  string
	words []string
}

var wordLists = sync.OnceValue(func() (out []wordList) {
	for _, row := range rows("words.txt") {
		kind, list, _ := strings.Cut(row, ":")
		out = append(out, wordList{kind, strings.Fields(list)})
	}
	return out
})

// longestFirst sorts a list by size, the largest first; equal ones keep their order.
func longestFirst[T any](list []T, size func(T) int) {
	for i := range list { // insertion sort: stable, and the lists are short
		for j := i; j > 0 && size(list[j]) > size(list[j-1]); j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
}

// embedded returns the text of a list.
func embedded(file string) string {
	b, err := data.ReadFile("data/" + file)
	if err != nil {
		panic("lex: " + err.Error()) // the lists are part of the program
	}
	return string(b)
}

// rows returns the lines of an embedded list that are neither empty nor remarks.
func rows(file string) []string {
	var out []string
	for _, l := range strings.Split(embedded(file), "\n") {
		if l = strings.TrimSpace(l); l != "" && l[0] != '#' {
			if i := strings.Index(l, "   ="); i > 0 {
				l = l[:i]
			}
			out = append(out, l)
		}
	}
	return out
}
