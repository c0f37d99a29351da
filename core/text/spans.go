package text

// Span is a word of a text and where it stands.
type Span struct {
	Hash       uint64 // of the folded word
	Start, End int32  // bytes of the text
	Digits     bool   // the word holds an ASCII digit
}

// In returns the word as the text s has it.
func (w Span) In(s string) string { return s[w.Start:w.End] }

// AppendSpans appends the words that a walk with NewWords finds to dst, in half
// the time. The text must be shorter than 2 GiB.
func AppendSpans(dst []Span, s string) []Span {
	if len(s) < shortText {
		return appendSpansSlowly(dst, s)
	}
	var (
		c    chunk
		from origins
	)
	before := len(dst)
	for i := 0; ; {
		from.begin(i)
		n, next, ok := c.fold(s, i, 0, allBytes, &from)
		ok = ok && !from.full
		if ok && next == len(s) {
			return c.spans(dst, n, s, &from)
		}
		end := c.lastWord(n)
		if !ok || end == 0 { // as in AppendWords, or hardly anything is ASCII
			return appendSpansSlowly(dst[:before], s)
		}
		// The word that the chunk ends in is read again.
		dst = c.spans(dst, end, s, &from)
		i = from.start(end)
	}
}

func appendSpansSlowly(dst []Span, s string) []Span {
	for w := NewWords(s); w.Next(); {
		dst = append(dst, Span{w.Hash, int32(w.Start), int32(w.End), w.Digits})
	}
	return dst
}

// spans appends the words of the first n bytes of a chunk made of s.
func (c *chunk) spans(dst []Span, n int, s string, from *origins) []Span {
	var (
		edges edges
		room  [chunkSize/2 + block]uint64
	)
	found := edges.find(c, n)
	hashes := room[:found/2]
	c.hash(hashes, &edges)
	for i, h := range hashes {
		begin, end := int(edges[2*i]), int(edges[2*i+1])
		span := Span{Hash: h, Start: int32(from.start(begin)), End: int32(from.end(end))}
		if c.hasDigit(begin, end) {
			span.Digits = !from.foreign || hasDigit(s[span.Start:span.End])
		}
		dst = append(dst, span)
	}
	return dst
}

// hasDigit reports whether a byte of a chunk from begin to end is a digit, or of
// a letter outside Latin looks like one.
func (c *chunk) hasDigit(begin, end int) bool {
	for ; begin < end; begin += 8 {
		v := loadBytes(c[begin:])
		if left := end - begin; left < 8 {
			v &= 1<<(left<<3) - 1
		}
		if _, digits := classify(v); digits != 0 {
			return true
		}
	}
	return false
}

func hasDigit(s string) bool {
	for i := range len(s) {
		if '0' <= s[i] && s[i] <= '9' {
			return true
		}
	}
	return false
}

// origins maps the bytes of a folded chunk to their places in the text. Look them up in ascending order.
type origins struct {
	shifts  [512]shift // the first noted of them
	noted   int
	full    bool // there were more
	foreign bool // there are letters outside Latin, whose bytes look like any

	by   int // what is added to the place in the chunk
	next int // of shifts
}

// shift is a place of a chunk from which on another number is to be added.
type shift struct {
	place uint16
	mark  bool // because of a combining mark, which is of no word when it ends one
	by    int32
}

// begin begins with a chunk that comes from byte i on.
func (o *origins) begin(i int) {
	o.noted, o.full, o.foreign, o.by, o.next = 0, false, false, i, 0
}

// moved notes that byte i of the text comes to place n.
func (o *origins) moved(i, n int) { o.note(shift{place: uint16(n), by: int32(i - n)}) }

// marked notes the same behind a combining mark.
func (o *origins) marked(i, n int) { o.note(shift{place: uint16(n), by: int32(i - n), mark: true}) }

func (o *origins) note(s shift) {
	if o.noted == len(o.shifts) {
		o.full = true
		return
	}
	o.shifts[o.noted] = s
	o.noted++
}

// start returns where the byte at a place begins.
func (o *origins) start(place int) int {
	for o.next < o.noted && int(o.shifts[o.next].place) <= place {
		o.by = int(o.shifts[o.next].by)
		o.next++
	}
	return place + o.by
}

// end returns where the byte before a place ends.
func (o *origins) end(place int) int {
	for o.next < o.noted {
		s := o.shifts[o.next]
		if int(s.place) > place || int(s.place) == place && s.mark {
			break
		}
		o.by = int(s.by)
		o.next++
	}
	return place + o.by
}
