package excel

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
)

// segments reads on through records that continue each other. What is missing
// at the end reads as zero, and err tells.
type segments struct {
	rest [][]byte
	err  error
}

// bytes returns the next n bytes, which no character of a text is among.
func (s *segments) bytes(n int) []byte {
	out := make([]byte, n)
	for got := 0; got < n; {
		if !s.hasMore() {
			s.err = errShort
			return out
		}
		k := copy(out[got:], s.rest[0])
		s.rest[0] = s.rest[0][k:]
		got += k
	}
	return out
}

// hasMore drops used-up segments and reports whether any are left.
func (s *segments) hasMore() bool {
	for len(s.rest) > 0 && len(s.rest[0]) == 0 {
		s.rest = s.rest[1:]
	}
	return len(s.rest) > 0
}

func (s *segments) uint16() uint16 { return binary.LittleEndian.Uint16(s.bytes(2)) }
func (s *segments) uint32() uint32 { return binary.LittleEndian.Uint32(s.bytes(4)) }

func (s *segments) skip(n int) {
	for n > 0 {
		if !s.hasMore() {
			s.err = errShort
			return
		}
		k := min(n, len(s.rest[0]))
		s.rest[0] = s.rest[0][k:]
		n -= k
	}
}

// text reads a text of n characters behind its flags (XLUnicodeString).
func (s *segments) text(n int) (string, error) {
	wide := s.bytes(1)[0]&1 != 0
	return s.characters(n, wide)
}

// richText reads a text of the shared ones (XLUnicodeRichExtendedString): its
// formats and how it is pronounced are skipped.
func (s *segments) richText() (string, error) {
	n := int(s.uint16())
	flags := s.bytes(1)[0]
	skip := 0
	if flags&8 != 0 {
		skip = 4 * int(s.uint16())
	}
	if flags&4 != 0 {
		skip += int(s.uint32())
	}
	text, err := s.characters(n, flags&1 != 0)
	s.skip(skip)
	if err == nil {
		err = s.err
	}
	return text, err
}

// characters reads n of them, of one byte each or two. Where another segment
// begins within a text, it says again which.
func (s *segments) characters(n int, wide bool) (string, error) {
	var units []uint16
	for n > 0 && s.err == nil {
		if !s.hasMore() {
			return "", errShort
		}
		size := 1
		if wide {
			size = 2
		}
		here := min(n, len(s.rest[0])/size)
		for i := range here {
			if wide {
				units = append(units, binary.LittleEndian.Uint16(s.rest[0][2*i:]))
			} else {
				units = append(units, uint16(s.rest[0][i]))
			}
		}
		s.rest[0] = s.rest[0][here*size:]
		if n -= here; n > 0 {
			if len(s.rest[0]) > 0 { // half a character
				return "", errShort
			}
			if !s.hasMore() {
				return "", errShort
			}
			wide = s.bytes(1)[0]&1 != 0
		}
	}
	return strings.ReplaceAll(string(utf16.Decode(units)), "\r\n", "\n"), s.err
}
