package ner

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

// maxTagged bounds the words that are tagged: parties are named at the head.
const maxTagged = 1200

// Extract returns the names that the embedded model tags in t.
func (Sequence) Extract(t *Text) []Mention {
	return defaultModel().mentions(t)
}

// tagged are the fields that the model knows. Tag 0 is outside; field n begins
// with tag 2n+1 and goes on with tag 2n+2.
var tagged = [...]Field{Plaintiff, Defendant, Agent, Attorney, LinkedParty, Court}

const tags = 2*len(tagged) + 1

// mentions decodes the head of t and reads off the names.
func (m *model) mentions(t *Text) []Mention {
	n := min(len(t.words), maxTagged)
	if n == 0 {
		return nil
	}
	f := newFeaturizer(t, n)
	path, margins := m.decode(f)
	var out []Mention
	for i := 0; i < n; i++ {
		if path[i]%2 == 0 {
			continue
		}
		last := i
		margin := margins[i]
		for last+1 < n && path[last+1] == path[i]+1 {
			last++
			margin = min(margin, margins[last])
		}
		if mention, ok := t.taggedMention(tagged[path[i]/2], i, last); ok {
			mention.Confidence = marginConfidence(margin)
			out = append(out, mention)
		}
		i = last
	}
	return t.withRaw(out)
}

// taggedMention makes the mention of words first to last.
func (t *Text) taggedMention(f Field, first, last int) (Mention, bool) {
	m := Mention{Field: f, Start: int(t.words[first].start), End: int(t.words[last].end)}
	switch f {
	case Court:
		c, ok := t.courtAt(first)
		m.Value = c.value
		return m, ok && c.specific
	case Defendant, LinkedParty:
		for k := first + 1; k <= last; k++ {
			if t.clauseAt(k) {
				last = k - 1
			}
		}
		p, ok := t.newParty(first, last)
		m.Value, m.End = p.value, p.end
		return m, ok
	}
	if w := t.words[first]; first+2 <= last && w.class&(given|surname) == 0 && t.words[first+1].class&particle != 0 {
		first += 2 // apoderado de confianza de X
		m.Start = int(t.words[first].start)
	}
	for first < last && t.words[first].class&noName != 0 && t.words[first].class&(given|surname) == 0 {
		first++ // Soy X
		m.Start = int(t.words[first].start)
	}
	m.Value = personName(t.Slice(m.Start, m.End))
	if _, n := t.placeAt(first); first+n > last {
		return m, false
	}
	return m, last > first
}

// marginConfidence maps the least margin by which the tags of a name won to a
// confidence between 0.4 and 0.95.
func marginConfidence(margin float32) float64 {
	const full = 12 // of the weights' unit; margins over it are hardly ever wrong
	return 0.4 + 0.55*float64(min(max(margin, 0), full))/full
}

// decode returns the best tags and by how much each beats the next tag in its
// place, the rest of the path being kept.
func (m *model) decode(f *featurizer) (path []uint8, margins []float32) {
	n := f.n
	emissions := make([]float32, n*tags)
	best := make([]float32, tags)
	next := make([]float32, tags)
	back := make([]uint8, n*tags)
	for i := 0; i < n; i++ {
		e := emissions[i*tags : (i+1)*tags]
		m.score(f.at(i), e)
		for b := range next {
			if i == 0 {
				next[b] = e[b]
				if b > 0 && b%2 == 0 {
					next[b] = -1e9
				}
				continue
			}
			top, from := float32(-2e9), 0
			if b > 0 && b%2 == 0 { // goes on: only its own field comes before
				top, from = best[b-1]+m.transitions[b-1][b], b-1
				if s := best[b] + m.transitions[b][b]; s > top {
					top, from = s, b
				}
			} else {
				for a, s := range best {
					if s += m.transitions[a][b]; s > top {
						top, from = s, a
					}
				}
			}
			next[b] = top + e[b]
			back[i*tags+b] = uint8(from)
		}
		best, next = next, best
	}
	path = make([]uint8, n)
	for b := range best {
		if best[b] > best[path[n-1]] {
			path[n-1] = uint8(b)
		}
	}
	for i := n - 1; i > 0; i-- {
		path[i-1] = back[i*tags+int(path[i])]
	}
	margins = make([]float32, n)
	for i := range margins {
		margins[i] = 1e9
		e := emissions[i*tags : (i+1)*tags]
		for b := range e {
			if b != int(path[i]) && (path[i]%2 == 0 || b%2 == int(path[i])%2 || b == 0) {
				margins[i] = min(margins[i], e[path[i]]-e[b])
			}
		}
	}
	return path, margins
}
