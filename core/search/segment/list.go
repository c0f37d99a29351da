// Package segment is the format of a part of a search index that never changes:
// for each key, a word or a run of up to four, the numbers of the documents that
// have it. A segment is made of many documents at once and cut into pages
// for a store to keep by their first keys; two segments merge into one.
package segment

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"slices"
)

// A list is the ascending numbers of the documents that have a key, as bytes in
// whichever of two ways takes fewer: the distance of each to the one before, as
// uvarints; or a bit for each number, the lowest first, from some byte on.
type list struct {
	dense bool
	data  []byte
}

var errDamaged = errors.New("a page of the search index is damaged")

// newList returns the list of numbers, and room, to which its data are appended.
func newList(numbers []uint32, room []byte) (list, []byte) {
	size, before := 0, uint32(0)
	for _, n := range numbers {
		size += uvarintLen(n - before)
		before = n
	}
	begin := len(room)
	if len(numbers) > 8 {
		low, high := numbers[0]/8, numbers[len(numbers)-1]/8
		if int(high-low)+1+uvarintLen(low) < size {
			room = binary.AppendUvarint(room, uint64(low))
			at := len(room)
			room = append(room, make([]byte, high-low+1)...)
			for _, n := range numbers {
				room[at+int(n/8-low)] |= 1 << (n % 8)
			}
			return list{true, room[begin:]}, room
		}
	}
	before = 0
	for _, n := range numbers {
		room = binary.AppendUvarint(room, uint64(n-before))
		before = n
	}
	return list{false, room[begin:]}, room
}

func uvarintLen(n uint32) int { return max(1, (bits.Len32(n)+6)/7) }

// appendTo appends the numbers, each with add added, to those of into.
func (l list) appendTo(into []uint32, add uint32) ([]uint32, error) {
	if l.dense {
		low, n := binary.Uvarint(l.data)
		if n <= 0 || low+uint64(len(l.data)-n) > 1<<29 {
			return into, errDamaged
		}
		for i, b := range l.data[n:] {
			for first := (uint32(low) + uint32(i)) * 8; b != 0; b &= b - 1 {
				into = append(into, first+uint32(bits.TrailingZeros8(b))+add)
			}
		}
		return into, nil
	}
	number := uint64(0)
	for i := 0; i < len(l.data); {
		distance, n := uint64(l.data[i]), 1
		if distance >= 0x80 {
			distance, n = binary.Uvarint(l.data[i:])
		}
		if number += distance; n <= 0 || distance > 1<<32-1 || number > 1<<32-1 || distance == 0 && i > 0 {
			return into, errDamaged
		}
		into = append(into, uint32(number)+add)
		i += n
	}
	return into, nil
}

// Found collects the numbers that lists of many segments have.
type Found struct {
	Numbers []uint32                        // of short lists, in no order
	Dense   func(first uint32, bits []byte) // takes a bit for each number from first on, the lowest first; first is divisible by 8
}

// add adds the numbers of a list, each with base added, which is divisible by 8.
func (f *Found) add(l list, base uint32) (err error) {
	if !l.dense || f.Dense == nil {
		f.Numbers, err = l.appendTo(f.Numbers, base)
		return err
	}
	low, n := binary.Uvarint(l.data)
	if n <= 0 || low+uint64(len(l.data)-n) > 1<<29 {
		return errDamaged
	}
	f.Dense(uint32(low)*8+base, l.data[n:])
	return nil
}

// sorted puts numbers that came from several lists in order, each once. Many of a
// narrow range are marked in it: lists of segments that lie across each other are
// long ones of everyday words.
func sorted(numbers []uint32) []uint32 {
	ordered, low, high := true, uint32(0), uint32(0)
	for i, n := range numbers {
		if i == 0 {
			low, high = n, n
			continue
		}
		ordered = ordered && n > numbers[i-1]
		low, high = min(low, n), max(high, n)
	}
	if ordered {
		return numbers
	}
	if words := int(high-low)/64 + 1; words <= len(numbers) {
		return marked(numbers, low, make([]uint64, words))
	}
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// marked sorts numbers by a bit for each from low on.
func marked(numbers []uint32, low uint32, bit []uint64) []uint32 {
	for _, n := range numbers {
		bit[(n-low)/64] |= 1 << ((n - low) % 64)
	}
	numbers = numbers[:0]
	for i, word := range bit {
		for ; word != 0; word &= word - 1 {
			numbers = append(numbers, low+uint32(i*64+bits.TrailingZeros64(word)))
		}
	}
	return numbers
}
