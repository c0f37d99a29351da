package ner

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"math"
	"math/rand/v2"
)

// LearnRoles learns from examples, in which Plaintiff and Defendant are marked, what tells the
// role of a name, in the form in which it is embedded: logistic regression by AdaGrad, round
// after round in an order that seed determines.
func LearnRoles(examples []Example, rounds int, seed uint64) ([]byte, error) {
	type instance struct {
		features []uint32
		right    [roleKinds]bool
	}
	var all []instance
	var d decoder
	for _, x := range examples {
		t := NewText(x.Text)
		if len(t.words) == 0 {
			continue
		}
		f := d.read(t, 0, min(len(t.words), maxTagged))
		for _, e := range f.entities() {
			in := instance{features: e.features}
			for _, place := range e.places {
				start, end := int(t.words[place[0]].start), int(t.words[place[1]].end)
				for _, m := range x.Names {
					for k, field := range roleFields {
						if m.Field == field && m.Start < end && start < m.End {
							in.right[k] = true
						}
					}
				}
			}
			all = append(all, in)
		}
	}
	weights := make([][roleKinds]float64, roleRows)
	squares := make([][roleKinds]float64, roleRows)
	rng := rand.New(rand.NewPCG(seed, uint64(len(all))))
	const rate, decay = 0.12, 2e-6
	for range rounds {
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for _, in := range all {
			for k := range roleKinds {
				sum := 0.0
				for _, h := range in.features {
					sum += weights[h&(roleRows-1)][k]
				}
				slope := 1/(1+math.Exp(-sum)) - asOne(in.right[k])
				if math.Abs(slope) < 1e-3 {
					continue
				}
				for _, h := range in.features {
					row := h & (roleRows - 1)
					g := slope + decay*weights[row][k]
					squares[row][k] += g * g
					weights[row][k] -= rate * g / (1 + math.Sqrt(squares[row][k]))
				}
			}
		}
	}
	out := make([][roleKinds]int16, roleRows)
	for i := range weights {
		for k, w := range weights[i] {
			out[i][k] = int16(math.Round(min(max(w*roleUnit, -32000), 32000)))
		}
	}
	var buf bytes.Buffer
	buf.WriteString(roleMagic)
	w, err := flate.NewWriter(&buf, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if err := binary.Write(w, binary.LittleEndian, out); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// UseRoles makes a model the one that extracts, until what it returns is called.
func UseRoles(model []byte) (restore func(), err error) {
	m, err := readRoles(model)
	if err != nil {
		return nil, err
	}
	before := defaultRoles
	defaultRoles = func() *roleModel { return m }
	return func() { defaultRoles = before }, nil
}
