package ner

// What the sequence model sees of a word. Names are described, not spelled, so
// that it learns how parties are introduced and not who they were.

// maxFeatures bounds the features of a word.
const maxFeatures = 32

// featurizer computes the features of the first n words of a text.
type featurizer struct {
	t      *Text
	n      int
	kinds  []uint32 // a word described: spelled when it is no name, else by shape and tables
	cues   []uint32 // the last word that speaks of a side, and roughly how far it is
	places []uint32 // where in the paper the word stands
	buf    [maxFeatures]uint32
}

func newFeaturizer(t *Text, n int) *featurizer {
	f := &featurizer{t: t, n: n, kinds: make([]uint32, n), cues: make([]uint32, n), places: make([]uint32, n)}
	cue, at := uint32(0), 0
	line := 0
	for i := 0; i < n; i++ {
		f.kinds[i] = f.describe(i)
		far := uint32(0)
		switch d := i - at; {
		case d > 24:
			far = 3
		case d > 10:
			far = 2
		case d > 3:
			far = 1
		}
		f.cues[i] = cue*4 + far
		key := t.key(i)
		if _, ok := sides[key]; ok || key == "contra" || filed[key] || key == "vs" || presents[key] {
			cue, at = hash(0, key), i
		}
		for line < len(t.lines) && t.lines[line].end <= t.words[i].start {
			line++
		}
		p := uint32(0)
		if line < len(t.lines) && t.lines[line].start == t.words[i].start {
			p = 1
		}
		if int(t.words[i].start) >= t.presented {
			p |= 2
		}
		if t.SectionAt(int(t.words[i].start)) != Heading {
			p |= 4
		}
		f.places[i] = p
	}
	return f
}

// describe spells a word that is no name and describes any other.
func (f *featurizer) describe(i int) uint32 {
	w := f.t.words[i]
	if w.class&(common|function|identity|honorific|courtHead|courtWord|entityHead|legalForm|labelWord|ordinal|particle) != 0 {
		return hash(1, f.t.key(i))
	}
	kind := uint32(w.shape) | uint32(w.class&(given|surname|placeStart|entityStart))<<4
	return mix(2, kind|uint32(min(int(w.end-w.start), 4))<<12)
}

// gap describes what parts words i and i+1.
func (f *featurizer) gap(i int) uint32 {
	if i < 0 {
		return 1
	}
	g := uint32(0)
	for _, c := range f.t.between(i) {
		switch c {
		case '\n':
			g |= 2
		case ':':
			g |= 4
		case ',':
			g |= 8
		case '.', ';':
			g |= 16
		case '(', ')':
			g |= 32
		case '-':
			g |= 64
		}
	}
	if f.t.wideGap(i) {
		g |= 128
	}
	return g
}

func (f *featurizer) kind(i int) uint32 {
	if i < 0 || i >= f.n {
		return 3
	}
	return f.kinds[i]
}

// at returns the features of word i; they are valid until the next call.
func (f *featurizer) at(i int) []uint32 {
	out := f.buf[:0]
	add := func(template uint32, values ...uint32) {
		h := template * 0x9e3779b1
		for _, v := range values {
			h = mix(h, v)
		}
		out = append(out, h)
	}
	w := f.t.words[i]
	shape := uint32(w.shape)
	before, after := f.gap(i-1), f.gap(i)
	k0, k1, k2, n1, n2 := f.kind(i), f.kind(i-1), f.kind(i-2), f.kind(i+1), f.kind(i+2)
	add(1, k0)
	add(2, k1)
	add(3, n1)
	add(4, k2)
	add(5, n2)
	add(6, k1, k0)
	add(7, k0, n1)
	add(8, k2, k1)
	add(9, n1, n2)
	add(10, before, k0)
	add(11, after, k0)
	add(12, before, k1)
	add(13, f.cues[i])
	add(14, f.cues[i]/4, shape)
	add(15, f.cues[i], k0)
	add(16, f.cues[i]/4, before)
	add(17, f.places[i], k0)
	add(18, f.places[i], f.cues[i]/4)
	add(19, k2, k1, k0)
	add(20, f.kind(i-3), k2, k1)
	add(21, before, shape, uint32(w.class&(given|surname|entityHead|entityStart)))
	add(22, 0)
	return out
}

// hash is FNV-1a of s from a seed.
func hash(seed uint32, s string) uint32 {
	h := 2166136261 ^ seed
	for i := 0; i < len(s); i++ {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

// mix adds v to a hash (the finaliser of MurmurHash3).
func mix(h, v uint32) uint32 {
	h ^= v + 0x9e3779b9 + h<<6 + h>>2
	h ^= h >> 16
	h *= 0x85ebca6b
	h ^= h >> 13
	return h
}
