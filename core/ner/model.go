package ner

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
)

// model holds the weights of the sequence extractor. A feature's row is found
// by the low bits of its hash; different features may share one.
type model struct {
	weights     []int16 // modelRows rows of one weight a tag, in units of 1/modelUnit
	transitions [tags][tags]float32
}

const (
	modelBits = 15
	modelRows = 1 << modelBits
	modelUnit = 64
)

// modelMagic names the format, the tags and the features: a model made for
// others is refused.
const modelMagic = "ner1"

// score adds up the weights of the features for every tag.
func (m *model) score(features []uint32, out []float32) {
	var sums [tags]int32
	for _, h := range features {
		row := m.weights[int(h&(modelRows-1))*tags:][:tags]
		for b, w := range row {
			sums[b] += int32(w)
		}
	}
	for b := range out {
		out[b] = float32(sums[b]) / modelUnit
	}
}

var defaultModel = sync.OnceValue(func() *model {
	b, err := data.ReadFile("data/sequence.bin")
	if err != nil {
		panic("ner: " + err.Error()) // the model is part of the program
	}
	m, err := readModel(b)
	if err != nil {
		panic("ner: embedded model: " + err.Error())
	}
	return m
})

// readModel reads what bytes wrote.
func readModel(b []byte) (*model, error) {
	if !bytes.HasPrefix(b, []byte(modelMagic)) {
		return nil, errors.New("unknown format")
	}
	r := flate.NewReader(bytes.NewReader(b[len(modelMagic):]))
	m := &model{weights: make([]int16, modelRows*tags)}
	var transitions [tags * tags]int16
	if err := binary.Read(r, binary.LittleEndian, transitions[:]); err != nil {
		return nil, fmt.Errorf("transitions: %w", err)
	}
	for i, w := range transitions {
		m.transitions[i/tags][i%tags] = float32(w) / modelUnit
	}
	if err := binary.Read(r, binary.LittleEndian, m.weights); err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	if n, _ := io.Copy(io.Discard, r); n != 0 {
		return nil, errors.New("longer than it should be")
	}
	return m, nil
}

// bytes writes the model as it is embedded.
func (m *model) bytes() ([]byte, error) {
	var buf bytes.Buffer
	buf.WriteString(modelMagic)
	w, err := flate.NewWriter(&buf, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	var transitions [tags * tags]int16
	for i := range transitions {
		transitions[i] = int16(m.transitions[i/tags][i%tags] * modelUnit)
	}
	for _, v := range []any{transitions[:], m.weights} {
		if err := binary.Write(w, binary.LittleEndian, v); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}
