package dedup_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/doctype"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/papers"
)

var matterFile = flag.String("matter", "", "file that TestWriteMatter writes; it writes none without")

// TestWriteMatter is a tool, not a test: go run ./testkit/measure train-matter runs it. It learns from pairs that people
// wrote, as written and misread, and with little weight from invented ones, which papers in words of their own are
// repetitions. The same pairs give the same bytes.
func TestWriteMatter(t *testing.T) {
	if *matterFile == "" {
		t.Skip("a tool that go run ./testkit/measure train-matter runs, not a test")
	}
	l := matterLearner{t: t, detector: detector(t), rng: rand.New(rand.NewPCG(1, 2)), samples: map[string][]pairSample{}}
	var err error
	if l.extractor, err = ner.NewEnsemble(ner.DefaultConfig()); err != nil {
		t.Fatal(err)
	}
	l.addWritten()
	l.addInvented()
	l.logLeftOut()
	if err := os.WriteFile(*matterFile, dedup.LearnMatter(l.without("")).Write(), 0o644); err != nil {
		t.Fatal(err)
	}
}

type matterLearner struct {
	t         *testing.T
	extractor *ner.Ensemble
	detector  *dedup.Detector
	rng       *rand.Rand
	writers   []string
	samples   map[string][]pairSample // by writer
}

type pairSample struct {
	dedup.PairSample
	misread bool
}

// inventor is the writer of invented pairs.
const inventor = "invented"

func (l *matterLearner) add(writer string, s pairSample) {
	if _, known := l.samples[writer]; !known {
		l.writers = append(l.writers, writer)
	}
	l.samples[writer] = append(l.samples[writer], s)
}

func (l *matterLearner) fingerprint(id, text string, recognised bool) dedup.Fingerprint {
	r, err := l.extractor.ExtractContext(l.t.Context(), text, ner.RecognisedIf(recognised, text)...)
	if err != nil {
		l.t.Fatal(err)
	}
	return l.detector.Fingerprint(dedup.Filing{ID: id, Type: doctype.Suggest(text).Value, Text: text, Parties: r.Parties()})
}

func (l *matterLearner) addWritten() {
	pairs, err := papers.PairsToLearn()
	if err != nil {
		l.t.Fatal(err)
	}
	for _, p := range pairs {
		for _, misread := range []bool{false, true} {
			a, b, weight := p.A, p.B, 1.0
			if misread {
				const share = .02
				a, b, weight = filings.Noise(a, share, l.rng), filings.Noise(b, share, l.rng), .5
			}
			if s, ok := l.detector.Sample(l.fingerprint("a", a, misread), l.fingerprint("b", b, misread), p.Gold == "duplicate", weight); ok {
				l.add(p.Writer, pairSample{s, misread})
			}
		}
	}
}

func (l *matterLearner) addInvented() {
	const groups, weight = 60, .01
	g := filings.New(1, filings.Tuning())
	for n := range groups {
		var truths []string
		var prints []dedup.Fingerprint
		g.Group(n, 0, l.rng, func(kind, truth string, f filings.Filing) {
			truths, prints = append(truths, truth), append(prints, l.fingerprint(kind, f.Text, f.Recognised))
		})
		for i := range prints {
			for j := range i {
				if s, ok := l.detector.Sample(prints[i], prints[j], truths[i] == truths[j], weight); ok {
					l.add(inventor, pairSample{PairSample: s})
				}
			}
		}
	}
}

// without returns all samples but those of a writer.
func (l *matterLearner) without(writer string) (all []dedup.PairSample) {
	for _, w := range l.writers {
		if w != writer {
			for _, s := range l.samples[w] {
				all = append(all, s.PairSample)
			}
		}
	}
	return all
}

// logLeftOut logs the mistakes among the pairs of writers from whom nothing was learned.
func (l *matterLearner) logLeftOut() {
	var rules, both [2]struct{ pairs, accused, missed int } // as written and misread
	for _, w := range l.writers {
		if w == inventor {
			continue
		}
		learned := dedup.LearnMatter(l.without(w))
		for _, s := range l.samples[w] {
			i := count(s.misread)
			rules[i].pairs++
			rules[i].accused += count(s.ByRule && !s.Same)
			rules[i].missed += count(!s.ByRule && s.Same)
			is := learned.IsRepetition(s.PairSample)
			both[i].accused += count(is && !s.Same)
			both[i].missed += count(!is && s.Same)
		}
	}
	for i, name := range []string{"as written", "2 % misread"} {
		l.t.Logf("%s, %d retold pairs of writers left out: by the rules %d accused, %d missed; with the forest %d accused, %d missed",
			name, rules[i].pairs, rules[i].accused, rules[i].missed, both[i].accused, both[i].missed)
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
