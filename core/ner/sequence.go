package ner

import (
	"bytes"
	"slices"

	"github.com/cotejo/cotejo/core/ner/internal/doc"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
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

// maxTagged bounds the words that are tagged: parties are named at the head.
const maxTagged = 1200

// Extract returns the parties and courts that the embedded model tags at the
// head of t.
func (Sequence) Extract(t *Text) []Mention {
	return defaultModel().mentions(t)
}

// Names returns the names of persons, institutions and places, the streets,
// identifiers and e-mail addresses that the embedded model tags in the whole of
// t, whatever kind of text it is. Field, Raw, Start, End and Confidence are set.
func (Sequence) Names(t *Text) []Mention {
	m, d := defaultModel(), decoders.Get().(*decoder)
	defer d.release()
	var out []Mention
	for from := 0; from < len(t.Words); from += maxTagged {
		out = d.tag(m, d.read(t, from, min(len(t.Words), from+maxTagged)), m.names, out)
	}
	for i := range out {
		out[i].Raw = t.Slice(out[i].Start, out[i].End)
	}
	return out
}

// Kinds of names that the model also knows, from texts that say nothing of who
// sues whom. No entity of the Ensemble is of such a kind.
const (
	PersonName   Field = "persona"
	Organisation Field = "institucion"
	Place        Field = "lugar"
	Street       Field = "direccion"
	Identifier   Field = "numero"
	Mailbox      Field = "buzon"
)

// tagged are the fields that the model knows, those of filings first. Tag 0 is
// outside; field n begins with tag 2n+1 and goes on with tag 2n+2.
var tagged = [...]Field{Plaintiff, Defendant, Agent, Attorney, LinkedParty, Court,
	PersonName, Organisation, Place, Street, Identifier, Mailbox}

// tagSet is a set of tags, a bit each.
type tagSet uint32

// The model reads a filing for its parties, any other text for names of all
// kinds: a person who files is no mere person. Numbers, streets and addresses
// are the same in both.
var (
	partyTags = tagsOf(func(f Field) bool { return f != PersonName && f != Organisation && f != Place })
	nameTags  = tagsOf(func(f Field) bool { return slices.Contains(nameKinds[:], f) })
	nameKinds = [...]Field{PersonName, Organisation, Place, Street, Identifier, Mailbox}
)

func tagsOf(belongs func(Field) bool) tagSet {
	set := tagSet(1)
	for i, f := range tagged {
		if belongs(f) {
			set |= 3 << (2*i + 1)
		}
	}
	return set
}

const tags = 2*len(tagged) + 1

// mentions decodes the head of t and reads off the parties.
func (m *model) mentions(t *Text) []Mention {
	if len(t.Words) == 0 {
		return nil
	}
	d := decoders.Get().(*decoder)
	defer d.release()
	head := d.read(t, 0, min(len(t.Words), maxTagged))
	head.leavePlain()
	var room [24]Mention
	found := d.tag(m, head, m.parties, room[:0])
	out := make([]Mention, 0, len(found))
	for _, x := range found {
		if slices.Contains(nameKinds[:], x.Field) {
			continue
		}
		if x.Field == Defendant || x.Field == LinkedParty {
			for _, p := range t.taggedParties(x) {
				out = append(out, Mention{Field: x.Field, Value: p.value, Start: p.start, End: p.end, Confidence: x.Confidence})
			}
			continue
		}
		if named, ok := t.taggedMention(x.Field, t.WordAt(x.Start), t.WordAt(x.End-1)); ok {
			if named.Confidence = x.Confidence; x.Field.files() && (t.told(x.Start) || t.SectionAt(x.Start) == doc.Evidence) {
				named.Confidence *= 0.4 // the facts tell of others
			}
			out = append(out, named)
		}
	}
	return t.withRaw(out)
}

// tag decodes words and appends what is tagged.
func (d *decoder) tag(m *model, f *featurizer, s *steps, out []Mention) []Mention {
	path, margins := d.decode(m, f, s)
	t, from := f.t, f.from
	for i := 0; i < len(path); i++ {
		if path[i]%2 == 0 {
			continue
		}
		last, margin := i, margins[i]
		for last+1 < len(path) && path[last+1] == path[i]+1 {
			last++
			margin = min(margin, margins[last])
		}
		out = append(out, Mention{Field: tagged[path[i]/2], Start: int(t.Words[from+i].Start), End: int(t.Words[from+last].End), Confidence: marginConfidence(margin)})
		i = last
	}
	return out
}

// taggedParties reads what is tagged as the other side or a third party: one
// institution, or several that the model took for one.
func (t *Text) taggedParties(x Mention) []party {
	first, last := t.WordAt(x.Start), t.WordAt(x.End-1)
	for k := first + 1; k <= last; k++ {
		if t.clauseAt(k) {
			last = k - 1
		}
	}
	var out []party
	for k := first; k <= last; {
		if k = t.skipLead(k, int(t.Words[last].End)); k > last {
			break
		}
		end := min(t.partyLast(k, int(t.Words[last].End)), last)
		p, ok := t.newParty(k, end)
		if !ok {
			break
		}
		out = append(out, p)
		k = end + 1
		for k <= last && t.Words[k].Class&lex.Function != 0 {
			k++
		}
	}
	return out
}

// taggedMention makes the mention of words first to last.
func (t *Text) taggedMention(f Field, first, last int) (Mention, bool) {
	m := Mention{Field: f, Start: int(t.Words[first].Start), End: int(t.Words[last].End)}
	switch f {
	case Court:
		c, ok := t.courtAt(first)
		m.Value = c.value
		return m, ok && c.specific
	}
	if w := t.Words[first]; first+2 <= last && w.Class&(lex.Given|lex.Surname) == 0 && t.Words[first+1].Class&lex.Particle != 0 {
		first += 2 // apoderado de confianza de X
		m.Start = int(t.Words[first].Start)
	}
	for w := t.Words[first]; first < last && (t.childAt(first) || w.Class&lex.Particle != 0 && w.Shape == doc.Lower || w.Class&noName != 0 && w.Class&(lex.Given|lex.Surname) == 0); w = t.Words[first] {
		first++ // Soy X, a favor de X
		m.Start = int(t.Words[first].Start)
	}
	for k := first; k < last; k++ {
		if gap := t.Between(k); bytes.ContainsAny(gap, ":;|@") || bytes.Count(gap, []byte("\n")) > 1 {
			last = k // another label, another block
			m.End = int(t.Words[k].End)
		}
	}
	m.Value = lex.PersonName(t.Slice(m.Start, m.End))
	if t.official(first, last) || t.bystander(first) {
		return m, false
	}
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
