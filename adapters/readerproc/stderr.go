package readerproc

import (
	"regexp"
	"strings"
	"sync"
)

// excerptBytes is how much is kept of either end of what a reader writes to
// stderr.
const excerptBytes = 1 << 10

// excerpt is a writer that remembers how what was written began and how it
// ended: Go says first what a program died of, a C library last.
type excerpt struct {
	mu         sync.Mutex
	begin, end []byte
	left       bool // something between the two was left out
}

func (e *excerpt) Write(b []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	n := min(len(b), excerptBytes-len(e.begin))
	e.begin = append(e.begin, b[:n]...)
	e.end = append(e.end, b[n:]...)
	if over := len(e.end) - excerptBytes; over > 0 {
		e.end, e.left = append(e.end[:0], e.end[over:]...), true
	}
	return len(b), nil
}

func (e *excerpt) reset() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.begin, e.end, e.left = e.begin[:0], e.end[:0], false
}

func (e *excerpt) String() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	gap := ""
	if e.left {
		gap = "\n…\n"
	}
	return strings.TrimSpace(strings.ToValidUTF8(string(e.begin)+gap+string(e.end), "?"))
}

// discreet makes the complaint of a library fit for a log. Libraries put what
// they choke on between quotes, and that may be words of the document: nothing
// is kept between the first quote of a line and its last. What is left is
// bounded, since a reader that a document has taken over says what it likes.
func discreet(complaint string) string {
	complaint = quoted.ReplaceAllString(complaint, "'…'")
	if len(complaint) > discreetBytes {
		complaint = strings.ToValidUTF8(complaint[:discreetBytes], "") + "…"
	}
	return complaint
}

const discreetBytes = 2*excerptBytes + 16

var quoted = regexp.MustCompile("['\"`‘“«].*['\"`’”»]")
