package metrics

import (
	"sync"

	"github.com/cotejo/cotejo/core/fault"
)

// words bounds the values of a label. Codes of faults are written in the
// program, but those of a reader process come from a process that has met a
// hostile file: what looks like none, or is one too many, is "other". The zero
// value is ready to use.
type words struct {
	mu   sync.Mutex
	seen map[string]bool
}

const (
	maxWords  = 64
	maxLength = 40 // bytes
	other     = "other"
)

// limit returns the word, or "other" once there are too many different words.
func (w *words) limit(word string) string {
	if word == "" {
		return word
	}
	if !slug(word) {
		return other
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.seen == nil {
		w.seen = map[string]bool{}
	}
	if !w.seen[word] && len(w.seen) >= maxWords {
		return other
	}
	w.seen[word] = true
	return word
}

// slug reports whether a word is written as codes are.
func slug(word string) bool {
	for _, c := range []byte(word) {
		if c != '_' && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return len(word) <= maxLength
}

// codeOf returns the code of a fault; that of any other error is "internal_error".
func codeOf(err error) string {
	if f, ok := fault.As(err); ok {
		return f.Code
	}
	return "internal_error"
}
