package ner

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sync"
)

// How likely it is that a form shows a field right and whole. The confidence of a value says how
// far the extractors agree on it. They may agree on the wrong person, or on one of three
// defendants: that is learned here, from papers that people wrote (testkit/papers).

// Reason says what speaks most against a field.
type Reason string

const (
	ReasonMissing     Reason = "missing"     // nothing was found
	ReasonUnclear     Reason = "unclear"     // few extractors found it, or none at a label or in a clause
	ReasonSeveral     Reason = "several"     // there are several values
	ReasonPartial     Reason = "partial"     // the value may lack words or have words too many
	ReasonOthers      Reason = "others"      // the paper names others that may belong here
	ReasonRepresented Reason = "represented" // somebody acts for somebody
	ReasonUnreadable  Reason = "unreadable"  // the text has the mistakes of a scanner
	ReasonDependent   Reason = "dependent"   // it is in doubt whose it is
)

// Assessment is how likely it is that a form shows a field right and whole. A form may also be
// right to show nothing.
type Assessment struct {
	Field  Field
	Chance float64 // 0 to 1
	Reason Reason  // what speaks most against it
}

// DoubtfulBelow is the confidence below which somebody should check a value of a field. For fields that
// are assessed it is also the bound of the chance. It was chosen on papers whose writers were left out of
// training: of the 55 whose four fields all reach it, 54 had all four right (go run ./testkit/measure train-doubts).
const DoubtfulBelow = .93

// IsDoubtful reports whether somebody should check the field.
func (a Assessment) IsDoubtful() bool { return a.Chance < DoubtfulBelow }

// sign is something that may speak against a field.
type sign struct {
	name    string
	reason  Reason
	measure func(*findings) float64 // 0 if it does not, usually at most 1
}

// against returns how strongly the sign speaks against a field. An unmentioned field has no other
// sign than that.
func (s sign) against(p *findings, f Field) float64 {
	if p.shown[f].unmentioned != (s.name == unmentioned) {
		return 0
	}
	return s.measure(p)
}

// assessedFields are the fields that are assessed, with their signs.
var assessedFields = []struct {
	field Field
	signs []sign
}{
	{Plaintiff, append(partySigns(Plaintiff), plaintiffSigns...)},
	{Defendant, append(partySigns(Defendant), defendantSigns...)},
	{Cedula, append(valueSigns(Cedula), cedulaSigns...)},
	{Email, append(valueSigns(Email), emailSigns...)},
}

// doubtModel is what was learned: how heavily each sign weighs, in log-odds. A weight is never
// negative: nothing that is a sign against a field speaks for it.
type doubtModel struct {
	Version int                   `json:"version"`
	Fields  map[Field]*doubtTable `json:"fields"`
}

type doubtTable struct {
	Base    float64            `json:"base"` // where no sign speaks against the field
	Weights map[string]float64 `json:"weights"`
}

// doubtModelVersion changes with the signs.
const doubtModelVersion = 3

var learnedDoubts = sync.OnceValue(func() *doubtModel { return embeddedModel("doubts.json", readDoubtModel) })

func readDoubtModel(b []byte) (*doubtModel, error) {
	var m doubtModel
	if err := json.Unmarshal(b, &m); err != nil {
		return nil, err
	}
	if m.Version != doubtModelVersion {
		return nil, fmt.Errorf("version %d, not %d", m.Version, doubtModelVersion)
	}
	for _, a := range assessedFields {
		table := m.Fields[a.field]
		if table == nil {
			return nil, fmt.Errorf("%s is missing", a.field)
		}
		for name, w := range table.Weights {
			if w < 0 || !slices.ContainsFunc(a.signs, func(s sign) bool { return s.name == name }) {
				return nil, fmt.Errorf("%s: weight %v of sign %q", a.field, w, name)
			}
		}
	}
	return &m, nil
}

// limit bounds the confidence of values by the chance that their field is right.
func limit(entities []Entity, assessments []Assessment) {
	for i := range entities {
		e := &entities[i]
		for _, a := range assessments {
			if a.Field == e.Field {
				e.Confidence = min(e.Confidence, a.Chance)
			}
		}
	}
}

// assess returns the chances of the fields that a form shows of a result.
func (m *doubtModel) assess(p *findings) []Assessment {
	list := make([]Assessment, 0, len(assessedFields))
	for _, x := range assessedFields {
		table := m.Fields[x.field]
		sum, most, why := table.Base, 0.0, ReasonUnclear
		for _, s := range x.signs {
			w := table.Weights[s.name]
			against := w * s.against(p, x.field)
			sum -= against
			if against > most {
				most, why = against, s.reason
			}
		}
		list = append(list, Assessment{x.field, 1 / (1 + math.Exp(-sum)), why})
	}
	return list
}
