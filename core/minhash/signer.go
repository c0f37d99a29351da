package minhash

import "github.com/cotejo/cotejo/core/text"

// Signer signs texts one after another without allocating once its scratch
// space has grown to the longest. The zero Signer is ready; it is not safe
// for concurrent use.
type Signer struct {
	sketch Sketch
	hashes []uint64
}

// Shingles returns the signature of a text's shingles of three words. A text of
// fewer words has the signature of the empty set.
func (s *Signer) Shingles(t string) Signature {
	s.hashes = text.AppendWords(s.hashes[:0], t)
	s.sketch = Sketch{}
	s.sketch.AddShingles(s.hashes)
	return s.sketch.Signature()
}

// Grams returns the signature of a text's runs of five characters. A text of
// fewer characters has the signature of the empty set.
func (s *Signer) Grams(t string) Signature {
	s.hashes = text.AppendGrams(s.hashes[:0], t)
	s.sketch = Sketch{}
	s.sketch.Add(s.hashes)
	return s.sketch.Signature()
}
