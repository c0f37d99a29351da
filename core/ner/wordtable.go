package ner

// The lexicon as it is looked up: once for every word of a text, by its letters
// as they stand there.

// wordTable finds the class of a folded word. It is an open hash table with the
// words one behind the other in a string, so that looking up touches little
// memory and makes none.
type wordTable struct {
	slots   []wordSlot // a power of two
	letters string
}

type wordSlot struct {
	hash, class uint32
	at          uint32 // where the word begins in letters
	length      uint32 // 0 in an empty slot
}

// newWordTable returns the table of words.
func newWordTable(words map[string]class) wordTable {
	size := 1024
	for size < 2*len(words) {
		size *= 2
	}
	t := wordTable{slots: make([]wordSlot, size)}
	var letters []byte
	for w, c := range words {
		if w == "" {
			continue
		}
		h := hash(0, w)
		i := int(h) & (size - 1)
		for t.slots[i].length > 0 {
			i = (i + 1) & (size - 1)
		}
		t.slots[i] = wordSlot{h, uint32(c), uint32(len(letters)), uint32(len(w))}
		letters = append(letters, w...)
	}
	t.letters = string(letters)
	return t
}

// find returns the class of a folded word, false for one that the table lacks.
func (t *wordTable) find(folded []byte) (class, bool) {
	h := uint32(hashSeed)
	for _, c := range folded {
		h = (h ^ uint32(c)) * hashPrime
	}
	for i := int(h) & (len(t.slots) - 1); ; i = (i + 1) & (len(t.slots) - 1) {
		s := &t.slots[i]
		if s.length == 0 {
			return 0, false
		}
		if s.hash == h && string(folded) == t.letters[s.at:s.at+s.length] {
			return class(s.class), true
		}
	}
}
