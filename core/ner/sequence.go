package ner

import (
	"github.com/cotejo/cotejo/core/ner/internal/role"
	"github.com/cotejo/cotejo/core/ner/internal/sequence"
)

// Sequence reads the head of a paper word by word with a linear-chain model:
// every word gets the tag that, with the tags of its neighbours, scores
// highest. It knows nothing of labels or grammar but what it was trained on,
// and so errs where the other extractors do not.
//
// The model is an averaged structured perceptron (Collins, EMNLP 2002) over
// hashed features, decoded by Viterbi; TrainSequence makes it.
type Sequence struct{}

// Name returns "sequence".
func (Sequence) Name() string { return "sequence" }

// Extract returns the parties and courts that the embedded model tags at the
// head of t.
func (Sequence) Extract(t *Text) []Mention {
	return t.TaggedBy(defaultModel())
}

// Names returns the names of persons, institutions and places, the streets,
// identifiers and e-mail addresses that the embedded model tags in the whole of
// t, whatever kind of text it is. Field, Raw, Start, End and Confidence are set.
func (Sequence) Names(t *Text) []Mention {
	m, d := defaultModel(), sequence.NewDecoder()
	defer d.Release()
	var found []sequence.Name
	for from := 0; from < len(t.Words); from += role.MaxTagged {
		found = d.Tag(m, d.Read(t.Text, t.Presented, from, min(len(t.Words), from+role.MaxTagged)), m.Names, found)
	}
	var out []Mention
	for _, x := range found {
		start, end := int(t.Words[x.First].Start), int(t.Words[x.Last].End)
		out = append(out, Mention{Field: role.Tagged[x.Kind], Start: start, End: end, Raw: t.Slice(start, end), Confidence: x.Confidence})
	}
	return out
}
