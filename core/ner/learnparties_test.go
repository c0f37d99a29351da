package ner

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/cotejo/cotejo/core/boost"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/sequence"
	"github.com/cotejo/cotejo/core/ner/parties"
	"github.com/cotejo/cotejo/core/text"
	"github.com/cotejo/cotejo/testkit/papers"
)

// SidedPaper is a paper of which it is known who takes which part, to learn from.
type SidedPaper struct {
	ID         string
	Writer     string
	Text       string
	Recognised bool
	Weight     float64
	// Names are those of the plaintiffs, of the defendants and of who files for the plaintiffs; of each the
	// spellings that count as right are separated by "|".
	Names [3][]string
	// Numbers and Addresses are those of the plaintiffs, Courts the one that is written to or writes, Cases that of the
	// paper itself, spelled in the same way.
	Numbers, Addresses, Courts, Cases []string
}

// Forests are what LearnParties learned.
type Forests struct{ Sequence, Words, First, Roles, Bounds, Names, Numbers, Addresses, Courts, Cases []byte }

// Left is a paper of whose writer nothing was learned, the names found for each role, and the likeliest number
// and address of the plaintiff.
type Left struct {
	Paper                             int
	Found                             [3][]string
	Numbers, Addresses, Courts, Cases []string
}

var (
	roleSettings  = boost.Settings{Rounds: 300, Depth: 4, Rate: .06, Shrinkage: 1, MinWeight: .3, Columns: .3, Rows: .5, Seed: 1}
	firstSettings = boost.Settings{Rounds: 150, Depth: 4, Rate: .1, Shrinkage: 1, MinWeight: .3, Columns: .3, Rows: .5, Seed: 1}
	nameSettings  = boost.Settings{Rounds: 160, Depth: 6, Rate: .06, Shrinkage: 1, MinWeight: .3, Columns: .5, Rows: .5, Seed: 1}
	heldSettings  = boost.Settings{Rounds: 120, Depth: 3, Rate: .07, Shrinkage: 1, MinWeight: .3, Columns: .3, Rows: .5, Seed: 1}
)

// examined is a paper with what is known of its entities and of their names.
type examined struct {
	paper    int
	writer   string
	weight   float64
	group    int        // in which its writer is left out
	around   [][]uint32 // hashes of the words around each entity
	facts    [][]float32
	standing [][]float32
	roles    []int
	parties  []parties.Party
	namings  []examinedNames

	document                          *parties.Document
	numbers, addresses, courts, cases examinedHoldings
}

// examinedNames are the ways to name a party.
type examinedNames struct {
	all    []worded // the words of each, and whether it is right
	sieve  func(bounds *parties.Lexicon) (options []nameOption, facts [][]float32, right []bool)
	likely []nameOption // those that are left
	facts  [][]float32
	right  []bool
}

// examinedHoldings are the numbers or addresses of a paper, with what is known of them.
type examinedHoldings struct {
	*holdings
	mine  []bool // which are those that are sought
	facts [][]float32
}

// LearnParties learns who takes which part in papers, how they are named, and whose numbers and addresses are; the model
// of the extractor Sequence learns from filings, too. isName reports whether a value is one of the spellings of a name.
// Each step learns from what the steps before it found that left the writers of the papers out, in so many groups; report
// gets what they find in papers that count whole.
func LearnParties(papers []SidedPaper, filings []Example, isName func(value, spellings string) bool, groups int, report func(Left)) (Forests, error) {
	tagger, err := learnTagger(papers, filings)
	if err != nil {
		return Forests{}, err
	}
	all, taggers, err := examineAll(papers, filings, isName, groups)
	if err != nil {
		return Forests{}, err
	}
	for writer, f := range leftOut(all, taggers) {
		for _, x := range all {
			if x.writer == writer && x.weight == 1 {
				report(Left{x.paper, x.read(f.forests), x.numbers.likeliest(f.numbers), x.addresses.likeliest(f.addresses), x.courts.likeliest(f.courts), x.cases.likeliest(f.cases)})
			}
		}
	}
	f := &forests{words: learnLexicon(all), bounds: learnBounds(all)} // the facts of all are those that forests without their writers gave
	f.fitFirst(all)
	f.fitRoles(all)
	f.fitHolders(all)
	words, err := f.words.Write()
	if err != nil {
		return Forests{}, err
	}
	bounds, err := f.bounds.Write()
	return Forests{tagger, words, f.first.Write(), f.roles.Write(), bounds, f.names.Write(), f.numbers.Write(), f.addresses.Write(), f.courts.Write(), f.cases.Write()}, err
}

// leftOutModels are those that learned nothing from a writer.
type leftOutModels struct {
	tagger *sequence.Model
	*forests
}

// use lets an ensemble read with other models.
func (e *Ensemble) use(m leftOutModels) {
	e.forests = m.forests
	for i := range e.members {
		e.members[i].Extractor = withTagger(e.members[i].Extractor, m.tagger)
	}
}

// LeftOut returns models by writer that learned nothing from papers of that writer. Writers are left
// out in so many groups.
func LeftOut(papers []SidedPaper, filings []Example, isName func(value, spellings string) bool, groups int) (map[string]leftOutModels, error) {
	all, taggers, err := examineAll(papers, filings, isName, groups)
	if err != nil {
		return nil, err
	}
	return leftOut(all, taggers), nil
}

// examineAll reads each paper, the model of Sequence being one that learned nothing from its group. It returns those, too.
func examineAll(papers []SidedPaper, filings []Example, isName func(value, spellings string) bool, groups int) ([]*examined, []*sequence.Model, error) {
	all, taggers, groupOf := make([]*examined, len(papers)), make([]*sequence.Model, groups), groupsOf(papers, groups)
	errs := make([]error, groups)
	inParallel(groups, func(g int) {
		var others []SidedPaper
		for i, p := range papers {
			if groupOf[i] != g {
				others = append(others, p)
			}
		}
		b, err := learnTagger(others, filings)
		if err == nil {
			taggers[g], err = sequence.ReadModel(b)
		}
		errs[g] = err
	})
	if err := errors.Join(errs...); err != nil {
		return nil, nil, err
	}
	inParallel(len(papers), func(i int) {
		all[i] = examineSided(papers[i], isName, taggers[groupOf[i]])
		all[i].paper, all[i].group = i, groupOf[i]
	})
	return all, taggers, nil
}

// inParallel does something for each of n numbers, on as many processors as there are.
func inParallel(n int, do func(i int)) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	workers.Wait()
}

// groupsOf puts each paper into one of some groups, those of a writer into one. Papers that nobody wrote are put there one by one.
func groupsOf(papers []SidedPaper, groups int) []int {
	writers, out := map[string]int{}, make([]int, len(papers)) // of those whose papers count whole
	for i, p := range papers {
		if _, seen := writers[p.Writer]; !seen && p.Weight == 1 {
			writers[p.Writer] = len(writers) % groups
		}
		if g, ok := writers[p.Writer]; ok {
			out[i] = g
		} else {
			out[i] = i % groups
		}
	}
	return out
}

// leftOut learns without each group in turn, in steps. What a step finds in the papers of the group that was left
// out is a fact for the next step, which so learns from what it will find in papers of new writers.
func leftOut(all []*examined, taggers []*sequence.Model) map[string]leftOutModels {
	fitted := make([]*forests, len(taggers))
	for g := range fitted {
		fitted[g] = &forests{}
	}
	step := func(learn func(f *forests, others []*examined), note func(f *forests, x *examined)) {
		inParallel(len(fitted), func(g int) {
			learn(fitted[g], slices.DeleteFunc(slices.Clone(all), func(x *examined) bool { return x.group == g }))
		})
		inParallel(len(all), func(i int) { note(fitted[all[i].group], all[i]) })
	}
	step(func(f *forests, others []*examined) { f.words = learnLexicon(others) }, func(f *forests, x *examined) {
		for i := range x.facts {
			x.facts[i] = append(x.facts[i], f.wordChances(x.document, i)...)
		}
	})
	step(func(f *forests, others []*examined) { f.bounds = learnBounds(others) }, func(f *forests, x *examined) {
		for i := range x.namings {
			n := &x.namings[i]
			n.likely, n.facts, n.right = n.sieve(f.bounds)
		}
	})
	step((*forests).fitFirst, func(f *forests, x *examined) {
		x.standing = x.document.Standings(chancesBy(f.first, x.document, x.facts, nil))
	})
	step((*forests).fitRoles, func(f *forests, x *examined) {
		chances := chancesBy(f.roles, x.document, x.facts, x.standing)
		for _, h := range []*examinedHoldings{&x.numbers, &x.addresses, &x.courts, &x.cases} {
			h.facts = x.document.IdentifierFacts(identifiersOf(h.all), chances)
		}
	})
	step((*forests).fitHolders, func(*forests, *examined) {})
	out := map[string]leftOutModels{}
	for _, x := range all {
		if x.weight == 1 {
			out[x.writer] = leftOutModels{taggers[x.group], fitted[x.group]}
		}
	}
	return out
}

// inventedWriter is that of filings that nobody wrote.
const inventedWriter = "invented"

// heldWeight makes invented filings count for less, which have their numbers in few places.
func heldWeight(writer string) float64 {
	if writer == inventedWriter {
		return .25
	}
	return 1
}

// fitHolders learns whose numbers and addresses are.
func (f *forests) fitHolders(all []*examined) {
	fit := func(of func(*examined) *examinedHoldings) *boost.Forest {
		var list []boost.Example
		for _, x := range all {
			h := of(x)
			for k, facts := range h.facts {
				list = append(list, boost.Example{X: facts, Class: int(asOne(h.mine[k])), Weight: x.weight * heldWeight(x.writer)})
			}
		}
		return boost.Fit(parties.IdentifierFactNames(), holderClasses, list, heldSettings)
	}
	f.numbers = fit(func(x *examined) *examinedHoldings { return &x.numbers })
	f.addresses = fit(func(x *examined) *examinedHoldings { return &x.addresses })
	f.courts = fit(func(x *examined) *examinedHoldings { return &x.courts })
	f.cases = fit(func(x *examined) *examinedHoldings { return &x.cases })
}

// likeliest returns the value that is likeliest what is sought, none where none is likely.
func (x *examinedHoldings) likeliest(f *boost.Forest) (found []string) {
	best := DefaultConfig().MinConfidence
	for k, c := range x.holdings.chances(f, x.facts) {
		if c >= best {
			best, found = c, []string{x.holdings.all[k].Value}
		}
	}
	return found
}

// examineSided reads a paper as assign does, with a model of the extractor Sequence.
func examineSided(p SidedPaper, isName func(value, spellings string) bool, tagger *sequence.Model) *examined {
	t := NewText(p.Text, RecognisedIf(p.Recognised, p.Text)...)
	h := &hearing{t: t, described: describe(t), decided: parties.HintLinked}
	for _, x := range Extractors() {
		h.hear(x.Name(), mentionsOf(withTagger(x, tagger), t))
	}
	d := parties.Find(h.described, h.hints, defaultProse().IsLower)
	x := &examined{writer: p.Writer, weight: p.Weight, facts: d.Facts(), document: d}
	same := func(value, spelling string) bool {
		v, s := plainIdentifier.Replace(strings.ToLower(value)), plainIdentifier.Replace(strings.ToLower(spelling))
		return v == s || p.Recognised && len(s) == len(v) && lex.Within(s, v, 2)
	}
	x.numbers = examineHoldings(h.numbers(), p.Numbers, same)
	x.addresses = examineHoldings(h.addresses(), p.Addresses, same)
	x.courts = examineHoldings(h.courts(), p.Courts, func(value, spelling string) bool {
		return papers.IsCourt(value, spelling) || p.Recognised && lex.Within(text.Fold(value), text.Fold(spelling), 3)
	})
	x.cases = examineHoldings(h.cases(), p.Cases, same)
	for i, e := range d.Entities {
		x.around = append(x.around, d.Surroundings(i))
		entity := d.Party(i)
		role := nobody
		for r, names := range p.Names {
			means := func(value string) bool {
				return slices.ContainsFunc(names, func(spellings string) bool {
					return isName(value, spellings) || meansLoosely(value, spellings, p.Recognised)
				})
			}
			if role == nobody && !d.IsGeneric(i) && slices.ContainsFunc(e.Spans, func(s parties.Span) bool {
				return means(t.Slice(int(t.Words[s.First].Start), int(t.Words[s.Last].End)))
			}) {
				role = r + 1
			}
		}
		isRight := func(value string) bool {
			return role != nobody && slices.ContainsFunc(p.Names[role-1], func(spellings string) bool { return isName(value, spellings) })
		}
		x.roles, x.parties, x.namings = append(x.roles, role), append(x.parties, entity), append(x.namings, h.examineNames(&entity, p.Weight, isRight))
	}
	return x
}

// examineNames tells which of the ways to name a party are right.
func (h *hearing) examineNames(p *parties.Party, weight float64, isRight func(value string) bool) (n examinedNames) {
	options := h.nameOptions(p)
	for i := range options {
		n.all = append(n.all, worded{h.nameWords(p.Person, &options[i]), int(asOne(isRight(options[i].value))), weight})
	}
	n.sieve = func(bounds *parties.Lexicon) (likely []nameOption, facts [][]float32, right []bool) {
		likely = h.likelyNames(p, slices.Clone(options), bounds)
		for i := range likely {
			right = append(right, isRight(likely[i].value))
		}
		return likely, h.nameFacts(p, likely), right
	}
	return n
}

// withTagger gives the extractor Sequence a model; any other stays as it is.
func withTagger(x Extractor, m *sequence.Model) Extractor {
	if _, ok := x.(Sequence); ok {
		return Sequence{m}
	}
	return x
}

// plainIdentifier drops what numbers and addresses are grouped with.
var plainIdentifier = strings.NewReplacer(".", "", "-", "", " ", "", "@", "")

// examineHoldings tells which numbers, addresses or courts are those that are sought, of which each has several
// spellings separated by "|".
func examineHoldings(h *holdings, sought []string, same func(value, spelling string) bool) (x examinedHoldings) {
	x.holdings = h
	for _, i := range h.all {
		x.mine = append(x.mine, slices.ContainsFunc(sought, func(spellings string) bool {
			return slices.ContainsFunc(strings.FieldsFunc(spellings, func(r rune) bool { return r == '|' || r == ';' }), func(s string) bool {
				return same(i.Value, s)
			})
		}))
	}
	return x
}

// meansLoosely reports whether a value has most words of one of the spellings of a name, a few letters of each misread where a
// scanner read it. The role of a party is learned from any such value, its right name separately.
func meansLoosely(value, spellings string, isRecognised bool) bool {
	const most, perWrong = .7, 4 // letters of a word for each that may be wrong
	essential := func(s string) []string {
		return slices.DeleteFunc(lex.SplitWords(s), func(w string) bool { return lex.NameParticles[w] })
	}
	isIn := func(list []string, w string) bool {
		return slices.Contains(list, w) || isRecognised && slices.ContainsFunc(list, func(o string) bool { return lex.Within(o, w, min(len(o), len(w))/perWrong) })
	}
	words := essential(value)
	for s := range strings.SplitSeq(spellings, "|") {
		name, shared := essential(s), 0
		for _, w := range words {
			if isIn(name, w) {
				shared++
			}
		}
		if longer := max(len(words), len(name)); longer > 0 && (float64(shared) >= most*float64(longer) || shared >= 2 && shared == min(len(words), len(name))) {
			return true
		}
	}
	return false
}

// fitFirst learns the parts by what is known of each party.
func (f *forests) fitFirst(all []*examined) {
	f.first = fitParts(firstFactNames(), firstSettings, all, func(x *examined, i int) []float32 { return x.facts[i] })
}

// fitRoles learns the parts by what is known of each party and of the others, and how parties are named.
func (f *forests) fitRoles(all []*examined) {
	f.roles = fitParts(lastFactNames(), roleSettings, all, func(x *examined, i int) []float32 { return slices.Concat(x.facts[i], x.standing[i]) })
	var list []boost.Example
	for _, x := range all {
		for _, n := range x.namings {
			for k, facts := range n.facts {
				if slices.Contains(n.right, true) {
					list = append(list, boost.Example{X: facts, Class: int(asOne(n.right[k])), Weight: x.weight})
				}
			}
		}
	}
	f.names = boost.Fit(nameFactNames(), nameClasses, list, nameSettings)
}

func fitParts(names []string, settings boost.Settings, all []*examined, facts func(x *examined, i int) []float32) *boost.Forest {
	var list []boost.Example
	for _, x := range all {
		for i := range x.facts {
			list = append(list, boost.Example{X: facts(x, i), Class: x.roles[i], Weight: x.weight})
		}
	}
	return boost.Fit(names, parties.PartNames[:], list, settings)
}

// read returns the names that the forests find for each role.
func (x *examined) read(f *forests) (found [3][]string) {
	all := chancesBy(f.roles, x.document, x.facts, x.standing)
	raiseLikeliest(all)
	for i, chances := range all {
		for role := plaintiffRole; role < rolesOfPapers; role++ {
			if chances[role] < DefaultConfig().MinConfidence {
				continue
			}
			best, chance := "", 0.0
			for k, facts := range x.namings[i].facts {
				if c := f.names.Probabilities(facts)[1]; c > chance {
					best, chance = x.namings[i].likely[k].value, c
				}
			}
			if best != "" && !slices.ContainsFunc(found[role-1], func(o string) bool { return meansLoosely(o, best, false) }) {
				found[role-1] = append(found[role-1], best)
			}
		}
	}
	return found
}
