package dedup_test

import (
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
)

func stored(t testing.TB, f dedup.Filing) []byte {
	t.Helper()
	b, err := detector(t).Fingerprint(f).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestUnpackDoesNotDependOnEarlierFingerprints(t *testing.T) {
	data := stored(t, dedup.Filing{ID: "d1", Text: "Señor juez"}) // most lists are empty
	var u dedup.Unpacker
	var first, second dedup.Fingerprint
	if err := errors.Join(u.Unpack(data, &first), u.Unpack(data, &second)); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(first, second) {
		t.Errorf("the same fingerprint is unpacked as\n%#v\nand\n%#v", first, second)
	}
}

func TestFingerprintSurvivesBeingStored(t *testing.T) {
	d := detector(t)
	for _, f := range []dedup.Filing{{}, {ID: "x"}, ana.filing(ana.letter()), {ID: "ñ", Type: "otro", Text: "tutela"}} {
		fp := d.Fingerprint(f)
		b, err := fp.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var back dedup.Fingerprint
		if err := back.UnmarshalBinary(b); err != nil {
			t.Fatal(err)
		}
		if again, _ := back.MarshalBinary(); !bytes.Equal(again, b) {
			t.Error("stored again it differs")
		}
		if back.ID != fp.ID || back.Type != fp.Type || !slices.Equal(back.Keys(), fp.Keys()) {
			t.Errorf("came back as %+v", back)
		}
		m, ok := d.Compare(fp, fp)
		n, okBack := d.Compare(back, fp)
		if ok != okBack || !reflect.DeepEqual(m, n) {
			t.Errorf("came back comparing as %+v, was %+v", n, m)
		}
	}
}

func TestAnotherFormatSaysHowToGoOn(t *testing.T) {
	b := stored(t, ana.filing(ana.letter()))
	b[0]++
	var f dedup.Fingerprint
	err := f.UnmarshalBinary(b)
	if !errors.Is(err, dedup.ErrFormat) || !strings.Contains(err.Error(), "rebuild") {
		t.Errorf("error %v", err)
	}
	if f.ID != "" {
		t.Error("a refused fingerprint was read in part")
	}
}

// Stored fingerprints are compared with those of later programs: once one of
// these changes, Format must.
func TestFormatKnownAnswers(t *testing.T) {
	for _, c := range []struct {
		of   string
		f    dedup.Filing
		want string
	}{
		{"a letter", ana.filing(ana.letter()), "17 f78e49d9cb8ff5cd"},
		{"the same in other words", ana.filing(ana.retold()), "17 b198c8144615b884"},
		{"nothing", dedup.Filing{}, "17 03fafb7f1f4d5f84"},
	} {
		hash := fnv.New64a()
		hash.Write(stored(t, c.f))
		if got := fmt.Sprintf("%d %016x", dedup.Format, hash.Sum64()); got != c.want {
			t.Errorf("the fingerprint of %s is %s, was %s: raise dedup.Format with what it is made of", c.of, got, c.want)
		}
	}
}

// The error for format 1 says to rebuild the index.
func TestFormatOneIsRefused(t *testing.T) {
	err := new(dedup.Fingerprint).UnmarshalBinary([]byte{1, 0, 0, 0})
	if !errors.Is(err, dedup.ErrFormat) || !strings.Contains(err.Error(), "cotejo reindex") {
		t.Errorf("error %v", err)
	}
}

func TestDamagedFingerprintsAreRefused(t *testing.T) {
	b := stored(t, ana.filing(ana.letter()))
	for n := range b {
		if err := new(dedup.Fingerprint).UnmarshalBinary(b[:n]); err == nil {
			t.Fatalf("the first %d of %d bytes were read", n, len(b))
		}
	}
	if err := new(dedup.Fingerprint).UnmarshalBinary(append(b, 0)); err == nil {
		t.Error("a byte too many was read")
	}
}

func FuzzUnmarshalFingerprint(f *testing.F) {
	f.Add([]byte{})
	f.Add(stored(f, dedup.Filing{ID: "a"}))
	f.Add(stored(f, ana.filing(ana.letter())))
	d, letter := detector(f), dedup.Fingerprint{}
	_ = letter.UnmarshalBinary(stored(f, ana.filing(ana.letter())))
	f.Fuzz(func(t *testing.T, b []byte) {
		var fp dedup.Fingerprint
		if fp.UnmarshalBinary(b) != nil {
			return
		}
		fp.Keys()
		if m, _ := d.Compare(letter, fp); !(m.Similarity >= 0 && m.Similarity <= 1) {
			t.Fatalf("score %v", m.Similarity)
		}
	})
}
