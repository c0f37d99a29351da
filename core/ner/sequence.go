package ner

import "github.com/cotejo/cotejo/core/ner/internal/sequence"

// Sequence reads the head of a paper word by word with a linear-chain model:
// every word gets the tag that, with the tags of its neighbours, scores
// highest. It knows nothing of labels or grammar but what it was trained on,
// and so errs where the other extractors do not.
//
// The model is an averaged structured perceptron (Collins, EMNLP 2002) over
// hashed features, decoded by Viterbi; TrainSequence makes it.
type Sequence struct {
	model *sequence.Model // the embedded one when nil
}

// Name returns "sequence".
func (Sequence) Name() string { return "sequence" }

// Extract returns the parties and courts that the model tags at the head of t.
func (s Sequence) Extract(t *Text) []Mention {
	if s.model == nil {
		s.model = defaultModel()
	}
	return t.TaggedBy(s.model)
}
