package tfidf

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/cotejo/cotejo/core/text"
)

// Table holds the inverse document frequencies of words: the natural
// logarithm of how many texts there are for each that has the word. A Table
// does not change and is safe for concurrent use.
type Table struct {
	index map[uint32]uint8 // idf, in steps
	rare  float64
}

const (
	tableMagic = "cotejoDF"
	// step is the unit in which frequencies are kept: a fiftieth of the range.
	step = 0.05
)

//go:embed data/background.bin
var background []byte

// Background is the table that comes with the program, for collections too
// small to have learned one: the words of Colombian norms and of generated
// filings. testkit/background builds it.
var Background = sync.OnceValue(func() *Table {
	t, err := ReadTable(background)
	if err != nil {
		panic("tfidf: the embedded table: " + err.Error())
	}
	return t
})

// IDF returns the weight of a word; unknown words have the greatest.
func (t *Table) IDF(hash uint32) float64 {
	if v, ok := t.index[hash]; ok {
		return float64(v) * step
	}
	return t.rare
}

// Rare is the weight of words that the table does not know.
func (t *Table) Rare() float64 { return t.rare }

// Len is the number of words that the table knows.
func (t *Table) Len() int { return len(t.index) }

// Counter learns a Table from texts. The zero Counter is empty.
type Counter struct {
	texts int
	df    map[uint32]int
}

// Add counts the distinct words of one text.
func (c *Counter) Add(v Vector) {
	if c.df == nil {
		c.df = map[uint32]int{}
	}
	c.texts++
	for _, t := range v {
		c.df[t.Hash]++
	}
}

// Share returns the share of texts that have the word, 0 to 1.
func (c *Counter) Share(hash uint32) float64 {
	if c.texts == 0 {
		return 0
	}
	return float64(c.df[hash]) / float64(c.texts)
}

// Each calls visit for each word and the share of texts that have it.
func (c *Counter) Each(visit func(hash uint32, share float64)) {
	for h := range c.df {
		visit(h, c.Share(h))
	}
}

// Build makes a table of the words whose share is at least least; all rarer
// words weigh what a word of that share does.
func Build(shares map[uint32]float64, least float64) *Table {
	t := &Table{index: map[uint32]uint8{}, rare: -math.Log(least)}
	for h, share := range shares {
		if share > least {
			t.index[h] = uint8(math.Round(min(-math.Log(min(share, 1)), t.rare) / step))
		}
	}
	return t
}

// ErrTable is wrapped by ReadTable's error for what is no table of this
// program's: another format, or hashes of another text.Scheme.
var ErrTable = errors.New("tfidf: not a table of this version; learn it anew")

// Append appends the table in the form that ReadTable reads.
func (t *Table) Append(b []byte) []byte {
	b = append(b, tableMagic...)
	b = binary.LittleEndian.AppendUint32(b, text.Scheme)
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(t.rare))
	hashes := make([]uint32, 0, len(t.index))
	for h := range t.index {
		hashes = append(hashes, h)
	}
	slices.Sort(hashes)
	for _, h := range hashes {
		b = append(binary.LittleEndian.AppendUint32(b, h), t.index[h])
	}
	return b
}

// ReadTable reads what Append wrote.
func ReadTable(b []byte) (*Table, error) {
	const header, entry = len(tableMagic) + 12, 5
	if len(b) < header || string(b[:len(tableMagic)]) != tableMagic || (len(b)-header)%entry != 0 {
		return nil, fmt.Errorf("%w (no header, or cut short)", ErrTable)
	}
	if v := binary.LittleEndian.Uint32(b[len(tableMagic):]); v != text.Scheme {
		return nil, fmt.Errorf("%w (hashes of scheme %d, this program's are %d)", ErrTable, v, text.Scheme)
	}
	t := &Table{rare: math.Float64frombits(binary.LittleEndian.Uint64(b[len(tableMagic)+4:]))}
	if !(t.rare > 0 && t.rare <= math.MaxUint8*step) {
		return nil, fmt.Errorf("%w (weight %v)", ErrTable, t.rare)
	}
	b = b[header:]
	t.index = make(map[uint32]uint8, len(b)/entry)
	for ; len(b) > 0; b = b[entry:] {
		t.index[binary.LittleEndian.Uint32(b)] = b[4]
	}
	return t, nil
}
