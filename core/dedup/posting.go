package dedup

// Posting is a number under a key, as indexes list them: a document that has
// the key, or what else a calculation sorts by keys.
type Posting struct {
	Key   uint64
	Value uint32
}
