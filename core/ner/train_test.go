package ner

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"math"
	"math/rand/v2"

	"github.com/cotejo/cotejo/core/ner/internal/role"
	"github.com/cotejo/cotejo/core/ner/internal/sequence"
)

// Example is a text and the names in it.
type Example struct {
	Text  string
	Names []Mention // Field, Start and End count; fields that the model does not know are left out
}

// TrainSequence makes a model for the sequence extractor from examples, in the
// form in which it is embedded. It goes over them the given number of times in
// an order that seed determines: the same input gives the same bytes.
func TrainSequence(examples []Example, rounds int, seed uint64) ([]byte, error) {
	tr := newTrainer()
	order := make([]int, len(examples))
	for i := range order {
		order[i] = i
	}
	rng := rand.New(rand.NewPCG(seed, uint64(len(examples))))
	for range rounds {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, i := range order {
			tr.learn(examples[i])
		}
	}
	return bytesOf(tr.averaged())
}

// trainer is an averaged perceptron at work. The average is kept lazily: sums
// hold each change times the step at which it was made.
type trainer struct {
	weights  []float32
	sums     []float64
	moves    [sequence.Tags][sequence.Tags]float32
	moveSums [sequence.Tags][sequence.Tags]float64
	step     float64
	model    *sequence.Model // the weights in the form in which they decode
	decoder  sequence.Decoder
}

func newTrainer() *trainer {
	n := sequence.Rows * sequence.Tags
	return &trainer{weights: make([]float32, n), sums: make([]float64, n), model: sequence.NewModel()}
}

// learn decodes the head of one example and moves the weights towards its tags.
func (tr *trainer) learn(x Example) {
	t := NewText(x.Text)
	want := goldTags(t, min(len(t.Words), role.MaxTagged), x.Names)
	tr.step++
	tr.model.Prepare()
	f := tr.decoder.Read(t.Text, t.Presented, 0, len(want))
	got, _ := tr.decoder.Decode(tr.model, f)
	for i := range want {
		if want[i] != got[i] {
			features := f.At(i)
			tr.move(features, want[i], 1)
			tr.move(features, got[i], -1)
		}
		if i > 0 && (want[i] != got[i] || want[i-1] != got[i-1]) {
			tr.moveTransition(want[i-1], want[i], 1)
			tr.moveTransition(got[i-1], got[i], -1)
		}
	}
}

func (tr *trainer) move(features *[sequence.MaxFeatures]uint32, tag uint8, by float32) {
	for _, h := range features {
		row := int(h & (sequence.Rows - 1))
		k := row*sequence.Tags + int(tag)
		tr.weights[k] += by
		tr.sums[k] += float64(by) * tr.step
		tr.model.SetWeight(row, int(tag), clampWeight(float64(tr.weights[k])*sequence.Unit))
	}
}

func (tr *trainer) moveTransition(a, b uint8, by float32) {
	tr.moves[a][b] += by
	tr.moveSums[a][b] += float64(by) * tr.step
	tr.model.Transitions[a][b] = tr.moves[a][b]
}

// averaged returns the mean of the weights over all steps.
func (tr *trainer) averaged() *sequence.Model {
	m := sequence.NewModel()
	n := tr.step + 1
	for k, w := range tr.weights {
		m.SetWeight(k/sequence.Tags, k%sequence.Tags, clampWeight((float64(w)-tr.sums[k]/n)*sequence.Unit))
	}
	for a := range tr.moves {
		for b, w := range tr.moves[a] {
			m.Transitions[a][b] = float32(float64(w) - tr.moveSums[a][b]/n)
		}
	}
	return m
}

func clampWeight(x float64) int {
	return int(math.Round(min(max(x, -sequence.WeightBias), sequence.WeightBias)))
}

// goldTags writes names as tags of the first n words.
func goldTags(t *Text, n int, names []Mention) []uint8 {
	out := make([]uint8, n)
	for _, m := range names {
		field := -1
		for i, f := range role.Tagged {
			if f == m.Field {
				field = i
			}
		}
		first := t.WordAt(m.Start)
		if field < 0 || first >= n || int(t.Words[first].Start) >= m.End {
			continue
		}
		out[first] = uint8(2*field + 1)
		for k := first + 1; k < n && int(t.Words[k].Start) < m.End; k++ {
			out[k] = uint8(2*field + 2)
		}
	}
	return out
}

// weightOf returns a weight in units of 1/Unit.
func weightOf(m *sequence.Model, row, tag int) int {
	return int(uint16(m.Rows[row][tag/4]>>(tag%4*16))) - sequence.WeightBias
}

// bytesOf writes the model as it is embedded.
func bytesOf(m *sequence.Model) ([]byte, error) {
	var buf bytes.Buffer
	buf.WriteString(sequence.Magic)
	w, err := flate.NewWriter(&buf, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	var transitions [sequence.Tags * sequence.Tags]int16
	for i := range transitions {
		transitions[i] = int16(m.Transitions[i/sequence.Tags][i%sequence.Tags] * sequence.Unit)
	}
	weights := make([]int16, sequence.Rows*sequence.Tags)
	for i := range weights {
		weights[i] = int16(weightOf(m, i/sequence.Tags, i%sequence.Tags))
	}
	for _, v := range []any{transitions[:], weights} {
		if err := binary.Write(w, binary.LittleEndian, v); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}
