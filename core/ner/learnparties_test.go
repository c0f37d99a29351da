package ner

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/boost"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/parties"
)

// SidedPaper is a paper of which it is known who takes which part, to learn from.
type SidedPaper struct {
	Writer     string
	Text       string
	Recognised bool
	Weight     float64
	// Names are those of the plaintiffs, of the defendants and of who files for the plaintiffs; of each the
	// spellings that count as right are separated by "|".
	Names [3][]string
}

// Forests are what LearnParties learned.
type Forests struct{ Roles, Names []byte }

// Left is a paper of whose writer nothing was learned, and the names found for each role.
type Left struct {
	Paper int
	Found [3][]string
}

var (
	roleSettings = boost.Settings{Rounds: 150, Depth: 3, Rate: .1, Shrinkage: 1, MinWeight: .3, Columns: .3, Seed: 1}
	nameSettings = boost.Settings{Rounds: 60, Depth: 3, Rate: .1, Shrinkage: 1, MinWeight: .3, Columns: .5, Seed: 1}
)

// examined is a paper with what is known of its entities and of their names.
type examined struct {
	paper    int
	writer   string
	weight   float64
	facts    [][]float32
	roles    []int
	parties  []parties.Party
	options  [][]nameOption
	nameX    [][][]float32
	nameSure [][]bool // which options are right
}

// LearnParties learns who takes which part in papers, and how they are named. isName reports whether a
// value is one of the spellings of a name.
func LearnParties(papers []SidedPaper, isName func(value, spellings string) bool) Forests {
	f := fitForests(examineAll(papers, isName))
	return Forests{f.roles.Write(), f.names.Write()}
}

// LeftOut returns forests by writer that learned nothing from papers of that writer. Writers are left
// out in so many groups.
func LeftOut(papers []SidedPaper, isName func(value, spellings string) bool, groups int) map[string]*forests {
	return leftOut(examineAll(papers, isName), groups)
}

// TryLeftOut reports what is found in papers that count whole by forests that learned nothing from
// their writers.
func TryLeftOut(papers []SidedPaper, isName func(value, spellings string) bool, groups int, report func(Left)) {
	all := examineAll(papers, isName)
	forests := leftOut(all, groups)
	for _, x := range all {
		if x.weight == 1 {
			report(Left{x.paper, x.read(forests[x.writer])})
		}
	}
}

func examineAll(papers []SidedPaper, isName func(value, spellings string) bool) []examined {
	all := make([]examined, len(papers))
	for i, p := range papers {
		all[i] = examineSided(p, isName)
		all[i].paper = i
	}
	return all
}

func leftOut(all []examined, groups int) map[string]*forests {
	group := map[string]int{} // of the writers whose papers count whole
	for _, x := range all {
		if _, seen := group[x.writer]; !seen && x.weight == 1 {
			group[x.writer] = len(group) % groups
		}
	}
	out := map[string]*forests{}
	for g := range groups {
		f := fitForests(slices.DeleteFunc(slices.Clone(all), func(x examined) bool {
			in, ok := group[x.writer]
			return ok && in == g
		}))
		for w, in := range group {
			if in == g {
				out[w] = f
			}
		}
	}
	return out
}

// examineSided reads a paper as assign does.
func examineSided(p SidedPaper, isName func(value, spellings string) bool) examined {
	t := NewText(p.Text, RecognisedIf(p.Recognised, p.Text)...)
	h := &hearing{t: t, described: describe(t), decided: parties.HintLinked}
	for _, x := range Extractors() {
		h.hear(x.Name(), x.Extract(t))
	}
	d := parties.Find(h.described, h.hints, defaultProse().IsLower)
	x := examined{writer: p.Writer, weight: p.Weight, facts: d.Facts()}
	for i, e := range d.Entities {
		entity := d.Party(i)
		options := h.nameOptions(&entity)
		role := nobody
		for r, names := range p.Names {
			means := func(value string) bool {
				return slices.ContainsFunc(names, func(spellings string) bool { return isName(value, spellings) || meansLoosely(value, spellings) })
			}
			if role == nobody && !d.IsGeneric(i) && slices.ContainsFunc(e.Spans, func(s parties.Span) bool {
				return means(t.Slice(int(t.Words[s.First].Start), int(t.Words[s.Last].End)))
			}) {
				role = r + 1
			}
		}
		nameX, right := make([][]float32, len(options)), make([]bool, len(options))
		for k := range options {
			nameX[k] = h.nameFacts(&entity, options, k)
			if role != nobody {
				right[k] = slices.ContainsFunc(p.Names[role-1], func(spellings string) bool { return isName(options[k].value, spellings) })
			}
		}
		x.roles, x.parties, x.options = append(x.roles, role), append(x.parties, entity), append(x.options, options)
		x.nameX, x.nameSure = append(x.nameX, nameX), append(x.nameSure, right)
	}
	return x
}

// meansLoosely reports whether a value has most words of one of the spellings of a name. The role of a
// party is learned from any such value, its right name separately.
func meansLoosely(value, spellings string) bool {
	const most = .7
	essential := func(s string) []string {
		return slices.DeleteFunc(lex.SplitWords(s), func(w string) bool { return lex.NameParticles[w] })
	}
	words := essential(value)
	for s := range strings.SplitSeq(spellings, "|") {
		name, shared := essential(s), 0
		for _, w := range words {
			if slices.Contains(name, w) {
				shared++
			}
		}
		if longer := max(len(words), len(name)); longer > 0 && (float64(shared) >= most*float64(longer) || shared >= 2 && shared == min(len(words), len(name))) {
			return true
		}
	}
	return false
}

func fitForests(all []examined) *forests {
	var r, n []boost.Example
	for _, x := range all {
		for i := range x.facts {
			r = append(r, boost.Example{X: x.facts[i], Class: x.roles[i], Weight: x.weight})
			if !slices.Contains(x.nameSure[i], true) {
				continue
			}
			for k, facts := range x.nameX[i] {
				n = append(n, boost.Example{X: facts, Class: int(asOne(x.nameSure[i][k])), Weight: x.weight})
			}
		}
	}
	return &forests{boost.Fit(parties.FactNames(), roleNames, r, roleSettings), boost.Fit(nameFactNames(), nameClasses, n, nameSettings)}
}

// read returns the names that the forests find for each role.
func (x *examined) read(f *forests) (found [3][]string) {
	for i, facts := range x.facts {
		chances := f.roles.Probabilities(facts)
		for role := plaintiffRole; role < rolesOfPapers; role++ {
			if chances[role] < DefaultConfig().MinConfidence {
				continue
			}
			best, chance := "", 0.0
			for k, nameFacts := range x.nameX[i] {
				if c := f.names.Probabilities(nameFacts)[1]; c > chance {
					best, chance = x.options[i][k].value, c
				}
			}
			if best != "" && !slices.ContainsFunc(found[role-1], func(o string) bool { return meansLoosely(o, best) }) {
				found[role-1] = append(found[role-1], best)
			}
		}
	}
	return found
}
