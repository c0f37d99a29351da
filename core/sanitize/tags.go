package sanitize

import "strings"

// withoutTags removes tags and comments until there are none.
//
// It writes to a buffer from left to right and remembers where in it tags
// begin. A > that ends a tag takes the buffer back to where the tag began, so
// that what was before it meets what comes behind: <scr<b>ipt> ends as no
// tag. Taking it back also takes back what was remembered since; what is known
// is therefore always what reading the buffer again would tell. That makes the
// result its own result, in one pass.
func withoutTags(s string) string {
	if strings.IndexByte(s, '<') < 0 {
		return s
	}
	step(len(s))
	t := tagScanner{in: s, out: make([]byte, 0, len(s))}
	for t.at < len(s) {
		c := s[t.at]
		t.at++
		t.out = append(t.out, c)
		t.saw(c)
	}
	return t.spaced()
}

// mark is where a tag begins in the buffer, and where that became known.
type mark struct{ start, known int }

type tagScanner struct {
	in  string
	at  int // of in, not read yet
	out []byte

	starts   []int  // of < before a letter, or before a slash and a letter
	ends     []int  // of characters that end a name: space, slash, >
	tags     []mark // of known elements, declarations and armed strangers
	others   []mark // of any element; a parser makes one of whatever has a name
	armed    []mark // of elements with an attribute that acts
	comments []mark
	unclosed [2]bool // script, style: no end tag is left in the input
}

func (t *tagScanner) saw(c byte) {
	n := len(t.out)
	if n >= 3 && t.out[n-3] == '<' && isMarkup(t.out[n-2], c) {
		t.tags = append(t.tags, mark{n - 3, n - 1})
	}
	switch {
	case isLetter(c):
		switch {
		case n >= 2 && t.out[n-2] == '<':
			t.starts = append(t.starts, n-2)
		case n >= 3 && t.out[n-2] == '/' && t.out[n-3] == '<':
			t.starts = append(t.starts, n-3)
		}
	case c == '-':
		if n >= 4 && string(t.out[n-4:]) == "<!--" {
			t.tags = t.tags[:len(t.tags)-1] // <!- began no bogus comment
			t.comments = append(t.comments, mark{n - 4, n - 1})
		}
	case c == '=':
		t.attribute()
	case c == '>':
		t.nameEnds()
		t.tagEnds()
	case c == '/':
		if t.out[max(0, n-2)] != '<' {
			t.nameEnds()
		}
	case isSpace(c):
		t.nameEnds()
	}
}

// isMarkup reports whether < and these two begin a declaration or what a
// parser makes a bogus comment of (HTML, section 13.2.5.6), which the next >
// ends. <!>, <?> and </> stay as they are.
func isMarkup(second, third byte) bool {
	switch second {
	case '!', '?':
		return third != '>'
	case '/':
		return third != '>' && !isLetter(third)
	}
	return false
}

// nameEnds notes the tags whose name ends here: those that began since the
// last end. A parser takes all of them for one name, the first's.
func (t *tagScanner) nameEnds() {
	here, last := len(t.out)-1, -1
	if len(t.ends) > 0 {
		last = t.ends[len(t.ends)-1]
	}
	t.ends = append(t.ends, here)
	if len(t.starts) == 0 || t.starts[len(t.starts)-1] < last {
		return
	}
	latest := t.starts[len(t.starts)-1]
	t.others = append(t.others, mark{t.starts[after(t.starts, last)], here})
	if isElement(t.name(latest, here)) {
		t.tags = append(t.tags, mark{latest, here})
	}
}

// name is that of the tag which begins at start, without the slash.
func (t *tagScanner) name(start, end int) string {
	if end-start > maxElement {
		return ""
	}
	step(end - start)
	return strings.TrimPrefix(string(t.out[start+1:end]), "/")
}

// after returns the index of the first that is greater than value.
func after(sorted []int, value int) int {
	low, high := 0, len(sorted)
	for low < high {
		step(1)
		if mid := (low + high) / 2; sorted[mid] > value {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return low
}

// maxReach is how far from its name an attribute is looked for in an element
// that nobody knows.
const maxReach = 4096

// attribute arms the latest tag when the name that is before = acts.
func (t *tagScanner) attribute() {
	here := len(t.out) - 1
	if !acts(attributeBefore(t.out[:here])) {
		return
	}
	var tag, other mark = mark{start: -1}, mark{start: -1}
	if n := len(t.tags); n > 0 {
		tag = t.tags[n-1]
	}
	if n := len(t.others); n > 0 && here-t.others[n-1].start <= maxReach {
		other = t.others[n-1]
	}
	if other.start > tag.start {
		tag = mark{other.start, here}
		t.tags = append(t.tags, tag)
	}
	if tag.start >= 0 {
		t.armed = append(t.armed, mark{tag.start, here})
	}
}

// tagEnds removes the comment or tag that the > just written ends.
func (t *tagScanner) tagEnds() {
	if len(t.comments) > 0 && (hasSuffix(t.out, "-->") || hasSuffix(t.out, "--!>")) {
		t.back(t.comments[0].start)
		return
	}
	if len(t.tags) == 0 {
		return
	}
	start := t.tags[len(t.tags)-1].start
	end := after(t.ends, start+1) // a slash behind < ends no name
	name := ""
	if t.out[start+1] != '/' && end < len(t.ends) {
		name = strings.ToLower(t.name(start, t.ends[end]))
	}
	t.back(start)
	switch name {
	case "script":
		t.skip(0, "</script")
	case "style":
		t.skip(1, "</style")
	}
}

// back cuts the buffer and forgets what was learned of what is cut.
func (t *tagScanner) back(start int) {
	t.out = t.out[:start]
	t.starts = t.starts[:after(t.starts, start-1)]
	t.ends = t.ends[:after(t.ends, start-1)]
	for _, marks := range []*[]mark{&t.tags, &t.others, &t.armed, &t.comments} {
		n := len(*marks)
		for n > 0 && (*marks)[n-1].known >= start {
			n--
		}
		step(len(*marks) - n)
		*marks = (*marks)[:n]
	}
}

// skip goes to the end tag, so that nothing of the content is kept; without
// one the content is text like any other.
func (t *tagScanner) skip(which int, endTag string) {
	if t.unclosed[which] {
		return
	}
	i := indexFold(t.in[t.at:], endTag)
	if i < 0 {
		step(len(t.in) - t.at)
		t.unclosed[which] = true
		return
	}
	step(i)
	t.at += i
}

// spaced returns the buffer. What began as an element that acts and never
// ended would end with the next > of whatever page shows it: a space behind
// the < of all that began before makes them text.
func (t *tagScanner) spaced() string {
	if len(t.armed) == 0 {
		return string(t.out)
	}
	step(len(t.out))
	until := t.armed[len(t.armed)-1].known
	var b strings.Builder
	done := 0
	for _, start := range t.starts {
		if start > until {
			break
		}
		b.Write(t.out[done : start+1])
		b.WriteByte(' ')
		done = start + 1
	}
	b.Write(t.out[done:])
	return b.String()
}

// attributeBefore returns the letters at the end of b, white space aside.
func attributeBefore(b []byte) string {
	const most = 64
	b = b[max(0, len(b)-most):]
	for len(b) > 0 && isSpace(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	n := len(b)
	for n > 0 && isLetter(b[n-1]) {
		n--
	}
	step(most)
	return strings.ToLower(string(b[n:]))
}

// acts reports whether an attribute runs, loads or restyles something.
func acts(name string) bool {
	return len(name) > len("on")+1 && strings.HasPrefix(name, "on") || acting[name]
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' }

func hasSuffix(b []byte, s string) bool { return len(b) >= len(s) && string(b[len(b)-len(s):]) == s }

// indexFold is strings.Index for an ASCII word in lower case, whatever the
// case in s.
func indexFold(s, word string) int {
	for i := 0; ; i++ {
		next := strings.IndexByte(s[i:], word[0])
		if next < 0 {
			return -1
		}
		if i += next; len(s)-i >= len(word) && strings.EqualFold(s[i:i+len(word)], word) {
			return i
		}
	}
}
