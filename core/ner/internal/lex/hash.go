package lex

// PairHash hashes two values under a template: a multiplication each, and a mix of the high bits into
// the low ones, by which rows of models are chosen.
func PairHash(template, a, b uint32) uint32 {
	h := (a+template*0x9e3779b1)*0x85ebca6b ^ (b+0x27d4eb2f)*0xc2b2ae35
	h ^= h >> 15
	h *= 0x2c1b3c6d
	return h ^ h>>13
}

// MixHash adds v to a hash (the finaliser of MurmurHash3).
func MixHash(h, v uint32) uint32 {
	h ^= v + 0x9e3779b9 + h<<6 + h>>2
	h ^= h >> 16
	h *= 0x85ebca6b
	h ^= h >> 13
	return h
}
