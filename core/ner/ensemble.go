package ner

import (
	"context"
	"fmt"
	"slices"

	"github.com/cotejo/cotejo/core/ner/parties"
)

// Config says how much each extractor counts.
type Config struct {
	Extractors    []ExtractorConfig
	MinConfidence float64 // entities below it are but alternatives
}

// ExtractorConfig is one extractor's place in the ensemble.
type ExtractorConfig struct {
	Name    string
	Weight  float64 // 0 to 1: how far its own confidence is believed
	Enabled bool
}

// DefaultConfig returns the configuration in force when nobody changed it.
func DefaultConfig() Config {
	return Config{
		Extractors: []ExtractorConfig{
			{"pattern", 0.85, true}, {"label", 0.9, true}, {"structure", 0.9, true}, {"gazetteer", 0.5, true}, {"sequence", 0.45, true},
		},
		MinConfidence: 0.5,
	}
}

// Equal reports whether two configurations are the same.
func (c Config) Equal(o Config) bool {
	return c.MinConfidence == o.MinConfidence && slices.Equal(c.Extractors, o.Extractors)
}

// Extractor returns the place of the extractor of that name, nil when it has
// none.
func (c *Config) Extractor(name string) *ExtractorConfig {
	for i := range c.Extractors {
		if c.Extractors[i].Name == name {
			return &c.Extractors[i]
		}
	}
	return nil
}

// Ensemble weighs the votes of the extractors. It is safe for concurrent use.
type Ensemble struct {
	members []member
	min     float64
	forests *forests
}

type member struct {
	Extractor
	weight float64
}

// NewEnsemble returns an ensemble of the enabled extractors. It fails on an
// extractor that does not exist or is named twice, and on weights outside 0–1.
func NewEnsemble(c Config) (*Ensemble, error) {
	e := &Ensemble{min: c.MinConfidence, forests: learnedForests()}
	if !(c.MinConfidence >= 0 && c.MinConfidence <= 1) {
		return nil, fmt.Errorf("ner: minimum confidence %v is not between 0 and 1", c.MinConfidence)
	}
	seen := map[string]bool{}
	for _, x := range c.Extractors {
		extractor := extractorNamed(x.Name)
		switch {
		case extractor == nil:
			return nil, fmt.Errorf("ner: no extractor is called %q", x.Name)
		case seen[x.Name]:
			return nil, fmt.Errorf("ner: extractor %q is configured twice", x.Name)
		case !(x.Weight >= 0 && x.Weight <= 1):
			return nil, fmt.Errorf("ner: weight %v of extractor %q is not between 0 and 1", x.Weight, x.Name)
		}
		seen[x.Name] = true
		if x.Enabled {
			e.members = append(e.members, member{extractor, x.Weight})
		}
	}
	return e, nil
}

func extractorNamed(name string) Extractor {
	for _, x := range Extractors() {
		if x.Name() == name {
			return x
		}
	}
	return nil
}

// Extractors returns the five extractors.
func Extractors() []Extractor {
	return []Extractor{Pattern{}, Label{}, Structure{}, Gazetteer{}, Sequence{}}
}

// Extract returns the entities that s names. The text must be NFC, and typed: for recognised text use ExtractContext.
// Extract never fails, and takes time linear in the length of s. Memory does not grow with the length: a text of more
// than two hundred pages is prepared in parts, and only Pattern reads those after the first.
func (e *Ensemble) Extract(s string) Result {
	r, _ := e.ExtractContext(context.Background(), s) // which fails only when its context ends
	return r
}

// ExtractContext is like Extract and gives up when ctx ends: it checks between
// the extractors and between the parts of a long text. Its only error is that of ctx.
//
// The spans, in order, name what a scanner recognised. There, a value may be a correction of what
// stands on the page; elsewhere it consists of the characters that stand there.
func (e *Ensemble) ExtractContext(ctx context.Context, s string, recognised ...Span) (Result, error) {
	b, err := e.ballotOn(ctx, s, recognised)
	if err != nil {
		return Result{}, err
	}
	e.decide(b)
	entities, alternatives := b.entities(e.min)
	assessments := learnedDoubts().assess(b.findings(entities))
	limit(entities, assessments)
	return Result{Entities: b.withRepresented(entities), Alternatives: alternatives, Assessments: assessments}, nil
}

// decide counts the votes and makes confidences of them.
func (e *Ensemble) decide(b *ballot) {
	m := learnedVotes()
	b.scales = m.scales(e.members)
	b.settle()
	b.believe(m)
}

// ballotOn gathers the votes on a text, part by part.
func (e *Ensemble) ballotOn(ctx context.Context, s string, recognised []Span) (*ballot, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	n := partLen(s)
	t := NewText(s[:n], recognised...)
	t.Cut = n < len(s)
	b, err := e.ballot(ctx, t)
	if err != nil {
		return nil, err
	}
	for at := 0; n < len(s); {
		s, at = s[n:], at+t.Len()
		n = partLen(s)
		t = t.Next(s[:n], n < len(s), behind(recognised, at)...)
		for _, m := range e.members {
			if m.Extractor == (Pattern{}) {
				b.poll(m, t, at)
			}
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// ballot gathers the votes on a text that is read at once.
func (e *Ensemble) ballot(ctx context.Context, t *Text) (*ballot, error) {
	read := make([][]Mention, len(e.members))
	for i, m := range e.members {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		read[i] = mentionsOf(m, t)
	}
	return e.count(t, read), nil
}

// count gathers the votes on a text of which each member read something. Models decide who the parties
// are; the votes for them are evidence.
func (e *Ensemble) count(t *Text, read [][]Mention) *ballot {
	b, scales, told := &ballot{text: t}, learnedVotes().scales(e.members), false
	var h *hearing
	if !t.IsAllotment() {
		h = &hearing{t: t, described: describe(t), decided: parties.HintLinked, scales: &scales, forests: e.forests}
		if told = tellsOfOthers(h); told {
			h.described, h.decided, h.headOnly = h.described.Head(maxTold), parties.HintAgent, true
		}
	}
	for i, m := range e.members {
		mentions := read[i]
		if h != nil {
			mentions = h.hear(m.Name(), slices.Clone(mentions))
		}
		b.count(m, mentions, 0)
	}
	switch {
	case told:
		b.judge(h)
	case h != nil:
		b.assign(h)
	}
	return b
}
