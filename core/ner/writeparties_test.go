package ner_test

import (
	"flag"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/papers"
)

var (
	partiesFolder = flag.String("parties", "", "folder in which TestWriteParties writes its ten tables; it writes none without")
	partiesRows   = flag.Bool("parties-rows", false, "TestWriteParties also logs what is wrong of writers left out")
	partiesWeight = flag.Float64("parties-weight", .2, "weight of an invented filing")
	partiesFrom   = flag.Int("parties-filings", 900, "invented filings that TestWriteParties learns from beside the papers of people")
)

// TestWriteParties is a tool, not a test: go run ./testkit/measure train-parties runs it. It learns from
// papers that people wrote, and with less weight from invented filings, who sues whom and how they
// are named. The same papers give the same bytes.
func TestWriteParties(t *testing.T) {
	if *partiesFolder == "" {
		t.Skip("a tool that go run ./testkit/measure train-parties runs, not a test")
	}
	learn := toLearnParties(t, *partiesFrom)
	left := leftOutFigures{t: t, learn: learn}
	forests, err := ner.LearnParties(learn, filingsToTag(), papers.IsName, leftOutGroups, left.count)
	if err != nil {
		t.Fatal(err)
	}
	left.log()
	for file, data := range map[string][]byte{"sequence.bin": forests.Sequence, "words.bin": forests.Words, "first.txt": forests.First, "roles.txt": forests.Roles, "bounds.bin": forests.Bounds, "names.txt": forests.Names, "numbers.txt": forests.Numbers, "addresses.txt": forests.Addresses,
		"courts.txt": forests.Courts, "cases.txt": forests.Cases} {
		if err := os.WriteFile(filepath.Join(*partiesFolder, file), data, 0o644); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d bytes", file, len(data))
	}
}

// leftOutGroups is in how many groups writers are left out.
const leftOutGroups = 4

// leftOutFigures count what is found in papers of writers from whom nothing was learned.
type leftOutFigures struct {
	t                  *testing.T
	learn              []ner.SidedPaper
	right, found, gold [len(leftOutNames)]int
}

var leftOutNames = [...]string{"plaintiff", "defendant", "agent", "number", "address", "court", "case"}

func (f *leftOutFigures) count(l ner.Left) {
	p := f.learn[l.Paper]
	add := func(i int, values, gold []string, is func(value, gold string) bool) {
		if *partiesRows && !papers.AreRight(values, gold, is) {
			f.t.Logf("%s\t%s\tread %q\tgold %q", p.ID, leftOutNames[i], values, gold)
		}
		f.right[i] += papers.Right(values, gold, is)
		f.found[i] += len(values)
		f.gold[i] += len(gold)
	}
	for i := range l.Found {
		add(i, l.Found[i], p.Names[i], papers.IsName)
	}
	add(3, l.Numbers, p.Numbers, papers.IsNumber)
	add(4, l.Addresses, p.Addresses, papers.IsAddress)
	add(5, l.Courts, p.Courts, papers.IsCourt)
	add(6, l.Cases, p.Cases, papers.IsNumber)
}

func (f *leftOutFigures) log() {
	for i, name := range leftOutNames {
		f.t.Logf("%s of writers left out: precision %.3f, recall %.3f of %d", name, float64(f.right[i])/float64(f.found[i]), float64(f.right[i])/float64(f.gold[i]), f.gold[i])
	}
}

// toLearnParties are the papers from which the parts of parties are learned: those that people wrote, each
// also cut, without line ends and misread, pieces with known wordings, and n invented
// filings, which weigh little: with more weight, papers of people are read worse.
func toLearnParties(t *testing.T, n int) []ner.SidedPaper {
	t.Helper()
	all, err := papers.ToLearn()
	if err != nil {
		t.Fatal(err)
	}
	var learn []ner.SidedPaper
	rng := rand.New(rand.NewPCG(1, 3))
	for _, p := range all {
		s := sided(p)
		learn = append(learn, s)
		const less = .3
		s.Weight, s.Text = less, firstLines(p.Text)
		learn = append(learn, s)
		s.Text = flat(p.Text)
		learn = append(learn, s)
		s.Text, s.Recognised = filings.Noise(p.Text, .03*rng.Float64(), rng), true
		learn = append(learn, s)
	}
	learn = append(append(learn, wordings(t)...), shapedPapers(t)...)
	g := filings.New(1, filings.Tuning())
	for i := range n {
		f := g.Filing()
		if i%5 == 0 {
			f = g.Short()
		}
		s := invented(f)
		learn = append(learn, s)
		switch i % 3 { // and as it may reach a court
		case 0:
			s.Text = flat(s.Text)
		case 1:
			s.Text = firstLines(s.Text)
		case 2:
			s.Text, s.Recognised = filings.Noise(s.Text, .03*rng.Float64(), rng), true
		}
		learn = append(learn, s)
	}
	for range n / trapsOf {
		learn = append(learn, invented(g.Trap()))
	}
	return learn
}

// trapsOf is one in how many invented filings is also made without the plaintiff's number, among many of others.
const trapsOf = 3

func sided(p papers.Paper) ner.SidedPaper {
	s := ner.SidedPaper{ID: p.ID, Writer: p.Writer, Text: p.Text, Recognised: p.Recognised, Weight: 1, Names: [3][]string{p.Gold.Plaintiff, p.Gold.Defendant},
		Numbers: one(p.Gold.Cedula), Addresses: one(p.Gold.Email), Courts: one(p.Gold.Court), Cases: one(p.Gold.Radicado)}
	if p.Gold.Agent != "" {
		s.Names[2] = []string{p.Gold.Agent}
	}
	return s
}

// invented is an invented filing, which counts less than a paper that somebody wrote.
func invented(f filings.Filing) ner.SidedPaper {
	weight := *partiesWeight
	v := f.Gold.Values
	return ner.SidedPaper{Writer: "invented", Text: f.Text, Recognised: f.Recognised, Weight: weight,
		Names:   [3][]string{v[ner.Plaintiff], v[ner.Defendant], append(append([]string{}, v[ner.Agent]...), v[ner.Attorney]...)},
		Numbers: v[ner.Cedula], Addresses: v[ner.Email], Courts: v[ner.Court], Cases: v[ner.Radicado]}
}

// wordings are the pieces of wordings.txt.
func wordings(t *testing.T) (all []ner.SidedPaper) {
	t.Helper()
	const weight = 2
	pieces, err := os.ReadFile(filepath.Join("testdata", "wordings.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for piece := range strings.SplitSeq(strings.TrimSpace(string(pieces)), "\n====\n") {
		named, paper, _ := strings.Cut(piece, "\n")
		s := ner.SidedPaper{Writer: "wordings", Text: paper, Weight: weight}
		for value := range strings.SplitSeq(named, "|") {
			letter, names, _ := strings.Cut(value, "=")
			if letter == "C" && names != "" {
				s.Numbers = strings.Split(names, ",")
			}
			if role := strings.Index("PDAL", letter); role >= 0 && names != "" {
				role = min(role, 2) // agents and attorneys
				s.Names[role] = append(s.Names[role], strings.Split(names, "; ")...)
			}
		}
		all = append(all, s)
	}
	return all
}

// shapedPapers are those of TestPapers.
func shapedPapers(t *testing.T) (all []ner.SidedPaper) {
	t.Helper()
	const weight = 2
	for _, name := range slices.Sorted(maps.Keys(shapes)) {
		text, err := os.ReadFile(filepath.Join("testdata", "papers", name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		s := ner.SidedPaper{Writer: "shapes", Text: string(text), Weight: weight}
		for role, fields := range [][]ner.Field{{ner.Plaintiff}, {ner.Defendant}, {ner.Agent, ner.Attorney}} {
			for _, f := range fields {
				if names, _, _ := strings.Cut(shapes[name][f], "|"); names != "" {
					s.Names[role] = append(s.Names[role], strings.Split(names, "; ")...)
				}
			}
		}
		s.Numbers, s.Addresses = one(shapes[name][ner.Cedula]), one(shapes[name][ner.Email])
		s.Courts, s.Cases = one(shapes[name][ner.Court]), one(shapes[name][ner.Radicado])
		all = append(all, s)
	}
	return all
}

// flat returns a text as a text layer without line ends has it.
func flat(s string) string { return strings.Join(strings.Fields(s), " ") }

// firstLines returns the first third of the lines of a text.
func firstLines(s string) string {
	lines := strings.SplitAfter(s, "\n")
	return strings.Join(lines[:(len(lines)+2)/3], "")
}
