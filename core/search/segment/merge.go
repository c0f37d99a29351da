package segment

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
)

// Source is a segment to be merged. Next returns the data of its pages, one after
// the other, and nil behind the last.
type Source struct {
	Next func() ([]byte, error)
	Base uint32 // is added to its numbers

	cursor
	first uint64 // the first bytes of the key
}

// advance goes to the next key; ok is false behind the last.
func (s *Source) advance() (ok bool, err error) {
	for {
		if ok, err = s.next(); ok || err != nil {
			s.first = firstBytes(s.key)
			return ok, err
		}
		if s.rest, err = s.Next(); err != nil || s.rest == nil {
			return false, err
		}
		s.key = s.key[:0]
	}
}

// Merge makes one segment of several, without the numbers that gone holds.
func Merge(sources []*Source, gone func(uint32) bool, emit func(Page) error) error {
	out := pager{emit: emit}
	var left []*Source
	for _, s := range sources {
		if ok, err := s.advance(); err != nil {
			return err
		} else if ok {
			left = append(left, s)
		}
	}
	var key []byte
	var merging union
	for len(left) > 0 {
		least := left[0]
		for _, s := range left[1:] {
			if s.first < least.first || s.first == least.first && bytes.Compare(s.key, least.key) < 0 {
				least = s
			}
		}
		first := least.first
		key, merging.lists = append(key[:0], least.key...), merging.lists[:0]
		for i := 0; i < len(left); {
			s := left[i]
			if s.first != first || !bytes.Equal(s.key, key) {
				i++
				continue
			}
			merging.lists = append(merging.lists, based{s.list, s.Base})
			ok, err := s.advance()
			if err != nil {
				return err
			}
			if ok {
				i++
			} else {
				left = slices.Delete(left, i, i+1)
			}
		}
		merged, err := merging.list(gone)
		if err != nil {
			return err
		}
		if len(merged.data) == 0 {
			continue
		}
		if err := out.add(key, merged); err != nil {
			return err
		}
	}
	return out.close()
}

// based is a list with what is added to its numbers, which is divisible by 8.
type based struct {
	list
	base uint32
}

// union makes one list of several, as newList makes it of their numbers, in memory
// that stays.
type union struct {
	lists   []based
	numbers []uint32
	room    []byte
}

// list is without data where gone holds all numbers. It is there until the next.
func (u *union) list(gone func(uint32) bool) (l list, err error) {
	if gone == nil && len(u.lists) == 1 {
		if l, ok, err := u.moved(u.lists[0]); ok || err != nil {
			return l, err
		}
	}
	if gone == nil && slices.ContainsFunc(u.lists, func(l based) bool { return l.dense }) {
		if l, ok, err := u.marked(); ok || err != nil {
			return l, err
		}
	}
	u.numbers = u.numbers[:0]
	for _, l := range u.lists {
		if u.numbers, err = l.appendTo(u.numbers, l.base); err != nil {
			return list{}, err
		}
	}
	u.numbers = sorted(u.numbers)
	if gone != nil {
		u.numbers = slices.DeleteFunc(u.numbers, gone)
	}
	if len(u.numbers) == 0 {
		return list{}, nil
	}
	l, u.room = newList(u.numbers, u.room[:0])
	return l, nil
}

// moved adds to the numbers of a list, of which only the beginning is another then. It
// is not ok where that has more bytes, so that the other way might take fewer.
func (u *union) moved(l based) (_ list, ok bool, err error) {
	add := uint64(l.base)
	if l.dense {
		add /= 8
	}
	first, n := binary.Uvarint(l.data)
	if n <= 0 || first+add > 1<<32-1 {
		return list{}, false, errDamaged
	}
	u.room = append(binary.AppendUvarint(u.room[:0], first+add), l.data[n:]...)
	return list{l.dense, u.room}, len(u.room) == len(l.data), nil
}

// marked has a bit for each number of lists of which one has bits already: its bytes
// are taken as they are. It is not ok where that takes as many bytes as there are
// numbers, whose distances might take fewer.
func (u *union) marked() (_ list, ok bool, err error) {
	u.numbers = u.numbers[:0]
	low, high, most := uint64(1<<32), uint64(0), 0
	for _, l := range u.lists {
		if !l.dense {
			if u.numbers, err = l.appendTo(u.numbers, l.base); err != nil {
				return list{}, false, err
			}
			continue
		}
		first, n := binary.Uvarint(l.data)
		if n <= 0 || n == len(l.data) || first > 1<<29 {
			return list{}, false, errDamaged
		}
		first += uint64(l.base / 8)
		low, high, most = min(low, first), max(high, first+uint64(len(l.data)-n)-1), most+8*(len(l.data)-n)
	}
	for _, n := range u.numbers {
		low, high = min(low, uint64(n/8)), max(high, uint64(n/8))
	}
	if high-low >= uint64(most+len(u.numbers)) {
		return list{}, false, nil
	}
	u.room = binary.AppendUvarint(u.room[:0], low)
	at, size := len(u.room), int(high-low)+1
	u.room = slices.Grow(u.room, size)[:at+size]
	all := u.room[at:]
	clear(all)
	for _, l := range u.lists {
		if l.dense {
			first, n := binary.Uvarint(l.data)
			into := all[first+uint64(l.base/8)-low:]
			for i, b := range l.data[n:] {
				into[i] |= b
			}
		}
	}
	for _, n := range u.numbers {
		all[uint64(n/8)-low] |= 1 << (n % 8)
	}
	have := 0
	for _, b := range all {
		have += bits.OnesCount8(b)
	}
	return list{true, u.room}, have > max(8, len(u.room)), nil
}
