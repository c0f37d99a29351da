package extsort_test

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/adapters/extsort"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/ports"
)

// memory is so little that every test writes several runs.
const memory = 40_000

func open(t interface {
	Fatal(...any)
	Helper()
}, path string) *extsort.Folder {
	t.Helper()
	f, err := extsort.Open(path, memory)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func sorted(t interface{ Fatal(...any) }, s ports.Sorter) (all []dedup.Posting) {
	for e, err := range s.Sorted() {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	return all
}

// inParts goes through the parts at once.
func inParts(t interface{ Fatal(...any) }, s ports.Sorter, n int) (all []dedup.Posting) {
	parts, err := s.Parts(n)
	if err != nil || len(parts) > n {
		t.Fatal(len(parts), err)
	}
	found := make([][]dedup.Posting, len(parts))
	var reading sync.WaitGroup
	for i, part := range parts {
		reading.Go(func() {
			for e, err := range part {
				if err != nil {
					panic(err)
				}
				found[i] = append(found[i], e)
			}
		})
	}
	reading.Wait()
	for i, some := range found {
		if i > 0 && len(some) > 0 && len(all) > 0 && some[0].Key == all[len(all)-1].Key {
			t.Fatal("two parts share a key")
		}
		all = append(all, some...)
	}
	return all
}

func TestPartsAreOfAboutTheSameSize(t *testing.T) {
	f := open(t, t.TempDir())
	defer f.Remove()
	s, _ := f.Sorter("x")
	for i := range uint64(50_000) {
		if err := s.Add([]dedup.Posting{{Key: i * 0x9e3779b97f4a7c15}}); err != nil {
			t.Fatal(err)
		}
	}
	parts, err := s.Parts(10)
	if err != nil || len(parts) != 10 {
		t.Fatal(len(parts), err)
	}
	for i, part := range parts {
		n := 0
		for range part {
			n++
		}
		if n < 3000 || n > 8000 {
			t.Errorf("part %d has %d of 50,000 entries", i, n)
		}
	}
}

func byKey(a, b dedup.Posting) int {
	return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Value, b.Value))
}

func TestASorterSortsWhatDoesNotFitInMemory(t *testing.T) {
	folder := t.TempDir()
	rapid.Check(t, func(r *rapid.T) {
		f := open(t, filepath.Join(folder, fmt.Sprint(r.Name(), rapid.Uint64().Draw(r, "folder"))))
		defer f.Remove()
		s, err := f.Sorter("x")
		if err != nil {
			r.Fatal(err)
		}
		var want []dedup.Posting
		for range rapid.IntRange(0, 12).Draw(r, "pieces") {
			n, step := rapid.IntRange(0, 900).Draw(r, "n"), rapid.Uint64Range(1, 1<<60).Draw(r, "step")
			var piece []dedup.Posting
			for i := range n {
				piece = append(piece, dedup.Posting{Key: uint64(i) * step % 1009 << 40, Value: uint32(i)})
			}
			if err := s.Add(piece); err != nil {
				r.Fatal(err)
			}
			want = append(want, piece...)
		}
		slices.SortFunc(want, byKey)
		for range 2 { // reading changes nothing
			if got := sorted(r, s); !slices.Equal(got, want) || s.Len() != int64(len(want)) {
				r.Fatalf("%d entries, want %d", len(got), len(want))
			}
		}
		n := rapid.IntRange(1, 9).Draw(r, "parts")
		if got := inParts(r, s, n); !slices.Equal(got, want) {
			r.Fatalf("%d entries in %d parts, want %d", len(got), n, len(want))
		}
	})
}

func TestRecordsComeBackWhole(t *testing.T) {
	f := open(t, t.TempDir())
	r, err := f.Records("x")
	if err != nil {
		t.Fatal(err)
	}
	var places []int64
	record := func(i int) []byte {
		return slices.Repeat([]byte{byte(i)}, []int{0, 1, 5000, 17_000, 300_000}[i%5])
	}
	for i := range 40 {
		at, err := r.Append(record(i))
		if err != nil {
			t.Fatal(err)
		}
		places = append(places, at)
	}
	var buffer []byte
	for i, at := range places {
		if buffer, err = r.Read(at, buffer); err != nil || !slices.Equal(buffer, record(i)) {
			t.Fatalf("record %d: %d bytes, %v", i, len(buffer), err)
		}
	}
	n := 0
	for at, got := range r.All() {
		if at != places[n] || !slices.Equal(got, record(n)) {
			t.Fatalf("record %d at %d", n, at)
		}
		n++
	}
	if n != len(places) || r.Err() != nil {
		t.Fatalf("%d records, %v", n, r.Err())
	}
	for _, at := range []int64{-1, 1 << 40} {
		if _, err := r.Read(at, nil); err == nil {
			t.Errorf("a record was read at %d", at)
		}
	}
}

func TestWhatFollowsACheckpointIsForgotten(t *testing.T) {
	path := t.TempDir()
	f := open(t, path)
	add := func(f *extsort.Folder, from, to int) {
		s, err := f.Sorter("x")
		if err != nil {
			t.Fatal(err)
		}
		r, err := f.Records("x")
		if err != nil {
			t.Fatal(err)
		}
		for i := from; i < to; i++ {
			if err := s.Add([]dedup.Posting{{Key: uint64(to - i)}}); err != nil {
				t.Fatal(err)
			}
			if _, err := r.Append(fmt.Append(nil, i)); err != nil {
				t.Fatal(err)
			}
		}
	}
	add(f, 0, 3000)
	if err := f.Checkpoint([]byte("here")); err != nil {
		t.Fatal(err)
	}
	add(f, 3000, 9000)
	if err := f.Close(); err != nil { // without another checkpoint, as when the process ends
		t.Fatal(err)
	}
	g := open(t, path)
	if string(g.State()) != "here" {
		t.Fatalf("state %q", g.State())
	}
	add(g, 3000, 3010)
	s, _ := g.Sorter("x")
	r, _ := g.Records("x")
	n := 0
	for _, record := range r.All() {
		if string(record) != fmt.Sprint(n) {
			t.Fatalf("record %d is %s", n, record)
		}
		n++
	}
	if n != 3010 || len(sorted(t, s)) != 3010 {
		t.Errorf("%d records, %d entries", n, s.Len())
	}
}

func TestDroppedEntriesLeaveTheirRoomAtACheckpoint(t *testing.T) {
	path := t.TempDir()
	f := open(t, path)
	s, _ := f.Sorter("x")
	s.Add(make([]dedup.Posting, 5000))
	f.Checkpoint(nil)
	if err := s.Drop(); err != nil {
		t.Fatal(err)
	}
	before, _ := filepath.Glob(filepath.Join(path, "*.run"))
	f.Checkpoint(nil)
	after, _ := filepath.Glob(filepath.Join(path, "*.run"))
	if len(before) == 0 || len(after) != 0 {
		t.Errorf("%d runs before the checkpoint, %d after", len(before), len(after))
	}
	if err := f.Remove(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder is left: %v", err)
	}
}

// What is left of a folder must never contradict its checkpoint.
func TestAFolderThatKeepsItsCheckpointKeepsAll(t *testing.T) {
	path := t.TempDir()
	f, err := extsort.Open(path, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	records, err := f.Records("texts")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := records.Append([]byte("text")); err != nil {
		t.Fatal(err)
	}
	if err := f.Checkpoint([]byte("state")); err != nil {
		t.Fatal(err)
	}
	checkpoint := filepath.Join(path, "checkpoint.json")
	if err := errors.Join(os.Remove(checkpoint), os.MkdirAll(filepath.Join(checkpoint, "full"), 0o700)); err != nil {
		t.Fatal(err)
	}
	if err := f.Remove(); err == nil {
		t.Error("removed what cannot be")
	}
	if _, err := os.Stat(filepath.Join(path, "texts.records")); err != nil {
		t.Errorf("the checkpoint stays, its records do not: %v", err)
	}
}

func TestAFolderIsOpenOnce(t *testing.T) {
	path := t.TempDir()
	f, err := extsort.Open(path, memory)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := extsort.Open(path, memory); !errors.Is(err, extsort.ErrInUse) {
		t.Errorf("a second time: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := extsort.Open(path, memory)
	if err != nil {
		t.Fatalf("after it was closed: %v", err)
	}
	again.Close()
}

func TestAFolderOfOtherFilesIsRefused(t *testing.T) {
	path := t.TempDir()
	if err := os.WriteFile(filepath.Join(path, "thesis.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := extsort.Open(path, memory); !errors.Is(err, fs.ErrExist) {
		t.Errorf("got %v", err)
	}
}

func Example() {
	folder, _ := os.MkdirTemp("", "spill")
	f, _ := extsort.Open(folder, 1<<20)
	defer f.Remove()
	s, _ := f.Sorter("keys")
	s.Add([]dedup.Posting{{Key: 7, Value: 1}, {Key: 3, Value: 2}})
	for e := range s.Sorted() {
		fmt.Println(e.Key, e.Value)
	}
	// Output:
	// 3 2
	// 7 1
}
