package dedup

import (
	"slices"

	"github.com/cotejo/cotejo/core/text"
)

// bandRows is the number of minima in a band. Three rows make 42 bands: a pair
// of Jaccard .5 (a scan with 2 % errors) shares one with probability .995, one
// of .1 with .04.
const bandRows = 3

// The kinds of key. Their values are stored: never reuse one.
const (
	bandKey uint64 = iota + 1
	cedulaKey
	radicadoKey
	emailKey
	nameKey
	rareKey
	identifierKey
)

// Keys returns the distinct keys under which f is found. A fingerprint of an
// empty filing has none.
func (f Fingerprint) Keys() []Key {
	hashes := f.signature.Bands(make([]uint64, 0, 64), bandRows)
	for i, h := range hashes {
		hashes[i] = text.Mix(h, bandKey)
	}
	for _, h := range f.rare {
		hashes = append(hashes, text.Mix(uint64(h), rareKey))
	}
	for _, v := range f.identifiers {
		hashes = append(hashes, text.Mix(v, identifierKey))
	}
	slices.Sort(hashes)
	hashes = slices.Compact(hashes)
	keys := make([]Key, len(hashes))
	for i, h := range hashes {
		keys[i] = Key(h)
	}
	return keys
}
