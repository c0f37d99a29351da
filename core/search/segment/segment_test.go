package segment

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/search"
)

// kept is a segment as a store keeps it.
type kept struct {
	base  uint32
	pages []Page
}

func (k *kept) keep(p Page) error {
	k.pages = append(k.pages, p)
	return nil
}

// source reads it for a merge into one with another base.
func (k *kept) source(base uint32) *Source {
	n := 0
	return &Source{Base: k.base - base, Next: func() ([]byte, error) {
		if n == len(k.pages) {
			return nil, nil
		}
		n++
		return k.pages[n-1].Data, nil
	}}
}

// look asks the pages that a store would read: from the last that begins at or
// before the range to the last that begins in it.
func (k *kept) look(t rapid.TB, r Range, dense bool) []uint32 {
	var found Found
	if dense {
		found.Dense = func(first uint32, bits []byte) {
			for i, b := range bits {
				for j := range 8 {
					if b>>j&1 == 1 {
						found.Numbers = append(found.Numbers, first+uint32(8*i+j))
					}
				}
			}
		}
	}
	from := 0
	for i, p := range k.pages {
		if bytes.Compare(p.First, r.Low) <= 0 {
			from = i
		}
	}
	for _, p := range k.pages[min(from, len(k.pages)):] {
		if bytes.Compare(p.First, r.High) > 0 {
			break
		}
		if err := Look(p.Data, r, k.base, &found); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(found.Numbers)
	return slices.Compact(found.Numbers)
}

// documents draws documents with ascending numbers that lie together or apart,
// with words that many have and words that few have.
func documents(from uint32) *rapid.Generator[[]Entry] {
	return rapid.Custom(func(t *rapid.T) []Entry {
		step := rapid.SampledFrom([]uint32{1, 1, 3, 1000, 70_000}).Draw(t, "step")
		number := from
		var all []Entry
		for range rapid.IntRange(0, 60).Draw(t, "documents") {
			number += rapid.Uint32Range(1, step).Draw(t, "distance")
			e := Entry{number, search.Entry{Terms: " : ", Words: " "}}
			for _, w := range rapid.SliceOfN(rapid.IntRange(0, 200), 0, 12).Draw(t, "words") {
				e.Terms += fmt.Sprintf("palabra%d ", w*w%91)
				e.Words += fmt.Sprintf("w%d ", w%17)
			}
			all = append(all, e)
		}
		return all
	})
}

func build(t rapid.TB, base uint32, entries []Entry) *kept {
	relative := slices.Clone(entries)
	for i := range relative {
		relative[i].Number -= base
	}
	k := &kept{base: base}
	if err := Build(relative, k.keep); err != nil {
		t.Fatal(err)
	}
	return k
}

// wantHeld compares what a segment holds with its documents.
func wantHeld(t *rapid.T, k *kept, entries []Entry) {
	ranges := map[string]Range{"all": Term(search.Everything), "none": Term("x"), "prefix": Prefix("palabra1"), "every term": Prefix("")}
	for _, e := range entries {
		for term := range strings.FieldsSeq(e.Terms) {
			ranges[term] = Term(search.Term(term))
		}
		for _, p := range AppendRuns(nil, e.Words) {
			ranges[fmt.Sprint(p)] = Run(p)
		}
	}
	for name, r := range ranges {
		var want []uint32
		for _, e := range entries {
			has := slices.ContainsFunc(strings.Fields(e.Terms), func(term string) bool {
				return bytes.Compare([]byte(term), r.Low) >= 0 && bytes.Compare([]byte(term), r.High) <= 0
			}) || slices.ContainsFunc(AppendRuns(nil, e.Words), func(p int64) bool { return bytes.Equal(Run(p).Low, r.Low) })
			if has {
				want = append(want, e.Number)
			}
		}
		for _, dense := range []bool{false, true} {
			if got := k.look(t, r, dense); !slices.Equal(got, want) {
				t.Fatalf("%s: got %v, want %v", name, got, want)
			}
		}
	}
	for i, p := range k.pages {
		if len(p.Data) > pageSize || i > 0 && bytes.Compare(k.pages[i-1].First, p.First) >= 0 {
			t.Fatalf("page %d begins with %q and has %d bytes", i, p.First, len(p.Data))
		}
	}
}

func TestASegmentHoldsItsDocuments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := documents(800).Draw(t, "entries")
		wantHeld(t, build(t, 800, entries), entries)
	})
}

// What is merged, with or without documents that are gone, is what a segment of
// all documents holds.
func TestMergedSegmentsHoldWhatEachHeld(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		byNumber := map[uint32]Entry{}
		var parts []*kept
		for _, base := range rapid.SliceOfN(rapid.SampledFrom([]uint32{80, 96, 800, 8000}), 1, 5).Draw(t, "bases") {
			entries := slices.DeleteFunc(documents(base).Draw(t, "entries"), func(e Entry) bool { _, there := byNumber[e.Number]; return there })
			for _, e := range entries {
				byNumber[e.Number] = e
			}
			parts = append(parts, build(t, base, entries))
		}
		gone := rapid.SliceOf(rapid.SampledFrom(append(slices.Sorted(maps.Keys(byNumber)), 1))).Draw(t, "gone")
		var sources []*Source
		for _, p := range parts {
			sources = append(sources, p.source(80))
		}
		whole := &kept{base: 80}
		isGone := func(n uint32) bool { return slices.Contains(gone, n+80) }
		if len(gone) == 0 {
			isGone = nil // lists are taken as they are where they can be
		}
		if err := Merge(sources, isGone, whole.keep); err != nil {
			t.Fatal(err)
		}
		var remaining []Entry
		for _, n := range slices.Sorted(maps.Keys(byNumber)) {
			if !slices.Contains(gone, n) {
				remaining = append(remaining, byNumber[n])
			}
		}
		wantHeld(t, whole, remaining)
		again := build(t, 80, remaining)
		if len(again.pages) != len(whole.pages) {
			t.Fatalf("merged it has %d pages, built at once %d", len(whole.pages), len(again.pages))
		}
		for i := range again.pages {
			if !bytes.Equal(again.pages[i].Data, whole.pages[i].Data) {
				t.Fatalf("page %d differs from that of a segment built at once", i)
			}
		}
	})
}

func TestListsTakeTheShorterForm(t *testing.T) {
	for name, c := range map[string]struct {
		numbers []uint32
		dense   bool
		most    int // bytes
	}{
		"none":                     {nil, false, 0},
		"one":                      {[]uint32{5}, false, 1},
		"all of a thousand":        {every(1, 1000), true, 127},
		"half of a thousand":       {every(2, 1000), true, 127},
		"one of fifty":             {every(50, 1000), false, 20},
		"a thousand far away":      {shifted(every(1, 1000), 1<<31), true, 131},
		"one of a thousand, apart": {every(1000, 100_000), false, 200},
	} {
		t.Run(name, func(t *testing.T) {
			l, _ := newList(c.numbers, nil)
			if l.dense != c.dense || len(l.data) > c.most {
				t.Errorf("dense is %t, %d bytes", l.dense, len(l.data))
			}
			if got, err := l.appendTo(nil, 0); err != nil || !slices.Equal(got, c.numbers) {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
}

func every(step, end uint32) (all []uint32) {
	for n := uint32(0); n < end; n += step {
		all = append(all, n)
	}
	return all
}

func shifted(all []uint32, by uint32) []uint32 {
	for i := range all {
		all[i] += by
	}
	return all
}

// A list longer than a page has one of its own.
func TestAListLongerThanAPage(t *testing.T) {
	var entries []Entry
	for n := range uint32(60_000) {
		e := Entry{n, search.Entry{Terms: " : "}}
		if n%2 == 0 {
			e.Terms = " : par "
		}
		entries = append(entries, e)
	}
	k := build(t, 0, entries)
	if got := k.look(t, Term("par"), false); len(got) != 30_000 {
		t.Errorf("found %d", len(got))
	}
	if got := k.look(t, Term(":"), true); len(got) != 60_000 {
		t.Errorf("found %d", len(got))
	}
}

// Damaged pages are told, and take neither time nor memory.
func FuzzLook(f *testing.F) {
	k := build(f, 0, []Entry{{1, search.Entry{Terms: " : a ab "}}, {300, search.Entry{Terms: " : ab b ", Words: " ab b ab "}}})
	for _, p := range k.pages {
		f.Add(p.Data)
	}
	f.Add([]byte{0, 1, 'a', 3, 200})
	f.Fuzz(func(t *testing.T, data []byte) {
		var found Found
		if err := Look(data, Prefix(""), 8, &found); err == nil && len(found.Numbers) > 8*len(data) {
			t.Errorf("%d numbers of %d bytes", len(found.Numbers), len(data))
		}
		s := &Source{Next: func() ([]byte, error) { defer func() { data = nil }(); return data, nil }}
		_ = Merge([]*Source{s}, nil, func(Page) error { return nil })
	})
}

// Hashes come in their order with the places of their documents, also those that
// begin or end alike.
func TestHashesAreGrouped(t *testing.T) {
	hash := rapid.OneOf(rapid.Uint64(), rapid.SampledFrom([]uint64{0, 1, 1 << 48, 1<<48 + 1, 1 << 56, 1<<56 + 1<<48, 1<<64 - 1, 1<<64 - 1<<16}))
	rapid.Check(t, func(t *rapid.T) {
		documents := rapid.SliceOfN(rapid.SliceOfN(hash, 0, 30), 0, 300).Draw(t, "documents")
		var g gathered
		want := map[uint64][]uint32{}
		for place, hashes := range documents {
			for _, h := range hashes {
				g.add(found{hash: h, place: uint32(place)})
				want[h] = append(want[h], uint32(place))
			}
		}
		var order []uint64
		err := g.each(func(h uint64, places []uint32) error {
			if order = append(order, h); !slices.Equal(places, slices.Compact(want[h])) {
				t.Errorf("%x is in %v, want %v", h, places, want[h])
			}
			return nil
		})
		if err != nil || !slices.Equal(order, slices.Sorted(maps.Keys(want))) {
			t.Errorf("got %x of %d, %v", order, len(want), err)
		}
	})
}

func TestTooManyDocumentsAtOnceAreRefused(t *testing.T) {
	if err := Build(make([]Entry, mostEntries+1), func(Page) error { return nil }); err == nil {
		t.Error("they are not")
	}
}

// Numbers of lists that lie across each other come in their order, each once,
// whether they are close together or far apart.
func TestNumbersOfSeveralListsAreSorted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.SampledFrom([]uint32{10, 1000, 1 << 31}).Draw(t, "most")
		numbers := rapid.SliceOf(rapid.Uint32Range(0, most)).Draw(t, "numbers")
		want := slices.Sorted(slices.Values(numbers))
		if got := sorted(slices.Clone(numbers)); !slices.Equal(got, slices.Compact(want)) {
			t.Errorf("got %v", got)
		}
	})
}
