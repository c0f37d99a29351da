package document

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// WordMap holds the positions of the words of a page.
type WordMap struct {
	Width, Height float64 // of the page, in points of 1/72 inch, as displayed
	Turn          int     // quarter turns clockwise that bring its lines upright
	Words         []Word  // in reading order
}

// An encoded WordMap is this version byte, then compressed (RFC 1951) varints: the numbers of the
// page and a column for each property of the words. Boxes are in tenths of a point, confidences in
// half percents. The words themselves are stored in the page's text. A full page takes about two
// kilobytes.
const wordsVersion = 1

const (
	tenths = 10
	halves = 200

	maxWords = 1 << 20 // of a page; more is a mistake
)

// Encode returns the encoded map. The words must be sorted by position.
func (m WordMap) Encode() []byte {
	var plain []byte
	put := func(n int64) { plain = binary.AppendVarint(plain, n) }
	column := func(of func(w Word) int64) {
		var last int64
		for _, w := range m.Words {
			n := of(w)
			put(n - last)
			last = n
		}
	}
	tenth := func(f float64) int64 { return int64(math.Round(f * tenths)) }
	put(tenth(m.Width))
	put(tenth(m.Height))
	put(int64(m.Turn))
	put(int64(len(m.Words)))
	end := 0
	for _, w := range m.Words {
		put(int64(w.Start - end))
		put(int64(w.End - w.Start))
		end = w.End
	}
	column(func(w Word) int64 { return tenth(w.Box.X0) })
	column(func(w Word) int64 { return tenth(w.Box.Y0) })
	column(func(w Word) int64 { return tenth(w.Box.X1) - tenth(w.Box.X0) })
	column(func(w Word) int64 { return tenth(w.Box.Y1) - tenth(w.Box.Y0) })
	column(func(w Word) int64 { return int64(math.Round(w.Confidence * halves)) })

	out := bytes.NewBuffer([]byte{wordsVersion})
	packed, _ := flate.NewWriter(out, flate.DefaultCompression) // the level is valid
	_, _ = packed.Write(plain)                                  // to memory
	_ = packed.Close()
	return out.Bytes()
}

// DecodeWords decodes the output of Encode; text is the text of the page.
func DecodeWords(data []byte, text string) (WordMap, error) {
	if len(data) == 0 || data[0] != wordsVersion {
		return WordMap{}, errors.New("words of a page: unknown form")
	}
	plain, err := io.ReadAll(flate.NewReader(bytes.NewReader(data[1:])))
	if err != nil {
		return WordMap{}, fmt.Errorf("words of a page: %w", err)
	}
	r := bytes.NewReader(plain)
	get := func() (n int64) {
		if err == nil {
			n, err = binary.ReadVarint(r)
		}
		return n
	}
	m := WordMap{Width: float64(get()) / tenths, Height: float64(get()) / tenths, Turn: int(get())}
	count := get()
	if err != nil || count < 0 || count > maxWords {
		return WordMap{}, fmt.Errorf("words of a page: %d of them, %w", count, err)
	}
	points := []rune(text)
	m.Words = make([]Word, count)
	var end int64
	for i := range m.Words {
		start := end + get()
		end = start + get()
		if err != nil || start < 0 || end < start || end > int64(len(points)) {
			return WordMap{}, fmt.Errorf("words of a page: word %d is not in its text: %w", i, err)
		}
		m.Words[i].Start, m.Words[i].End, m.Words[i].Text = int(start), int(end), string(points[start:end])
	}
	column := func(set func(w *Word, n float64), unit float64) {
		var last int64
		for i := range m.Words {
			last += get()
			set(&m.Words[i], float64(last)/unit)
		}
	}
	column(func(w *Word, n float64) { w.Box.X0 = n }, tenths)
	column(func(w *Word, n float64) { w.Box.Y0 = n }, tenths)
	column(func(w *Word, n float64) { w.Box.X1 = w.Box.X0 + n }, tenths)
	column(func(w *Word, n float64) { w.Box.Y1 = w.Box.Y0 + n }, tenths)
	column(func(w *Word, n float64) { w.Confidence = n }, halves)
	if err != nil {
		return WordMap{}, fmt.Errorf("words of a page: %w", err)
	}
	return m, nil
}

// PageWords are the words of a page of a document.
type PageWords struct {
	Available bool // false for documents from an import or an older version, without stored words
	WordMap        // Start and End count code points of Document.Text
}
