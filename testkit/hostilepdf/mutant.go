package hostilepdf

import (
	"bytes"
	"math/rand/v2"
)

// Mutant returns a copy of a PDF with a few things changed at random: bytes,
// numbers, stretches that are cut, doubled or moved. The same seed changes the
// same.
func Mutant(good []byte, seed uint64) []byte {
	rng := rand.New(rand.NewPCG(seed, 7))
	b := bytes.Clone(good)
	for range 1 + rng.IntN(8) {
		if len(b) == 0 {
			break
		}
		at := rng.IntN(len(b))
		if rng.IntN(2) == 0 { // where the structure is, not within a picture
			if i := bytes.Index(b[at:], []byte("<<")); i >= 0 && i < 1<<16 {
				at += i + rng.IntN(min(120, len(b)-at-i))
			}
		}
		end := min(len(b), at+1+rng.IntN(64))
		switch rng.IntN(7) {
		case 0:
			b[at] ^= 1 << rng.IntN(8)
		case 1:
			for i := at; i < end; i++ {
				b[i] = byte(rng.Uint32())
			}
		case 2:
			b = append(b[:at:at], b[end:]...)
		case 3:
			b = append(b[:end:end], b[at:]...)
		case 4:
			b = changeNumber(rng, b, at)
		case 5:
			from := rng.IntN(len(b))
			copy(b[at:end], b[from:])
		case 6:
			if rng.IntN(4) == 0 {
				b = b[:at]
			}
		}
	}
	if i := bytes.Index(b[:min(len(b), 1024)], []byte("%PDF-")); i < 0 {
		b = append([]byte("%PDF-1.7\n"), b...) // or it would not be let in
	}
	return b
}

var numbers = []string{
	"0",
	"-1",
	"1",
	"65536",
	"2147483647",
	"-2147483648",
	"4294967296",
	"99999999999999999999",
	"1e30",
	"0.0000001",
	"null",
	"[",
	"<<",
	"1 0 R",
}

// changeNumber replaces the next number behind at.
func changeNumber(rng *rand.Rand, b []byte, at int) []byte {
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	for at < len(b) && !digit(b[at]) {
		at++
	}
	end := at
	for end < len(b) && digit(b[end]) {
		end++
	}
	number := numbers[rng.IntN(len(numbers))]
	return append(append(b[:at:at], number...), b[end:]...)
}
