package ner

import (
	"bytes"
	"compress/flate"
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
)

// model holds the weights of the sequence extractor. A feature's row is found
// by the low bits of its hash; different features may share one.
//
// A row is a weight a tag, four to a word of 64 bits, so that four tags are
// added at once and a row fills a cache line: every weight is stored with
// weightBias added, which keeps it positive, and no sum of maxFeatures of them
// runs over into its neighbour. The last word of a row holds none.
type model struct {
	rows        [][laneWords]uint64
	transitions [tags][tags]float32

	parties, names *steps // between the tags of filings and of other texts, once it is read
}

const (
	modelBits  = 16
	modelRows  = 1 << modelBits
	modelUnit  = 32
	weightBias = 1300
	laneWords  = 8
)

// The compiler checks that the tags have room, and that no sum runs over.
const (
	_ = uint(4*(laneWords-1) - tags)
	_ = uint(1<<16 - 1 - maxFeatures*2*weightBias)
)

// modelMagic names the format, the tags and the features: a model made for
// others is refused.
const modelMagic = "ner2"

func newModel() *model {
	m := &model{rows: make([][laneWords]uint64, modelRows)}
	for i := range m.rows {
		for k := range m.rows[i] {
			m.rows[i][k] = weightBias * 0x0001_0001_0001_0001
		}
	}
	return m
}

func (m *model) setWeight(row, tag, w int) {
	shift := tag % 4 * 16
	lane := &m.rows[row][tag/4]
	*lane = *lane&^(0xffff<<shift) | uint64(w+weightBias)<<shift
}

// score adds up the weights of the features for every tag, in units of
// 1/modelUnit. The sums have names of their own because the compiler keeps no
// array in registers.
func (m *model) score(features *[maxFeatures]uint32, out *[tags]int32) {
	var s0, s1, s2, s3, s4, s5, s6 uint64
	rows := m.rows
	for _, h := range features {
		row := &rows[h&(modelRows-1)]
		s0 += row[0]
		s1 += row[1]
		s2 += row[2]
		s3 += row[3]
		s4 += row[4]
		s5 += row[5]
		s6 += row[6]
	}
	for k, sum := range [laneWords - 1]uint64{s0, s1, s2, s3, s4, s5, s6} {
		for tag := 4 * k; tag < min(4*k+4, tags); tag++ {
			out[tag] = int32(uint16(sum)) - maxFeatures*weightBias
			sum >>= 16
		}
	}
}

// fetch has the rows of features brought near while other work is done: they lie
// all over the model. The sum is returned so that reading them is not left out.
func (m *model) fetch(features *[maxFeatures]uint32) (sum uint64) {
	rows := m.rows
	for _, h := range features {
		sum += rows[h&(modelRows-1)][0]
	}
	return sum
}

// models are what was learned: weights of the models, and how far votes are believed.
//
//go:embed data
var models embed.FS

var defaultModel = sync.OnceValue(func() *model {
	b, err := models.ReadFile("data/sequence.bin")
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
	var transitions [tags * tags]int16
	if err := binary.Read(r, binary.LittleEndian, transitions[:]); err != nil {
		return nil, fmt.Errorf("transitions: %w", err)
	}
	m := newModel()
	for i, w := range transitions {
		m.transitions[i/tags][i%tags] = float32(w) / modelUnit
	}
	weights := make([]int16, modelRows*tags)
	if err := binary.Read(r, binary.LittleEndian, weights); err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	for i, w := range weights {
		if w < -weightBias || w > weightBias {
			return nil, fmt.Errorf("weight %d is %d", i, w)
		}
		if w != 0 {
			m.setWeight(i/tags, i%tags, int(w))
		}
	}
	if n, _ := io.Copy(io.Discard, r); n != 0 {
		return nil, errors.New("longer than it should be")
	}
	m.parties, m.names = m.steps(partyTags), m.steps(nameTags)
	return m, nil
}
