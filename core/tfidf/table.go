package tfidf

import (
	"cmp"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sync"

	"github.com/cotejo/cotejo/core/text"
)

// Table holds the inverse document frequencies of words: the natural
// logarithm of how many texts there are for each that has the word. A Table
// does not change and is safe for concurrent use.
type Table struct {
	index index
	rare  float64
}

// index maps the hashes of words to their idf, in steps. It is open
// addressing with linear probing, at most half full: a look-up reads one line
// of memory, and every word of every text is looked up.
type index struct {
	slots []slot // a power of two of them
	shift int    // what is left of a 32-bit hash is the place to begin at
	len   int
}

type slot struct {
	hash  uint32
	steps uint8
	used  bool
}

func newIndex(size int) index {
	width := bits.Len(uint(2*size + 1))
	return index{slots: make([]slot, 1<<width), shift: 32 - width}
}

func (x *index) find(hash uint32) *slot {
	if len(x.slots) == 0 {
		return new(slot)
	}
	for i := hash >> x.shift; ; i++ {
		if s := &x.slots[int(i)&(len(x.slots)-1)]; !s.used || s.hash == hash {
			return s
		}
	}
}

func (x *index) set(hash uint32, steps uint8) {
	s := x.find(hash)
	if !s.used {
		x.len++
	}
	*s = slot{hash, steps, true}
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
// filings. testkit/buildidf builds it.
var Background = sync.OnceValue(func() *Table {
	t, err := ReadTable(background)
	if err != nil {
		panic("tfidf: the embedded table: " + err.Error())
	}
	return t
})

// IDF returns the weight of a word; unknown words have the greatest.
func (t *Table) IDF(hash uint32) float64 {
	if s := t.index.find(hash); s.used {
		return float64(s.steps) * step
	}
	return t.rare
}

// Rare is the weight of words that the table does not know.
func (t *Table) Rare() float64 { return t.rare }

// Len is the number of words that the table knows.
func (t *Table) Len() int { return t.index.len }

// Each calls visit for each word that the table knows, in no order.
func (t *Table) Each(visit func(hash uint32)) {
	for _, s := range t.index.slots {
		if s.used {
			visit(s.hash)
		}
	}
}

// Build returns a table of the words that more than the share least of the texts have. Rarer words
// weigh as much as one with that share.
func Build(shares map[uint32]float64, least float64) *Table {
	t := &Table{index: newIndex(len(shares)), rare: -math.Log(least)}
	for h, share := range shares {
		if share > least {
			t.index.set(h, uint8(math.Round(min(-math.Log(min(share, 1)), t.rare)/step)))
		}
	}
	return t
}

// ErrTable is wrapped by ReadTable's error for what is not a table of this
// program's: another format, or hashes of another text.Scheme.
var ErrTable = errors.New("tfidf: table of another version; learn it again")

// Append appends the table in the form that ReadTable reads.
func (t *Table) Append(b []byte) []byte {
	b = append(b, tableMagic...)
	b = binary.LittleEndian.AppendUint32(b, text.Scheme)
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(t.rare))
	used := slices.DeleteFunc(slices.Clone(t.index.slots), func(s slot) bool { return !s.used })
	slices.SortFunc(used, func(a, b slot) int { return cmp.Compare(a.hash, b.hash) })
	for _, s := range used {
		b = append(binary.LittleEndian.AppendUint32(b, s.hash), s.steps)
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
	t.index = newIndex(len(b) / entry)
	for ; len(b) > 0; b = b[entry:] {
		t.index.set(binary.LittleEndian.Uint32(b), b[4])
	}
	return t, nil
}
