package filings

// Composition: templates with slots become text, and every slot that holds an
// entity leaves a span behind. Spans are never found by searching.
//
// A template is Spanish text with four kinds of mark:
//
//	{slot}         a value of the scope; {SLOT} in capitals, {Slot} with its first letter so
//	{o/a}          by the gender of the plaintiff; {f:o/a} of the signer, {d:el/la} of the defendant
//	[this|that]    one of them, at random
//	«yo|él»        the first when the plaintiff speaks, the second when another does

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
)

// value is what a slot holds: an entity when field is set, otherwise a
// template of its own.
type value struct {
	field ner.Field
	text  string
	norm  string
}

type scope struct {
	slots           map[string]value
	female          bool // the plaintiff
	signerFemale    bool
	defendantFemale bool
	firstPerson     bool
}

// composer writes blocks and remembers where entities stand.
type composer struct {
	scope  scope
	rng    *rand.Rand
	text   bytes.Buffer
	length int // code points written
	upper  bool
	title  bool // the next letter is a capital
	spans  []Span
	blocks []Block
}

// block writes a template as a paragraph of its own.
func (c *composer) block(style Style, template string) {
	if len(c.blocks) > 0 && c.blocks[len(c.blocks)-1].Style != PageBreak {
		c.put("\n\n")
	}
	start := c.text.Len()
	c.expand(template)
	c.blocks = append(c.blocks, Block{Style: style, Text: c.text.String()[start:]})
}

// pageBreak ends the page.
func (c *composer) pageBreak() {
	c.put("\n" + document.PageBreak)
	c.blocks = append(c.blocks, Block{Style: PageBreak})
}

func (c *composer) expand(t string) {
	for t != "" {
		i := strings.IndexAny(t, "{[«")
		if i < 0 {
			c.literal(t)
			return
		}
		c.literal(t[:i])
		t = t[i:]
		switch t[0] {
		case '{':
			end := strings.IndexByte(t, '}')
			c.slot(t[1:end])
			t = t[end+1:]
		case '[':
			options, rest := alternatives(t, "[", "]")
			c.expand(options[c.rng.IntN(len(options))])
			t = rest
		default:
			options, rest := alternatives(t, "«", "»")
			if c.scope.firstPerson {
				c.expand(options[0])
			} else {
				c.expand(options[1])
			}
			t = rest
		}
	}
}

// alternatives splits "[a|b]rest" at its own bars, not at those of brackets
// inside it.
func alternatives(t, open, end string) (options []string, rest string) {
	depth, from := 0, len(open)
	for i := 0; i < len(t); {
		_, n := utf8.DecodeRuneInString(t[i:])
		switch mark := t[i : i+n]; {
		case mark == "[" || mark == "«":
			depth++
		case mark == "]" || mark == "»":
			if depth--; depth == 0 && mark == end {
				return append(options, t[from:i]), t[i+n:]
			}
		case mark == "|" && depth == 1:
			options = append(options, t[from:i])
			from = i + n
		}
		i += n
	}
	panic("filings: unclosed " + open + " in " + t)
}

func (c *composer) slot(name string) {
	if strings.Contains(name, "/") {
		c.gendered(name)
		return
	}
	if v, ok := c.scope.slots[name]; ok {
		c.value(v)
		return
	}
	v, ok := c.scope.slots[strings.ToLower(name)]
	if !ok {
		panic(fmt.Sprintf("filings: no slot %q", name))
	}
	if name == strings.ToUpper(name) {
		was := c.upper
		c.upper = true
		c.value(v)
		c.upper = was
		return
	}
	c.title = true
	c.value(v)
}

func (c *composer) gendered(name string) {
	female := c.scope.female
	if who, forms, ok := strings.Cut(name, ":"); ok {
		name = forms
		female = who == "f" && c.scope.signerFemale || who == "d" && c.scope.defendantFemale
	}
	masculine, feminine, _ := strings.Cut(name, "/")
	if female {
		c.literal(feminine)
	} else {
		c.literal(masculine)
	}
}

func (c *composer) value(v value) {
	if v.field == "" {
		c.expand(v.text)
		return
	}
	start := c.length
	c.literal(v.text)
	c.spans = append(c.spans, Span{Field: v.field, Value: v.norm, Start: start, End: c.length})
}

func (c *composer) literal(s string) {
	if s == "" {
		return
	}
	if c.upper {
		s = strings.ToUpper(s)
	}
	if c.title {
		r, n := utf8.DecodeRuneInString(s)
		s = string(unicode.ToUpper(r)) + s[n:]
		c.title = false
	}
	c.put(s)
}

// put writes s, without a second full stop after "S.A.S." and with "de el" and
// "a el" contracted.
func (c *composer) put(s string) {
	written := c.text.Bytes()
	if strings.HasPrefix(s, ".") && bytes.HasSuffix(written, []byte(".")) {
		s = s[1:]
	}
	if article := strings.HasPrefix(s, "el ") || strings.HasPrefix(s, "EL "); article && endsInPreposition(written) {
		c.text.Truncate(len(written) - 1)
		c.length--
		s = s[1:]
	}
	c.text.WriteString(s)
	c.length += utf8.RuneCountInString(s)
}

func endsInPreposition(b []byte) bool {
	for _, p := range []string{" de ", " a ", " DE ", " A "} {
		if bytes.HasSuffix(b, []byte(p)) {
			return true
		}
	}
	return false
}

// wrap breaks the lines of s at spaces so that none is longer than width, as
// text read from a page is broken. It changes no offset.
func wrap(s string, width int) string {
	out := []rune(s)
	start, space := 0, -1
	for i, r := range out {
		switch r {
		case '\n', '\f':
			start, space = i+1, -1
		case ' ':
			space = i
		}
		if i-start >= width && space > start {
			out[space] = '\n'
			start, space = space+1, -1
		}
	}
	return string(out)
}
