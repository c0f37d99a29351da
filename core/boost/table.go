package boost

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The form in which a Forest is kept: a line of the inputs, one of the classes with the scores
// before any tree, and one for each tree. A node is a leaf's value, or "(input limit below above)".

// Write returns the Forest as a text that Read reads.
func (f *Forest) Write() []byte {
	var out bytes.Buffer
	out.WriteString("inputs\t" + strings.Join(f.Inputs, "\t") + "\n")
	out.WriteString("classes")
	for i, c := range f.Classes {
		fmt.Fprintf(&out, "\t%s\t%s", c, short(f.base[i]))
	}
	out.WriteByte('\n')
	for _, t := range f.trees {
		t.write(&out, 0)
		out.WriteByte('\n')
	}
	return out.Bytes()
}

func (t tree) write(out *bytes.Buffer, k int32) {
	n := t[k]
	if n.left == 0 {
		out.WriteString(short(float64(n.value)))
		return
	}
	fmt.Fprintf(out, "(%d %s %s ", n.input, short(float64(n.limit)), short(float64(n.value)))
	t.write(out, n.left)
	out.WriteByte(' ')
	t.write(out, n.right)
	out.WriteByte(')')
}

// short writes a number with four significant digits.
func short(v float64) string { return strconv.FormatFloat(v, 'g', 4, 32) }

// Read reads a Forest that Write wrote. It fails on one that was made for other inputs or classes.
func Read(text []byte, inputs, classes []string) (*Forest, error) {
	lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	if len(lines) < 2 {
		return nil, fmt.Errorf("boost: %d lines, which are no forest", len(lines))
	}
	f := &Forest{Inputs: strings.Split(lines[0], "\t")[1:]}
	head := strings.Split(lines[1], "\t")[1:]
	for i := 0; i+1 < len(head); i += 2 {
		base, err := strconv.ParseFloat(head[i+1], 64)
		if err != nil {
			return nil, fmt.Errorf("boost: class %s: %w", head[i], err)
		}
		f.Classes, f.base = append(f.Classes, head[i]), append(f.base, base)
	}
	if !slices.Equal(f.Inputs, inputs) || !slices.Equal(f.Classes, classes) {
		return nil, fmt.Errorf("boost: the forest has %d inputs and the classes %q, %d and %q are expected; train it again", len(f.Inputs), f.Classes, len(inputs), classes)
	}
	for i, line := range lines[2:] {
		p := parser{words: strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(line)), inputs: len(inputs)}
		if p.node(); p.failed || len(p.words) > 0 {
			return nil, fmt.Errorf("boost: line %d is no tree", i+3)
		}
		f.trees = append(f.trees, p.tree)
	}
	if len(f.trees)%len(classes) != 0 {
		return nil, fmt.Errorf("boost: %d trees for %d classes", len(f.trees), len(classes))
	}
	return f, nil
}

// parser reads a tree from its words.
type parser struct {
	words  []string
	inputs int
	tree   tree
	failed bool
}

// node reads a node and what is below it, and returns its index.
func (p *parser) node() int32 {
	at := int32(len(p.tree))
	p.tree = append(p.tree, node{})
	if p.next("(") {
		input := p.number()
		limit, value := p.number(), p.number()
		if p.failed || input < 0 || int(input) >= p.inputs {
			p.failed = true
			return at
		}
		left := p.node()
		right := p.node()
		p.failed = p.failed || !p.next(")")
		p.tree[at] = node{int32(input), left, right, float32(limit), float32(value)}
		return at
	}
	p.tree[at].value = float32(p.number())
	return at
}

// next takes the next word if it is the given one.
func (p *parser) next(word string) bool {
	if p.failed || len(p.words) == 0 || p.words[0] != word {
		return false
	}
	p.words = p.words[1:]
	return true
}

func (p *parser) number() float64 {
	if p.failed || len(p.words) == 0 {
		p.failed = true
		return 0
	}
	v, err := strconv.ParseFloat(p.words[0], 64)
	p.words, p.failed = p.words[1:], err != nil
	return v
}
