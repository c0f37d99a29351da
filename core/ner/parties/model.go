package parties

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Model scores entities: a linear model over hashed features, whose rows are chosen by the
// low bits of their hashes, and a logistic one over the evidence.
type Model struct {
	Weights [][Roles]int16 // Rows of them, in units of 1/Unit
	Second  [Roles]Network
	Doc     [DocRows]int16 // by which texts that tell of who sues are known
	lower   map[uint32]bool
}

// Sizes of the model.
const (
	RowBits = 18
	Rows    = 1 << RowBits
	Unit    = 256

	docBits = 13
	DocRows = 1 << docBits // of Model.Doc
)

// magic names the format and the features: a model made for others is refused.
const magic = "prose2"

// header is what stands before the weights.
type header struct {
	Second [Roles]Network
	Doc    [DocRows]int16
	Lower  uint32
}

// NewModel returns a model without weights that knows the hashes of words that are usually
// written in small letters.
func NewModel(lower []uint32) *Model {
	m := &Model{Weights: make([][Roles]int16, Rows), lower: make(map[uint32]bool, len(lower))}
	for _, h := range lower {
		m.lower[h] = true
	}
	return m
}

// Read reads what Write wrote.
func Read(b []byte) (*Model, error) {
	rest, ok := bytes.CutPrefix(b, []byte(magic))
	if !ok {
		return nil, errors.New("prose: unknown model format")
	}
	r := flate.NewReader(bytes.NewReader(rest))
	var h header
	if err := binary.Read(r, binary.LittleEndian, &h); err != nil {
		return nil, fmt.Errorf("prose: header of the model: %w", err)
	}
	if h.Lower > 1<<20 {
		return nil, fmt.Errorf("prose: model with %d words", h.Lower)
	}
	lower := make([]uint32, h.Lower)
	if err := binary.Read(r, binary.LittleEndian, lower); err != nil {
		return nil, fmt.Errorf("prose: words of the model: %w", err)
	}
	m := NewModel(lower)
	m.Second, m.Doc = h.Second, h.Doc
	if err := binary.Read(r, binary.LittleEndian, m.Weights); err != nil {
		return nil, fmt.Errorf("prose: weights of the model: %w", err)
	}
	return m, nil
}

// Write returns the model in the form in which it is embedded. lower are the hashes that
// NewModel was given.
func (m *Model) Write(lower []uint32) ([]byte, error) {
	var buf bytes.Buffer
	buf.WriteString(magic)
	w, err := flate.NewWriter(&buf, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	for _, part := range []any{header{m.Second, m.Doc, uint32(len(lower))}, lower, m.Weights} {
		if err := binary.Write(w, binary.LittleEndian, part); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// IsLower reports whether the word with a hash is usually written in small letters.
func (m *Model) IsLower(hash uint32) bool { return m.lower[hash] }

// Score sets the scores of all entities.
func (d *Document) Score(m *Model) {
	for _, e := range d.Entities {
		var sum [Roles]int32
		for _, h := range e.Features {
			row := &m.Weights[h&(Rows-1)]
			for r := range sum {
				sum[r] += int32(row[r])
			}
		}
		for r := range sum {
			e.Score[r] = float64(sum[r]) / Unit
		}
	}
}

// Tells reports whether a text tells of who sues as rulings do, and is no paper by which
// somebody sues.
func (m *Model) Tells(t *Text) bool {
	sum := int32(0)
	for _, row := range t.Topics() {
		sum += int32(m.Doc[row])
	}
	return sum > 0
}

// Topics returns the rows of Model.Doc for the words of a text in small letters, each once,
// and the first row, which stands for every text.
func (t *Text) Topics() []uint32 {
	seen := make([]bool, DocRows)
	seen[0] = true
	out := []uint32{0}
	for k := range t.Words {
		if t.Words[k].Shape != Lower {
			continue
		}
		if row := t.Hash(k) >> (32 - docBits); !seen[row] {
			seen[row] = true
			out = append(out, row)
		}
	}
	return out
}

// The kinds of evidence of the second model.
const (
	evidenceConstant = iota
	evidenceScore
	evidenceOther // the score of the other role
	evidenceShare // log of the share of the entity among all, by score
	evidenceTop
	evidenceLead // how far the score is ahead of the best other, or behind it
	evidencePerson
	evidenceCourt
	evidenceInstitution
	evidencePlaces
	evidenceFirst
	evidenceTopOther // it is the likeliest of the other role
	evidenceSame     // the likeliest of the other role stands in the sentence of one of its places
	evidenceAgent
	evidenceHint                              // of each rule for the role
	evidenceAgainst    = evidenceHint + Rules // the best rule's for the other role
	evidenceNone       = evidenceAgainst + 1  // no rule reads the role in the text
	evidenceHintPerson = evidenceNone + 1     // the best rule's for the role, of a person
	evidenceHintCourt  = evidenceNone + 2     // the same of a court
	evidencePassed     = evidenceNone + 3     // rules read others in the role, and not this one
	evidenceNear       = evidenceNone + 4     // a rule reads the role in a list with the likeliest
	evidenceExplicit   = evidenceNone + 5     // a rule says that the text states the role in words
	Evidences          = evidenceNone + 6
)

// Evidence returns what tells whether entity i has a role, scores being known.
func (d *Document) Evidence(i int, role Role) (x [Evidences]float64) {
	e := d.Entities[i]
	other := Roles - 1 - role
	best, sum, bestOther, any := math.Inf(-1), 0.0, math.Inf(-1), 0.0
	top := e
	for k, o := range d.Entities {
		sum += math.Exp(clip(o.Score[role], 20))
		if k != i {
			best = max(best, o.Score[role])
		}
		if o.Score[role] > top.Score[role] {
			top = o
		}
		bestOther = max(bestOther, o.Score[other])
		any = max(any, o.hint[Rules][role])
	}
	if len(d.Entities) == 1 {
		best = -5
	}
	s := clip(e.Score[role], 20)
	x[evidenceConstant] = 1
	x[evidenceScore] = clip(s, 10) / 4
	x[evidenceOther] = clip(e.Score[other], 10) / 4
	x[evidenceShare] = max(s-math.Log(sum), -10) / 4
	if s >= best {
		x[evidenceTop] = 1
	}
	x[evidenceLead] = clip(s-best, 8) / 4
	switch e.Kind {
	case PersonKind:
		x[evidencePerson] = 1
	case CourtKind:
		x[evidenceCourt] = 1
	case InstitutionKind:
		x[evidenceInstitution] = 1
	}
	x[evidencePlaces] = math.Log(float64(1+len(e.Spans))) / 2
	x[evidenceFirst] = math.Log(float64(1+e.Spans[0].First)) / 6
	if e.Score[other] >= bestOther {
		x[evidenceTopOther] = 1
	}
	x[evidenceAgent] = max(e.hint[Rules][HintAgent], e.hint[Rules][HintAttorney])
	for rule := range Rules {
		x[evidenceHint+rule] = e.hint[rule][role]
	}
	x[evidenceAgainst] = e.hint[Rules][other]
	hint := e.hint[Rules][role]
	switch {
	case any == 0:
		x[evidenceNone] = 1
	case hint == 0:
		x[evidencePassed] = any
	case top != e && top.hint[Rules][role] > 0 && d.inList(e, top, role):
		x[evidenceNear] = hint
	}
	if e.explicit[role] {
		x[evidenceExplicit] = 1
	}
	switch e.Kind {
	case PersonKind:
		x[evidenceHintPerson] = hint
	case CourtKind:
		x[evidenceHintCourt] = hint
	}
	return x
}

// inList reports whether rules read the role of both entities in places that are near.
func (d *Document) inList(a, b *Entity, role Role) bool {
	const near = 40
	for _, i := range a.Hints {
		for _, j := range b.Hints {
			x, y := d.hints[i], d.hints[j]
			if x.Role == HintRole(role) && y.Role == x.Role && x.Rule == y.Rule && max(x.First-y.Last, y.First-x.Last) < near {
				return true
			}
		}
	}
	return false
}

// Network is the second model of a role: a linear one, and a layer of hidden units beside it.
type Network struct {
	Linear [Evidences]float32
	Hidden [Units][Evidences]float32
	Out    [Units]float32
}

// Units is the number of hidden units of a Network: Nets networks of their own, averaged.
const (
	Units = Nets * 12
	Nets  = 4
)

// Probability returns the chance of a role by its evidence.
func (m *Model) Probability(role Role, x [Evidences]float64) float64 {
	n := &m.Second[role]
	sum := 0.0
	for i, v := range x {
		sum += v * float64(n.Linear[i])
	}
	for u := range n.Hidden {
		in := 0.0
		for i, v := range x {
			in += v * float64(n.Hidden[u][i])
		}
		sum += math.Tanh(in) * float64(n.Out[u])
	}
	return 1 / (1 + math.Exp(-sum))
}

func clip(x, limit float64) float64 { return min(max(x, -limit), limit) }
