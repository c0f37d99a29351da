package dedup

import (
	"iter"
	"strings"
)

// What scanners take for one another: any of a group for any other.
var (
	digitsAlike  = []string{"0 6 8 9", "1 7 4", "2 7", "3 5 8 9", "5 6 8", "4 9"}
	lettersAlike = []string{"0 o", "1 l i", "5 s", "8 b", "2 z", "9 g q", "c e o", "u v n", "h n b", "m rn nn", "w vv", "d cl", "f t", "_ -", ".com .corn", "a o"}
)

// maxVariant is the longest identifier, in bytes, of which variants are made.
const maxVariant = 64

// misreadings yields s with one group of alike characters taken for another, at one
// place: some sixty variants of a radicado, and as many of an address.
func misreadings(s string, alike []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if len(s) > maxVariant {
			return
		}
		for _, group := range alike {
			signs := strings.Fields(group)
			for _, from := range signs {
				for at := strings.Index(s, from); at >= 0; {
					for _, to := range signs {
						if to != from && !yield(s[:at]+to+s[at+len(from):]) {
							return
						}
					}
					next := strings.Index(s[at+1:], from)
					if next < 0 {
						break
					}
					at += 1 + next
				}
			}
		}
	}
}

// cedulaVariants yields a cédula with one digit replaced by any other or left
// out, or with two neighbours swapped: it is the key that tells the most, and
// people mistype it as well.
func cedulaVariants(cedula string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range len(cedula) {
			for c := byte('0'); c <= '9'; c++ {
				if !yield(cedula[:i] + string(c) + cedula[i+1:]) {
					return
				}
			}
			if !yield(cedula[:i] + cedula[i+1:]) {
				return
			}
			if i > 0 && !yield(cedula[:i-1]+string(cedula[i])+string(cedula[i-1])+cedula[i+1:]) {
				return
			}
		}
	}
}
