package dedup

import (
	"slices"

	"github.com/cotejo/cotejo/core/entity"
	"github.com/cotejo/cotejo/core/text"
)

// bandRows is the number of minima in a band. Three rows make 42 bands: a pair
// of Jaccard .5 (a scan with 2 % errors) shares one with probability .995, one
// of .1 with .04.
const bandRows = 3

// minAnchorKey is the least number by which a filing is found.
const minAnchorKey = 10_000

// The kinds of key. Their values are stored: never reuse one.
const (
	bandKey uint64 = iota + 1
	identifierKey
	radicadoKey
	emailKey
	nameKey
	rareKey
	anchorKey
)

// Keys returns the distinct keys under which f is found, sorted: the bands of
// its signature, what identifies its people, and its rare words and numbers.
// The fingerprint of an empty filing has none.
func (f Fingerprint) Keys() []Key {
	return toKeys(f.appendTelling(f.appendHints(make([]uint64, 0, 128))))
}

// KeyKinds returns the Keys of f in two kinds: hints, which unrelated filings
// sometimes share, and telling keys, which name a person or a number.
func (f Fingerprint) KeyKinds() (hints, telling []Key) {
	return toKeys(f.appendHints(nil)), toKeys(f.appendTelling(nil))
}

// appendHints appends bands and rare words.
func (f Fingerprint) appendHints(hashes []uint64) []uint64 {
	from := len(hashes)
	hashes = f.signature.Bands(hashes, bandRows)
	for i, h := range hashes[from:] {
		hashes[from+i] = text.Mix(h, bandKey)
	}
	for _, h := range f.rare {
		hashes = append(hashes, text.Mix(uint64(h), rareKey))
	}
	return hashes
}

func (f Fingerprint) appendTelling(hashes []uint64) []uint64 {
	for _, v := range f.identifiers {
		hashes = append(hashes, text.Mix(v, identifierKey))
	}
	// Days are shared by too many filings; the longest numbers by the fewest.
	for i, n := len(f.anchors)-1, 0; i >= 0 && n < maxRare; i-- {
		if v := f.anchors[i]; v&dayMark == 0 && v >= minAnchorKey {
			hashes = append(hashes, text.Mix(v, anchorKey))
			n++
		}
	}
	for _, exact := range []struct {
		value string
		kind  uint64
	}{
		{entity.RadicadoIdentity(f.parties.Radicado), radicadoKey},
		{entity.EmailKey(f.parties.Email), emailKey},
		{entity.NameKey(f.parties.Plaintiff), nameKey},
	} {
		if exact.value != "" {
			hashes = append(hashes, hashString(exact.value, exact.kind))
		}
	}
	return hashes
}

// lookupKeys are the telling keys of f and those of filings whose cédula,
// radicado or e-mail was misread once, see variants.go.
func (f Fingerprint) lookupKeys() []Key {
	hashes := f.appendTelling(nil)
	for v := range cedulaVariants(entity.CedulaDigits(f.parties.Cedula)) {
		hashes = append(hashes, text.Mix(parse(v), identifierKey))
	}
	for v := range misreadings(entity.RadicadoIdentity(f.parties.Radicado), digitsAlike) {
		hashes = append(hashes, hashString(v, radicadoKey))
	}
	for v := range misreadings(entity.EmailKey(f.parties.Email), lettersAlike) {
		hashes = append(hashes, hashString(v, emailKey))
	}
	return toKeys(hashes)
}

func toKeys(hashes []uint64) []Key {
	keys := make([]Key, len(hashes))
	for i, h := range hashes {
		keys[i] = Key(h)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// hashString mixes the bytes of s eight at a time.
func hashString(s string, kind uint64) uint64 {
	h := text.Mix(kind, uint64(len(s)))
	for len(s) > 0 {
		n := min(8, len(s))
		var v uint64
		for i := range n {
			v = v<<8 | uint64(s[i])
		}
		h = text.Mix(h, v)
		s = s[n:]
	}
	return h
}
