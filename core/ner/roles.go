package ner

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"sync"
)

// Roles of whom a text names: every name is gathered with all its places, and what stands
// around them tells together whether it is a plaintiff's or a defendant's. It is a logistic
// regression over hashed features, learned from rulings and filings; LearnRoles makes it.

// roleModel holds the weights, of which features choose a row by the low bits of their hashes.
type roleModel struct {
	weights [][roleKinds]int16 // in units of 1/roleUnit
}

const (
	roleBits  = 18
	roleRows  = 1 << roleBits
	roleKinds = 2
	roleUnit  = 256
)

// roleFields are the fields that a name may belong to, in the order of the weights.
var roleFields = [roleKinds]Field{Plaintiff, Defendant}

// roleMagic names the format and the features: a model made for others is refused.
const roleMagic = "role1"

var defaultRoles = sync.OnceValue(func() *roleModel {
	b, err := data.ReadFile("data/roles.bin")
	if err != nil {
		panic("ner: " + err.Error()) // the model is part of the program
	}
	m, err := readRoles(b)
	if err != nil {
		panic("ner: embedded roles: " + err.Error())
	}
	return m
})

func readRoles(b []byte) (*roleModel, error) {
	rest, ok := bytes.CutPrefix(b, []byte(roleMagic))
	if !ok {
		return nil, errors.New("unknown format")
	}
	m := &roleModel{weights: make([][roleKinds]int16, roleRows)}
	if err := binary.Read(flate.NewReader(bytes.NewReader(rest)), binary.LittleEndian, m.weights); err != nil {
		return nil, err
	}
	return m, nil
}

// namedEntity is a name and the places where it stands.
type namedEntity struct {
	party
	key      string
	places   [][2]int // words, first and last
	features []uint32
}

const (
	maxEntities = 120 // names of a text that are judged
	maxPlaces   = 8   // places of each of them
)

// chance returns how likely the entity has each role.
func (m *roleModel) chance(features []uint32) (out [roleKinds]float64) {
	var sum [roleKinds]int32
	for _, h := range features {
		row := &m.weights[h&(roleRows-1)]
		for k := range sum {
			sum[k] += int32(row[k])
		}
	}
	for k := range sum {
		out[k] = 1 / (1 + math.Exp(-float64(sum[k])/roleUnit))
	}
	return out
}

// minRole is the chance from which a role is voted for.
const minRole = 0.1

// judge returns the mentions of those who are likely to be plaintiffs or defendants.
func (m *roleModel) judge(f *featurizer) []Mention {
	var out []Mention
	for _, e := range f.entities() {
		for k, p := range m.chance(e.features) {
			if p >= minRole {
				out = append(out, Mention{Field: roleFields[k], Value: e.value, Start: e.start, End: e.end, Confidence: p, role: p})
			}
		}
	}
	return out
}

// surroundings are what the featurizer does not keep of the words of a text: the cues before
// and behind each, and the nearest words in small letters that are no mere function words.
type surroundings struct {
	*featurizer
	cue, next, before, behind []uint32
	room                      []uint32
}

// filingWords are the words that speak of a side or of filing.
var filingWords = func() map[string]bool {
	out := map[string]bool{"contra": true, "vs": true}
	for w := range sides {
		out[w] = true
	}
	for _, words := range [...]map[string]bool{filed, files, presents} {
		for w := range words {
			out[w] = true
		}
	}
	return out
}()

var speaksOfFiling = filterOf(filingWords)

// survey looks at the words around each word.
func (f *featurizer) survey() *surroundings {
	const empty = function | particle | honorific
	s := &surroundings{featurizer: f, room: make([]uint32, 4*f.n)}
	s.cue, s.next, s.before, s.behind = s.room[:f.n], s.room[f.n:2*f.n], s.room[2*f.n:3*f.n], s.room[3*f.n:]
	marks := make([]uint8, f.n) // 1 speaks of filing, 2 says something
	for i := range marks {
		w := f.t.words[f.from+i]
		if w.shape == lower && w.class&empty == 0 {
			marks[i] = 2
		}
		if (w.class != 0 || w.shape == lower) && f.t.mayBe(f.from+i, &speaksOfFiling) {
			if filingWords[f.t.key(f.from+i)] {
				marks[i] |= 1
			}
		}
	}
	cue, at, word := uint32(0), 0, uint32(0)
	for i, mark := range marks {
		s.cue[i], s.before[i] = cue*4+distance(i-at), word
		if mark&1 != 0 {
			cue, at = f.t.hashAt(0, f.from+i), i
		}
		if mark != 0 {
			word = f.kinds[i]
		}
	}
	cue, at, word = 0, f.n, 0
	for i := f.n - 1; i >= 0; i-- {
		s.next[i], s.behind[i] = cue*4+distance(at-i), word
		if marks[i]&1 != 0 {
			cue, at = f.t.hashAt(0, f.from+i), i
		}
		if marks[i] != 0 {
			word = f.kinds[i]
		}
	}
	return s
}

// tellsOfOthers reports whether a court wrote the text, or its head speaks of those who sue in
// the third person: la accionante, el actor; and not mi, yo.
func (t *Text) tellsOfOthers() bool {
	switch {
	case t.flat: // where a name ends is not told
		return false
	case t.issued():
		return true
	}
	balance := 0
	for k := 0; k < len(t.words) && k < maxTagged; k++ {
		if t.mayBe(k, &persons) {
			if w, ok := grammaticalPersons[t.key(k)]; ok && (w < 0 || t.words[k].shape == lower) {
				balance += w
			}
		}
	}
	return balance > 0
}

// grammaticalPersons are words by which who sues is told of, 1, and those by which one speaks
// of oneself, -1.
var grammaticalPersons = map[string]int{"accionante": 1, "accionantes": 1, "actor": 1, "actora": 1, "demandante": 1, "demandantes": 1, "peticionario": 1, "peticionaria": 1, "tutelante": 1,
	"interpuso": 1, "instauro": 1, "promovio": 1, "yo": -1, "mi": -1, "mis": -1, "me": -1, "suscrito": -1, "suscrita": -1, "interpongo": -1}

var persons = filterOf(grammaticalPersons)

// distance is roughly how far so many words are.
func distance(words int) uint32 {
	switch {
	case words > 24:
		return 3
	case words > 10:
		return 2
	case words > 3:
		return 1
	}
	return 0
}

// entities returns the names among the words of a featurizer, with what is seen of them.
func (f *featurizer) entities() []*namedEntity {
	const noNames = function | common | honorific | identity
	const names = given | surname | entityHead | courtHead | entityStart
	t, to := f.t, f.from+f.n
	var out []*namedEntity
	for k := f.from; k < to && len(out) < maxEntities; k++ {
		w := t.words[k]
		if w.shape == lower || w.shape == number || w.end-w.start < 2 && !t.initialAt(k) || w.class&noNames != 0 && w.class&names == 0 {
			continue
		}
		found, last := t.namedAt(k, to)
		for _, p := range found {
			out = addEntity(out, p, [2]int{k, last})
		}
		k = last
	}
	around := f.survey()
	persons, others := 0, 0
	for _, e := range out {
		rank := &others
		if e.person {
			rank = &persons
		}
		around.featuresOf(e, *rank)
		*rank++
	}
	return out
}

// namedAt returns who is named from word k on, nobody when it is somebody who takes no side, and
// the last word of the name; word k when no name begins there.
func (t *Text) namedAt(k, to int) ([]party, int) {
	last := t.capitalsEnd(k, to)
	end := int(t.words[last].end)
	if several, n := t.severalAt(k, end); len(several) > 0 {
		return several, n
	}
	if who, ok := t.personAt(k, nameReading{limit: end, breaks: true}); ok && who.words >= 2 && who.score >= minName && !t.institutionAt(k) && !t.hasForm(k, last) {
		last = who.last
	} else {
		last = t.beforePerson(k, min(t.partyLast(k, end), last))
	}
	p, ok := t.newParty(k, last)
	switch {
	case !ok, p.value == "", t.townOfNumber(k) > 0:
		return nil, k
	case p.person && (t.official(k, last) || t.bystander(k)):
		return nil, last
	}
	return []party{p}, last
}

// addEntity adds a place to the entity of that name, or the entity.
func addEntity(out []*namedEntity, p party, place [2]int) []*namedEntity {
	field := Defendant
	if p.person {
		field = Plaintiff
	}
	key := plainKey(Mention{Field: field, Value: p.value})
	i := slices.IndexFunc(out, func(e *namedEntity) bool {
		return e.person == p.person && (e.key == key || p.person && (sameName(e.key, key) || sameName(key, e.key)))
	})
	if i < 0 {
		i = len(out)
		out = append(out, &namedEntity{party: p, key: key})
	}
	if e := out[i]; len(e.places) < maxPlaces {
		e.places = append(e.places, place)
		if len(p.value) > len(e.value) {
			e.party, e.key = p, key
		}
	}
	return out
}

// beforePerson returns the last of words first to last, or the last before a person's name
// that begins a line among them: SECRETARÍA DE SALUD, and below it a name.
func (t *Text) beforePerson(first, last int) int {
	for k := first + 1; k < last; k++ {
		if t.words[k].class&given == 0 || bytes.IndexByte(t.between(k-1), '\n') < 0 && !t.wideGap(k-1) {
			continue
		}
		if p, ok := t.personAt(k, nameReading{limit: int(t.words[last].end), breaks: true}); ok && p.words >= 2 && p.score >= 0.8 {
			return k - 1
		}
	}
	return last
}

// capitalsEnd returns the last of the words from k on that are written with capitals or join
// such.
func (t *Text) capitalsEnd(k, to int) int {
	last := k
	for n := k + 1; n < to && n < k+30; n++ {
		gap := t.between(n - 1)
		if len(gap) > 3 || bytes.ContainsAny(gap, ";:|(") || bytes.IndexByte(gap, '.') == 0 && t.pointEnds(n-1) || bytes.Count(gap, []byte("\n")) > 0 && !t.wrapped(int(t.words[n-1].end)) {
			break
		}
		if bytes.IndexByte(gap, ',') >= 0 && t.words[n].shape == lower || t.reports(n) || int(t.words[n].end) < len(t.cp) && t.cp[t.words[n].end] == '@' {
			break
		}
		switch w := t.words[n]; {
		case w.class&identity != 0, t.is(n, "contra"), t.is(n, "vs"), sides[t.key(n)] != "", t.clauseAt(n):
			return last
		case w.shape != lower:
			last = n
		case w.class&(particle|function) != 0 && n-last < 4:
		default:
			return last
		}
	}
	return last
}

// featuresOf gathers what is seen of an entity, the rank-th of its kind in the text.
func (f *surroundings) featuresOf(e *namedEntity, rank int) {
	kind := uint32(0)
	switch head := f.t.words[e.places[0][0]].class; {
	case e.person:
		kind = 1
	case head&courtHead != 0:
		kind = 2
	case head&entityHead != 0 || e.known:
		kind = 3
	}
	seen := make(map[uint32]bool, 128)
	add := func(template, a, b uint32) {
		h := pair(template+64, a, b)
		if !seen[h] {
			seen[h] = true
			e.features = append(e.features, h)
		}
	}
	add(0, kind, 0)
	add(1, kind, uint32(min(rank, 4)))
	add(2, kind, uint32(len(e.places)))
	add(3, f.kind(e.places[0][0]-f.from), 0)
	for n, place := range e.places {
		i, j := place[0]-f.from, place[1]-f.from
		for d := 1; d <= 5; d++ {
			add(uint32(4+d), f.kind(i-d), 0)
			add(uint32(9+d), f.kind(j+d), 0)
		}
		for d := 1; d <= 10; d++ {
			if i-d >= 0 && f.t.words[f.from+i-d].shape == lower {
				add(20, f.kind(i-d), 0)
				add(42, f.kind(i-d), kind)
			}
			if j+d < f.n && f.t.words[f.from+j+d].shape == lower {
				add(21, f.kind(j+d), 0)
				add(43, f.kind(j+d), kind)
			}
		}
		l1, l2, l3, r1, r2, r3 := f.kind(i-1), f.kind(i-2), f.kind(i-3), f.kind(j+1), f.kind(j+2), f.kind(j+3)
		add(22, l2, l1)
		add(23, mix(l3, l2), l1)
		add(24, r1, r2)
		add(25, mix(r1, r2), r3)
		add(26, l1, r1)
		add(27, l1, kind)
		add(28, r1, kind)
		add(29, f.cue[i], kind)
		add(31, f.next[j], kind)
		add(33, f.cue[i], f.next[j])
		add(34, f.before[i], kind)
		add(35, f.behind[j], kind)
		add(36, f.before[i], f.behind[j])
		add(37, f.places[i], kind)
		add(38, uint32(len(f.t.SectionAt(e.start))), kind)
		add(39, f.parts[i], kind)
		if n == 0 {
			add(40, uint32(min(i/100, 9)), kind)
			add(41, mix(f.cue[i], kind), uint32(min(rank, 3)))
		}
	}
}
