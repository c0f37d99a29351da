package ner

import (
	"encoding/json"
	"fmt"
	"math"
	"sort"
	"sync"
)

// How a confidence is made of the evidence for a candidate: a logistic model a
// field, learned from papers whose truth is known, gives a chance, and a
// monotone curve, learned on other papers, turns that into how often such
// candidates were right. LearnVotes learns both.

// voteModel is what was learned. The zero value knows no field.
type voteModel struct {
	Version int                   `json:"version"`
	Weights [5]float64            `json:"weights"` // of the extractors, when it was learned
	Fields  map[Field]*fieldModel `json:"fields"`
}

// voteModelVersion changes with the kinds of evidence: a model of others is
// refused.
const voteModelVersion = 3

type fieldModel struct {
	Evidence []float64    `json:"evidence"` // a weight for each kind
	Curve    [][2]float64 `json:"curve"`    // chance and share that was right, both rising
}

// learnedVotes returns the model of confidences.
var learnedVotes = sync.OnceValue(func() *voteModel { return embeddedModel("votes.json", readVoteModel) })

func readVoteModel(b []byte) (*voteModel, error) {
	var m voteModel
	if err := json.Unmarshal(b, &m); err != nil {
		return nil, err
	}
	if m.Version != voteModelVersion {
		return nil, fmt.Errorf("version %d, not %d", m.Version, voteModelVersion)
	}
	for f, x := range m.Fields {
		if len(x.Evidence) != evidences || len(x.Curve) == 0 {
			return nil, fmt.Errorf("%s: %d kinds of evidence, %d points", f, len(x.Evidence), len(x.Curve))
		}
	}
	return &m, nil
}

// scales tells how far each extractor is believed, compared with when the
// model was learned; 0 for one that does not vote.
func (m *voteModel) scales(members []member) (s [len(extractorNames)]float64) {
	for i, name := range extractorNames {
		for _, x := range members {
			if x.Name() == name && x.weight > 0 {
				s[i] = 1
				if m.Weights[i] > 0 {
					s[i] = math.Min(x.weight/m.Weights[i], 2)
				}
			}
		}
	}
	return s
}

// confidence returns how often candidates with such evidence are right; false
// for a field that the model does not know.
func (m *voteModel) confidence(f Field, e *evidence) (float64, bool) {
	x := m.Fields[f]
	if x == nil {
		return 0, false
	}
	return x.calibrated(x.chance(e)), true
}

func (x *fieldModel) chance(e *evidence) float64 {
	sum := 0.0
	for i, w := range x.Evidence {
		sum += w * e[i]
	}
	return 1 / (1 + math.Exp(-sum))
}

// calibrated reads the curve, straight between its points and level outside.
func (x *fieldModel) calibrated(p float64) float64 {
	i := sort.Search(len(x.Curve), func(i int) bool { return x.Curve[i][0] >= p })
	switch {
	case i == 0:
		return x.Curve[0][1]
	case i == len(x.Curve):
		return x.Curve[i-1][1]
	}
	from, to := x.Curve[i-1], x.Curve[i]
	if to[0] <= from[0] {
		return to[1]
	}
	return from[1] + (to[1]-from[1])*(p-from[0])/(to[0]-from[0])
}
