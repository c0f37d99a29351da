package ner

import (
	"embed"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/text"
)

// lexicon is what the extractors know of words, places and entities. It is
// read once from the embedded lists and never changes.
type lexicon struct {
	words         map[string]class
	table         wordTable            // the same, for the words of a text
	usual         map[string]class     // of a given name, what it most likely is when it is a surname as well
	places        map[string]*placesOf // by first folded word
	codes         map[string]string    // DIVIPOLA code of a municipality or department to its name
	codesOf       map[string][]string  // the codes of municipalities by name
	departments   [][]string           // their names' words
	departing     wordFilter           // the first of them
	entities      map[string][]alias   // by first folded word, longest first
	known         map[string]string    // key of an alias to the canonical name
	knownKeys     map[string]string    // canonical name to the key of the party
	nits          map[string]string    // canonical name by NIT
	repairs       map[string]string    // skeleton of a damaged keyword to the keyword
	accentedWords map[string]string    // the same of words of institutions' names
	accented      map[string]string    // a name without its accented letter to the name
	near          map[string]string    // the same for any one wrong letter, see addNear
	halves        halves               // how those words begin and end
	damaged       hashFilter           // of the keys of repairs and near, by their rolling hashes
	institutional map[string]string    // words of institutions' names as they are written, by folded word
	accentOf      map[string]string    // names that have one spelling, with an accent
}

// class is a set of properties of a word, looked up once per word.
type class uint32

const (
	given       class = 1 << iota // given name
	surname                       // surname
	particle                      // de, del, la, las, los, y: may stand inside a name
	placeStart                    // first word of a municipality
	entityStart                   // first word of a known entity
	entityHead                    // begins the name of an institution: secretaría, banco
	legalForm                     // ends one: s.a.s., ltda, eps
	courtHead                     // juez, juzgado, tribunal
	courtWord                     // stands inside the name of a court
	ordinal                       // primero, once, treinta
	identity                      // begins what is said of a person: identificado, mayor
	honorific                     // señor, doctora, don
	common                        // a noun or verb of filings that is no part of a name
	function                      // article, preposition, conjunction, pronoun
	labelWord                     // may begin a label
	headingWord                   // may begin the heading of a section
)

// place is a municipality.
type place struct {
	words []string // folded
	name  string   // as written: Cali, Bogotá
	code  string   // DIVIPOLA
}

// placesOf are the municipalities whose names begin with one word.
type placesOf struct {
	list   []place // longest first
	long   int     // how many of them have more words
	second wordFilter
}

// alias is a way of writing an entity's name.
type alias struct {
	words []string // folded, single letters joined: "s.a." is "sa"
	key   string   // the same with blanks between them
	name  string   // canonical
	short bool     // a lone word that also occurs as a common one
}

//go:embed data
var data embed.FS

var defaultLexicon = sync.OnceValue(readLexicon)

func readLexicon() *lexicon {
	l := &lexicon{words: make(map[string]class, 1<<14), usual: map[string]class{}, places: map[string]*placesOf{}, codes: map[string]string{}, codesOf: map[string][]string{},
		entities: map[string][]alias{}, known: map[string]string{}, knownKeys: map[string]string{}, nits: map[string]string{}}
	for _, f := range []struct {
		file string
		c    class
	}{{"given.txt", given}, {"given.co.txt", given}, {"surnames-ine.txt", surname}, {"surnames.txt", surname}} {
		l.readNames(f.file, f.c)
	}
	l.readWords()
	for first := range labelPhrases {
		l.words[first] |= labelWord
	}
	for w := range sides {
		l.words[w] |= labelWord
	}
	l.readPlaces()
	l.readEntities()
	l.addRepairs()
	l.addAccented()
	l.addInstitutional()
	l.table = newWordTable(l.words)
	return l
}

func (l *lexicon) readNames(file string, c class) {
	name := ""
	for _, w := range strings.Fields(embedded(file)) {
		switch frequency := w[0] - '0'; {
		case w[0] >= 'a':
			name = w
			l.words[w] |= c
			if c == given {
				l.usual[w] = given
			}
		case c == given && frequency < ambiguous:
			l.usual[name] = surname
		case c == given && frequency == ambiguous:
			delete(l.usual, name)
		}
	}
}

// ambiguous is the frequency, a logarithm, of given names that are as common as
// surnames when they are both: Cruz, Paz. Rarer ones are surnames.
const ambiguous = 5

// readWords reads words.txt: "class: word word …", many lines a class. A
// common word or a function word is no name, whatever the tables of names say.
func (l *lexicon) readWords() {
	for _, row := range rows("words.txt") {
		name, list, _ := strings.Cut(row, ":")
		if name == "accented" || name == "robust" || name == "institution" {
			continue // see addRepairs and addInstitutional
		}
		c, ok := classNames[name]
		if !ok {
			panic("ner: words.txt: unknown class " + name)
		}
		for _, w := range strings.Fields(list) {
			if c == notGiven {
				l.words[w] &^= given | surname
				continue
			}
			l.words[w] |= c
			if c&(common|function|identity|honorific|courtHead|entityHead|particle) != 0 {
				l.words[w] &^= given | surname
			}
		}
	}
}

const notGiven class = 1 << 31

var classNames = map[string]class{
	"particle": particle, "head": entityHead, "form": legalForm, "court": courtHead, "courtword": courtWord,
	"ordinal": ordinal, "identity": identity, "honorific": honorific, "common": common, "function": function,
	"label": labelWord, "heading": headingWord, "noname": notGiven,
}

func (l *lexicon) readPlaces() {
	for _, row := range rows("municipalities.txt") {
		code, name, _ := strings.Cut(row, " ")
		name = strings.TrimSuffix(name, ", D.C.")
		l.codes[code] = name
		if len(code) == 2 {
			l.departments = append(l.departments, splitWords(name))
			l.departing.add(splitWords(name)[0])
		}
		if len(code) == 5 {
			l.addPlace(code, name, name)
			l.codesOf[name] = append(l.codesOf[name], code)
		}
	}
	for _, row := range rows("places.txt") { // how people say it: Cartagena, Cúcuta
		f := strings.Split(row, "|")
		l.addPlace(f[0], f[1], f[2])
	}
	for first, of := range l.places {
		longestFirst(of.list, func(p place) int { return len(p.words) })
		l.words[first] |= placeStart
	}
}

func (l *lexicon) addPlace(code, spelling, name string) {
	p := place{words: splitWords(spelling), name: name, code: code}
	of := l.places[p.words[0]]
	if of == nil {
		of = &placesOf{}
		l.places[p.words[0]] = of
	}
	of.list = append(of.list, p)
	if len(p.words) > 1 {
		of.long++
		of.second.add(p.words[1])
	}
}

func (l *lexicon) readEntities() {
	for _, row := range rows("entities.txt") {
		names := strings.Split(row, "|")
		l.knownKeys[names[0]] = essential(names[0])
		for _, n := range names {
			if nit, ok := strings.CutPrefix(n, "="); ok {
				l.nits[strings.ReplaceAll(nit, "-", "")] = names[0]
				continue
			}
			a := alias{words: splitWords(n), key: joinedWords(n), name: names[0]}
			a.short = len(a.words) == 1 && (l.words[a.words[0]] != 0 || len(a.words[0]) < 4)
			l.entities[a.words[0]] = append(l.entities[a.words[0]], a)
			l.known[a.key] = names[0]
		}
	}
	for first, list := range l.entities {
		longestFirst(list, func(a alias) int { return len(a.words) })
		l.words[first] |= entityStart
	}
}

// splitWords folds s and divides it as Text divides a text; the letters of
// an abbreviation with points make one word.
func splitWords(s string) []string {
	words := joinedWords(s)
	if words == "" {
		return nil
	}
	return strings.Split(words, " ")
}

// joinedWords is splitWords with a blank between two words.
func joinedWords(s string) string {
	var buf [128]byte
	return string(appendWords(buf[:0], s))
}

// appendWords appends joinedWords(s) to dst, which is empty.
func appendWords(dst []byte, s string) []byte {
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
		switch partOfWord := r < utf8.RuneSelf && isWord(byte(r)); {
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

func longestFirst[T any](list []T, size func(T) int) {
	for i := range list { // insertion sort: stable, and the lists are short
		for j := i; j > 0 && size(list[j]) > size(list[j-1]); j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
}

func embedded(file string) string {
	b, err := data.ReadFile("data/" + file)
	if err != nil {
		panic("ner: " + err.Error()) // the lists are part of the program
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
