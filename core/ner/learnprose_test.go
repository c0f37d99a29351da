package ner

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"unicode"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/parties"
)

// Told is a text that tells of who sues, to learn from. Right reports whether a value, which
// stands at a place of the text, names one who has the role.
type Told struct {
	Text   string
	Ruling bool // a real one
	Group  int  // texts of one are held back together
	Right  func(role parties.Role, value string, start, end int) bool
}

// learner trains package prose's model.
type learner struct {
	rounds int
	rng    *rand.Rand
}

// instance is an entity to learn from.
type instance struct {
	features []uint32
	right    [parties.Roles]bool
}

// LearnProse learns the roles of entities from texts: the linear model by AdaGrad, and the
// second model from the scores that linear models give to texts of which they know nothing.
// The same input gives the same bytes.
func LearnProse(texts []Told, others []string, lower []uint32, folds, rounds int, seed uint64) ([]byte, error) {
	m := parties.NewModel(lower)
	docs := make([]*parties.Document, len(texts))
	right := make([][]instance, len(texts))
	for i, x := range texts {
		docs[i], right[i] = examine(x, m.IsLower)
	}
	l := learner{rounds, rand.New(rand.NewPCG(seed, uint64(len(texts))))}
	fold := make([]int, len(texts))
	for i, x := range texts {
		fold[i] = x.Group
	}
	var samples [parties.Roles][]evidenceSample
	for f := range folds {
		var rest [][]instance
		for i := range texts {
			if fold[i]%folds != f {
				rest = append(rest, right[i])
			}
		}
		part := parties.NewModel(lower)
		part.Weights = l.weights(rest)
		for i := range texts {
			if fold[i]%folds != f {
				continue
			}
			docs[i].Score(part)
			for k := range docs[i].Entities {
				for r := range parties.Roles {
					samples[r] = append(samples[r], evidenceSample{docs[i].Evidence(k, r), right[i][k].right[r]})
				}
			}
		}
	}
	for r := range parties.Roles {
		m.Second[r] = l.network(samples[r])
	}
	m.Weights = l.weights(right)
	l.topics(m, texts, others)
	return m.Write(lower)
}

// topics learns which texts tell of who sues: rulings, and no papers by which somebody sues.
func (l *learner) topics(m *parties.Model, texts []Told, others []string) {
	type paper struct {
		rows  []uint32
		tells bool
	}
	var all []paper
	for _, x := range texts {
		if x.Ruling {
			all = append(all, paper{describe(NewText(x.Text)).Head(maxTold).Topics(), true})
		}
	}
	for _, s := range others {
		if t := NewText(s); !t.Issued() {
			all = append(all, paper{describe(t).Head(maxTold).Topics(), false})
		}
	}
	var weights, squares [parties.DocRows]float64
	for range l.rounds {
		l.rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for _, p := range all {
			sum := 0.0
			for _, row := range p.rows {
				sum += weights[row]
			}
			slope := 1/(1+math.Exp(-sum)) - asOne(p.tells)
			for _, row := range p.rows {
				squares[row] += slope * slope
				weights[row] -= 0.02 * slope / (0.1 + math.Sqrt(squares[row]))
			}
		}
	}
	for i, w := range weights {
		m.Doc[i] = int16(math.Round(w * parties.Unit * 4))
	}
}

// examine finds the entities of a text and whether they have the roles.
func examine(x Told, isLower func(uint32) bool) (*parties.Document, []instance) {
	t := NewText(x.Text)
	d := parties.Examine(describe(t).Head(maxTold), allHints(t), isLower)
	out := make([]instance, len(d.Entities))
	for i, e := range d.Entities {
		out[i].features = e.Features
		value := t.Slice(int(t.Words[e.Best.First].Start), int(t.Words[e.Best.Last].End))
		if d.IsGeneric(i) {
			continue
		}
		for r := range parties.Roles {
			for _, s := range e.Spans {
				out[i].right[r] = out[i].right[r] || x.Right(r, value, int(t.Words[s.First].Start), int(t.Words[s.Last].End))
			}
		}
	}
	return d, out
}

// allHints are those of all rules.
func allHints(t *Text) []parties.Hint {
	h := &hearing{t: t, described: describe(t).Head(maxTold), decided: parties.HintAgent}
	for _, x := range Extractors() {
		h.hear(x.Name(), x.Extract(t))
	}
	return h.hints
}

// weights learns a linear model: in each text the entities compete for a role, nobody among
// them.
func (l *learner) weights(all [][]instance) [][parties.Roles]int16 {
	all = slices.Clone(all)
	weights := make([][parties.Roles]float64, parties.Rows)
	squares := make([][parties.Roles]float64, parties.Rows)
	const rate, decay = 0.05, 2e-6
	const rivalry = 0.7 // how much counts that entities compete, beside whether each has the role
	for range l.rounds {
		l.rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for _, text := range all {
			for k := range parties.Roles {
				scores := make([]float64, len(text))
				top := 0.0
				for i := range text {
					for _, h := range text[i].features {
						scores[i] += weights[h&(parties.Rows-1)][k]
					}
					top = max(top, scores[i])
				}
				sum, good := math.Exp(-top), 0.0
				any := false
				for i := range text {
					e := math.Exp(scores[i] - top)
					sum += e
					if text[i].right[k] {
						good += e
						any = true
					}
				}
				for i := range text {
					e := math.Exp(scores[i] - top)
					soft := e / sum
					if any && text[i].right[k] {
						soft -= e / good
					}
					alone := 1/(1+math.Exp(-scores[i])) - asOne(text[i].right[k])
					slope := rivalry*soft + (1-rivalry)*alone
					if math.Abs(slope) < 1e-3 {
						continue
					}
					for _, h := range text[i].features {
						row := h & (parties.Rows - 1)
						g := slope + decay*weights[row][k]
						squares[row][k] += g * g
						weights[row][k] -= rate * g / (1 + math.Sqrt(squares[row][k]))
					}
				}
			}
		}
	}
	out := make([][parties.Roles]int16, parties.Rows)
	for i := range weights {
		for k, w := range weights[i] {
			out[i][k] = int16(math.Round(min(max(w*parties.Unit, -32000), 32000)))
		}
	}
	return out
}

type evidenceSample struct {
	x     [parties.Evidences]float64
	right bool
}

// network learns a second model by AdaGrad: the average of several that begin with other
// weights.
func (l *learner) network(samples []evidenceSample) parties.Network {
	const part = parties.Units / parties.Nets
	var all parties.Network
	for net := range parties.Nets {
		n := l.oneNetwork(samples, part)
		for i, w := range n.Linear {
			all.Linear[i] += w / parties.Nets
		}
		for u := range part {
			all.Hidden[net*part+u], all.Out[net*part+u] = n.Hidden[u], n.Out[u]/parties.Nets
		}
	}
	return all
}

// oneNetwork learns a network of so many units.
func (l *learner) oneNetwork(samples []evidenceSample, count int) (n parties.Network) {
	const rate, scale, epochs = 0.1, 0.3, 40
	var squares parties.Network
	for u := range count {
		for i := range n.Hidden[u] {
			n.Hidden[u][i] = float32(l.rng.NormFloat64() * scale)
		}
	}
	move := func(w, square *float32, g float64) {
		*square += float32(g * g)
		*w -= float32(rate * g / (1 + math.Sqrt(float64(*square))))
	}
	for range epochs {
		l.rng.Shuffle(len(samples), func(i, j int) { samples[i], samples[j] = samples[j], samples[i] })
		for k := range samples {
			s := &samples[k]
			var units [parties.Units]float64
			sum := 0.0
			for i, v := range s.x {
				sum += v * float64(n.Linear[i])
			}
			for u := range count {
				in := 0.0
				for i, v := range s.x {
					in += v * float64(n.Hidden[u][i])
				}
				units[u] = math.Tanh(in)
				sum += units[u] * float64(n.Out[u])
			}
			slope := 1/(1+math.Exp(-sum)) - asOne(s.right)
			if math.Abs(slope) < 1e-3 {
				continue
			}
			for i, v := range s.x {
				if v != 0 {
					move(&n.Linear[i], &squares.Linear[i], slope*v)
				}
			}
			for u := range count {
				in := slope * float64(n.Out[u]) * (1 - units[u]*units[u])
				move(&n.Out[u], &squares.Out[u], slope*units[u])
				for i, v := range s.x {
					if v != 0 {
						move(&n.Hidden[u][i], &squares.Hidden[u][i], in*v)
					}
				}
			}
		}
	}
	return n
}

// LowerWords returns the hashes of words of texts that are usually written in small letters,
// where no sentence begins.
func LowerWords(texts []string) []uint32 {
	type counts struct{ small, title int }
	seen := map[uint32]*counts{}
	for _, s := range texts {
		h, letters, capital, starts := lex.HashSeed, 0, false, true
		for _, r := range s + "\n" {
			if unicode.IsLetter(r) {
				if letters == 0 {
					capital = unicode.IsUpper(r)
				}
				letters++
				h = (h ^ uint32(lex.FoldByte(r))) * lex.HashPrime
				continue
			}
			if letters > 2 && !(starts && capital) {
				c := seen[h]
				if c == nil {
					c = &counts{}
					seen[h] = c
				}
				if capital {
					c.title++
				} else {
					c.small++
				}
			}
			if letters > 0 {
				starts = false
			}
			starts = starts || r != ' ' && r != ','
			h, letters = lex.HashSeed, 0
		}
	}
	var out []uint32
	for h, c := range seen {
		if c.small >= 40 && c.title*10 < c.small {
			out = append(out, h)
		}
	}
	slices.SortFunc(out, cmp.Compare[uint32])
	return out
}
