package sequence

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Model holds the weights of the sequence extractor. A feature's row is found
// by the low bits of its hash; different features may share one.
//
// A row is a weight a tag, four to a word of 64 bits, so that four tags are
// added at once and two rows fill a cache line: every weight is stored with
// WeightBias added, which keeps it positive, and no sum of MaxFeatures of them
// runs over into its neighbour.
type Model struct {
	Rows        [][laneWords]uint64
	Transitions [Tags][Tags]float32

	steps *steps // between the tags, see Prepare
}

const (
	Rows       = 1 << 16 // how many rows a model has
	Unit       = 32      // weights are stored in units of 1/Unit
	WeightBias = 1300    // the largest weight, see Model
	laneWords  = 4
)

// The compiler checks that the tags have room, and that no sum runs over.
const (
	_ = uint(4*laneWords - Tags)
	_ = uint(1<<16 - 1 - MaxFeatures*2*WeightBias)
)

// Magic names the format, the tags and the features: a model made for
// others is refused.
const Magic = "ner3"

// NewModel returns a model without weights.
func NewModel() *Model {
	m := &Model{Rows: make([][laneWords]uint64, Rows)}
	for i := range m.Rows {
		for k := range m.Rows[i] {
			m.Rows[i][k] = WeightBias * 0x0001_0001_0001_0001
		}
	}
	return m
}

// SetWeight sets what a row gives to a tag, in units of 1/Unit.
func (m *Model) SetWeight(row, tag, w int) {
	shift := tag % 4 * 16
	lane := &m.Rows[row][tag/4]
	*lane = *lane&^(0xffff<<shift) | uint64(w+WeightBias)<<shift
}

// score adds up the weights of the features for every tag, in units of
// 1/Unit. The sums have names of their own because the compiler keeps no
// array in registers.
func (m *Model) score(features *[MaxFeatures]uint32, out *[Tags]int32) {
	var s0, s1, s2, s3 uint64
	rows := m.Rows
	for _, h := range features {
		row := &rows[h&(Rows-1)]
		s0 += row[0]
		s1 += row[1]
		s2 += row[2]
		s3 += row[3]
	}
	for k, sum := range [laneWords]uint64{s0, s1, s2, s3} {
		for tag := 4 * k; tag < min(4*k+4, Tags); tag++ {
			out[tag] = int32(uint16(sum)) - MaxFeatures*WeightBias
			sum >>= 16
		}
	}
}

// fetch has the rows of features brought near while other work is done: they lie
// all over the model. The sum is returned so that reading them is not left out.
func (m *Model) fetch(features *[MaxFeatures]uint32) (sum uint64) {
	rows := m.Rows
	for _, h := range features {
		sum += rows[h&(Rows-1)][0]
	}
	return sum
}

// ReadModel reads what bytes wrote.
func ReadModel(b []byte) (*Model, error) {
	if !bytes.HasPrefix(b, []byte(Magic)) {
		return nil, errors.New("unknown format")
	}
	r := flate.NewReader(bytes.NewReader(b[len(Magic):]))
	var transitions [Tags * Tags]int16
	if err := binary.Read(r, binary.LittleEndian, transitions[:]); err != nil {
		return nil, fmt.Errorf("transitions: %w", err)
	}
	m := NewModel()
	for i, w := range transitions {
		m.Transitions[i/Tags][i%Tags] = float32(w) / Unit
	}
	weights := make([]int16, Rows*Tags)
	if err := binary.Read(r, binary.LittleEndian, weights); err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	for i, w := range weights {
		if w < -WeightBias || w > WeightBias {
			return nil, fmt.Errorf("weight %d is %d", i, w)
		}
		if w != 0 {
			m.SetWeight(i/Tags, i%Tags, int(w))
		}
	}
	if n, _ := io.Copy(io.Discard, r); n != 0 {
		return nil, errors.New("longer than it should be")
	}
	m.Prepare()
	return m, nil
}
