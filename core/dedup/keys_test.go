package dedup

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestIdentifiersMisreadOnceAreLookedUp(t *testing.T) {
	d, err := NewDetector(DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	cedula := func(v string) Parties { return Parties{Cedula: v} }
	radicado := func(v string) Parties { return Parties{Radicado: v} }
	email := func(v string) Parties { return Parties{Email: v} }
	for _, c := range []struct {
		of     func(string) Parties
		asked  string
		stored map[string]bool
	}{
		{cedula, "52.418.903", map[string]bool{
			"52418903": true, "52418908": true, "12418903": true, "5241890": true, "25418903": true, "52418930": true,
			"79135246": false, "52418914": false}},
		{radicado, "76001-40-03-012-2024-00123-00", map[string]bool{
			"76001400301220240012300": true, "76001400301220240012301": true, // another instance of the same case
			"76001400301220240072300": true, "72001400301220240012300": false, "76001400301220240012900": true,
			"76007400307220240012300": false, "76001400301220240013300": false}},
		{email, "ana.lopez01@gmail.com", map[string]bool{
			"ANA.LOPEZ01@gmail.com": true, "ana.lopezO1@gmail.com": true, "ana.lopez0l@gmail.com": true, "ana.lopez01@grnail.com": true,
			"ana.lopez01@gmail.corn": true, "aua.lopez01@gmail.com": true, "anna.lopez01@gmail.com": false, "ana.1opezo1@gmail.com": false}},
	} {
		asked := d.Fingerprint(Filing{Parties: c.of(c.asked)}).lookupKeys()
		for stored, want := range c.stored {
			found := slices.ContainsFunc(d.Fingerprint(Filing{Parties: c.of(stored)}).Keys(), func(k Key) bool {
				_, ok := slices.BinarySearch(asked, k)
				return ok
			})
			if found != want {
				t.Errorf("asked for %s, %s is found: %v", c.asked, stored, found)
			}
		}
		if !slices.IsSorted(asked) || len(slices.Compact(slices.Clone(asked))) != len(asked) {
			t.Error("keys repeat or are not sorted")
		}
	}
}

// An identifier is looked up under few keys, whatever it is made of.
func TestVariantsAreFew(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOfN(rapid.RuneFrom([]rune("0o1li5smnrcedhub._@")), 0, 80, -1).Draw(t, "identifier")
		n := 0
		for v := range misreadings(s, lettersAlike) {
			if v == s {
				t.Fatalf("%q is a variant of itself", s)
			}
			n++
		}
		if n > 8*len(s) {
			t.Fatalf("%d variants of %d characters", n, len(s))
		}
	})
}

func TestSamplesEstimateTheWholeSets(t *testing.T) {
	set := func(from, to uint64) (hashes []uint64) {
		for i := from; i < to; i++ {
			hashes = append(hashes, i*0x9e3779b97f4a7c15>>7)
		}
		return hashes
	}
	take := new(sampler).take
	for _, c := range []struct {
		rule               string
		a, b               sample
		jaccard, contained float64
		within             float64
	}{
		{"whole sets exactly", take(set(0, 300), 1000), take(set(100, 400), 1000), .5, 2. / 3, 0.001},
		{"samples of large sets", take(set(0, 30000), 1000), take(set(10000, 40000), 1000), .5, 2. / 3, 0.06},
		{"a sample and a whole set", take(set(0, 20000), 1000), take(set(0, 900), 1000), .045, 1, 0.35},
		{"the empty set", take(nil, 10), take(set(0, 5), 10), 0, 0, 0},
		{"two empty sets", take(nil, 10), take(nil, 10), 0, 0, 0},
	} {
		j, n := c.a.jaccard(c.b), c.a.contained(c.b, c.a.jaccard(c.b))
		if diff := j - c.jaccard; diff > c.within || -diff > c.within {
			t.Errorf("%s: Jaccard %.3f, want %.3f", c.rule, j, c.jaccard)
		}
		if diff := n - c.contained; diff > c.within || -diff > c.within {
			t.Errorf("%s: contained %.3f, want %.3f", c.rule, n, c.contained)
		}
		if c.b.jaccard(c.a) != j || c.b.contained(c.a, c.b.jaccard(c.a)) != n {
			t.Errorf("%s: not symmetric", c.rule)
		}
	}
}

func TestSamplesAreTheLeastOfTheDistinct(t *testing.T) {
	p := new(sampler)
	rapid.Check(t, func(t *rapid.T) {
		hashes := rapid.SliceOf(rapid.OneOf(rapid.Uint64(), rapid.Uint64Range(0, 9), rapid.Uint64Range(1<<31, 1<<31+9999))).Draw(t, "hashes")
		limit := rapid.IntRange(1, 40).Draw(t, "limit")
		var want []uint32
		for _, h := range hashes {
			want = append(want, uint32(h)>>8)
		}
		slices.Sort(want)
		want = slices.Compact(want)
		got := p.take(hashes, limit)
		if int(got.total) != len(want) || !slices.Equal(got.hashes, want[:min(limit, len(want))]) {
			t.Fatalf("took %v of %d, want the least of %v", got.hashes, got.total, want)
		}
	})
}

func TestNumbersAreReadAsTheyWereWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Uint64().Draw(t, "number") >> rapid.IntRange(0, 63).Draw(t, "shorter")
		b := binary.AppendUvarint(nil, v)
		n := len(b)
		b = append(b, rapid.SliceOfN(rapid.Byte(), 0, 10).Draw(t, "behind it")...)
		d := decoder{rest: b}
		if got := d.uvarint(); got != v || d.failed || len(d.rest) != len(b)-n {
			t.Fatalf("read %d of %x, and %d bytes are left", got, b, len(d.rest))
		}
	})
}

// What is unpacked shares memory, and none of it with what another was read from.
func TestManyAreUnpackedAsOneByOne(t *testing.T) {
	d, err := NewDetector(DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	var u Unpacker
	var stored [][]byte
	var unpacked []Fingerprint
	for i := range 40 {
		f := d.Fingerprint(Filing{ID: strconv.Itoa(i), Type: "tutela", Text: strings.Repeat(" hecho número "+strconv.Itoa(7*i), i) + " 52418903 María Pérez",
			Parties: Parties{Plaintiff: "María Pérez", Cedula: strconv.Itoa(52_418_903 + i)}})
		data, _ := f.MarshalBinary()
		var g Fingerprint
		if err := u.Unpack(slices.Clone(data), &g); err != nil {
			t.Fatal(err)
		}
		stored, unpacked = append(stored, data), append(unpacked, g)
	}
	for i, f := range unpacked {
		if again, _ := f.MarshalBinary(); !bytes.Equal(again, stored[i]) {
			t.Errorf("number %d came back another", i)
		}
	}
}
