package parties

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// Lexicon tells the part of an entity by its surroundings: a multinomial logistic model.
type Lexicon struct {
	weights map[uint32][Parts]int16 // by the hash of a surrounding, in units of 1/lexiconUnit
	bias    [Parts]int16
}

const (
	lexiconUnit  = 1024
	lexiconMagic = "lexicon1" // names the format and the surroundings
	maxLexicon   = 1 << 20    // surroundings
)

// NewLexicon returns a lexicon with the given weights, rounded. What rounds to nothing is left out.
func NewLexicon(weights map[uint32][Parts]float64, bias [Parts]float64) *Lexicon {
	l := &Lexicon{weights: make(map[uint32][Parts]int16, len(weights))}
	round := func(w [Parts]float64) (out [Parts]int16) {
		for p, v := range w {
			out[p] = int16(math.Round(clip(v, 30) * lexiconUnit))
		}
		return out
	}
	l.bias = round(bias)
	for h, w := range weights {
		if r := round(w); r != [Parts]int16{} {
			l.weights[h] = r
		}
	}
	return l
}

// Chances returns how likely each part is by surroundings alone.
func (l *Lexicon) Chances(surroundings []uint32) (chances [Parts]float64) {
	var sums [Parts]int32
	for p, w := range l.bias {
		sums[p] = int32(w)
	}
	for _, h := range surroundings {
		for p, w := range l.weights[h] {
			sums[p] += int32(w)
		}
	}
	most, all := slices.Max(sums[:]), 0.0
	for p, sum := range sums {
		chances[p] = math.Exp(float64(sum-most) / lexiconUnit)
		all += chances[p]
	}
	for p := range chances {
		chances[p] /= all
	}
	return chances
}

// Write returns the lexicon in the form that ReadLexicon reads.
func (l *Lexicon) Write() ([]byte, error) {
	hashes := make([]uint32, 0, len(l.weights))
	for h := range l.weights {
		hashes = append(hashes, h)
	}
	slices.Sort(hashes)
	rows := make([][Parts]int16, len(hashes))
	for i, h := range hashes {
		rows[i] = l.weights[h]
	}
	var buf bytes.Buffer
	buf.WriteString(lexiconMagic)
	w, err := flate.NewWriter(&buf, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	for _, part := range []any{uint32(len(hashes)), l.bias, hashes, rows} {
		if err := binary.Write(w, binary.LittleEndian, part); err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return buf.Bytes(), err
}

// ReadLexicon reads what Write wrote.
func ReadLexicon(b []byte) (*Lexicon, error) {
	rest, ok := bytes.CutPrefix(b, []byte(lexiconMagic))
	if !ok {
		return nil, errors.New("lexicon: unknown format")
	}
	r := flate.NewReader(bytes.NewReader(rest))
	var n uint32
	l := &Lexicon{}
	if err := readAll(r, &n, &l.bias); err != nil {
		return nil, err
	}
	if n > maxLexicon {
		return nil, fmt.Errorf("lexicon: %d surroundings, more than %d", n, maxLexicon)
	}
	hashes, rows := make([]uint32, n), make([][Parts]int16, n)
	if err := readAll(r, hashes, rows); err != nil {
		return nil, err
	}
	l.weights = make(map[uint32][Parts]int16, n)
	for i, h := range hashes {
		l.weights[h] = rows[i]
	}
	return l, nil
}

func readAll(r io.Reader, parts ...any) error {
	for _, part := range parts {
		if err := binary.Read(r, binary.LittleEndian, part); err != nil {
			return fmt.Errorf("lexicon: %w", err)
		}
	}
	return nil
}
