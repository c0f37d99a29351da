package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// RunBlobs tests the store that open returns: each time a new one, empty.
func RunBlobs(t *testing.T, open func(t *testing.T) ports.Blobs) {
	const key = "originals/2026/0198-a_b.pdf"
	for _, r := range []struct {
		name string
		test func(t *testing.T, ctx context.Context, b ports.Blobs)
	}{
		{"what is put comes back, with its size", func(t *testing.T, ctx context.Context, b ports.Blobs) {
			for _, want := range []string{"", "x", "\x00\xff%PDF\r\n", strings.Repeat("0123456789", 300_000)} {
				must(t, b.Put(ctx, key, iotest.HalfReader(strings.NewReader(want))))
				wantBlob(t, ctx, b, key, want)
			}
		}},
		{"an open blob is read to its end, however soon the context ends that it was opened with", func(t *testing.T, ctx context.Context, b ports.Blobs) {
			want := strings.Repeat("0123456789", 800_000)
			must(t, b.Put(ctx, key, strings.NewReader(want)))
			opening, end := context.WithCancel(ctx)
			r, _, err := b.Open(opening, key)
			must(t, err)
			defer r.Close()
			end()
			got, err := io.ReadAll(r)
			must(t, err)
			wantEqual(t, len(got), len(want))
		}},
		{"an unknown key is not found", func(t *testing.T, ctx context.Context, b ports.Blobs) {
			must(t, b.Put(ctx, key, strings.NewReader("x")))
			for _, k := range []string{"none", "originals", "originals/2026", "originals/2026/other", key + "/x"} {
				_, _, err := b.Open(ctx, k)
				wantKind(t, err, fault.NotFound)
				wantKind(t, b.Delete(ctx, k), fault.NotFound)
			}
			wantBlob(t, ctx, b, key, "x")
		}},
		{"what is no key is refused", func(t *testing.T, ctx context.Context, b ports.Blobs) {
			for _, k := range []string{"", "/", "/etc/passwd", "..", "../x", "a/../../x", "a//b", "a/", "./a", "a/./b", ".hidden", "a/.b",
				"a\\b", "a\x00b", "a b", "ñ", "a\n", "C:x", strings.Repeat("a", 600), "%2e%2e/x"} {
				if err := b.Put(ctx, k, strings.NewReader("x")); err == nil {
					t.Errorf("%q was taken as a key", k)
				}
				if _, _, err := b.Open(ctx, k); err == nil {
					t.Errorf("%q was opened", k)
				}
				if b.Delete(ctx, k) == nil {
					t.Errorf("%q was deleted", k)
				}
			}
			wantKeys(t, ctx, b)
		}},
		{"a failing reader leaves nothing, and its error", func(t *testing.T, ctx context.Context, b ports.Blobs) {
			err := b.Put(ctx, key, io.MultiReader(strings.NewReader(strings.Repeat("x", 100_000)), iotest.ErrReader(errChange)))
			if !errors.Is(err, errChange) {
				t.Fatalf("got %v, want %v", err, errChange)
			}
			_, _, err = b.Open(ctx, key)
			wantKind(t, err, fault.NotFound)
			wantKeys(t, ctx, b)
		}},
		{"a failing reader leaves what was there", func(t *testing.T, ctx context.Context, b ports.Blobs) {
			must(t, b.Put(ctx, key, strings.NewReader("before")))
			if b.Put(ctx, key, io.MultiReader(strings.NewReader("after"), iotest.ErrReader(errChange))) == nil {
				t.Fatal("the reader's error is lost")
			}
			wantBlob(t, ctx, b, key, "before")
		}},
		{"a context that ends while reading leaves nothing", func(t *testing.T, outer context.Context, b ports.Blobs) {
			ctx, cancel := context.WithCancel(outer)
			err := b.Put(ctx, key, readFunc(func(p []byte) (int, error) { cancel(); return len(p), nil }))
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("got %v, want %v", err, context.Canceled)
			}
			wantKeys(t, outer, b)
		}},
		{"a later put takes the place of the earlier, and an open reader goes on", func(t *testing.T, ctx context.Context, b ports.Blobs) {
			must(t, b.Put(ctx, key, strings.NewReader("before")))
			r, _, err := b.Open(ctx, key)
			must(t, err)
			defer r.Close()
			must(t, b.Put(ctx, key, strings.NewReader("afterwards")))
			got, err := io.ReadAll(r)
			must(t, err)
			wantEqual(t, string(got), "before")
			wantBlob(t, ctx, b, key, "afterwards")
		}},
		{"a deleted key is gone", func(t *testing.T, ctx context.Context, b ports.Blobs) {
			must(t, b.Put(ctx, key, strings.NewReader("x")))
			must(t, b.Delete(ctx, key))
			_, _, err := b.Open(ctx, key)
			wantKind(t, err, fault.NotFound)
			wantKind(t, b.Delete(ctx, key), fault.NotFound)
		}},
		{"each visits every key once, with its age", func(t *testing.T, ctx context.Context, b ports.Blobs) {
			wantKeys(t, ctx, b)
			begun := time.Now().Add(-time.Minute)
			var want []string
			for i := range 12 {
				k := fmt.Sprintf("originals/%d/%d", i%3, i)
				want = append(want, k)
				must(t, b.Put(ctx, k, strings.NewReader("x")))
			}
			must(t, b.Put(ctx, "top", strings.NewReader("x")))
			wantKeys(t, ctx, b, append(want, "top")...)
			must(t, b.Each(ctx, func(k string, modified time.Time) error {
				if modified.Before(begun) || modified.After(time.Now().Add(time.Minute)) {
					t.Errorf("%s: modified %v", k, modified)
				}
				return nil
			}))
		}},
		{"each stops when visit fails, and returns its error", func(t *testing.T, ctx context.Context, b ports.Blobs) {
			must(t, b.Put(ctx, "a", strings.NewReader("x")))
			must(t, b.Put(ctx, "b", strings.NewReader("x")))
			visits := 0
			err := b.Each(ctx, func(string, time.Time) error { visits++; return errChange })
			if !errors.Is(err, errChange) || visits != 1 {
				t.Fatalf("got %v after %d visits", err, visits)
			}
		}},
		{"each lets visit delete", func(t *testing.T, ctx context.Context, b ports.Blobs) {
			for i := range 5 {
				must(t, b.Put(ctx, fmt.Sprint("a/", i), strings.NewReader("x")))
			}
			must(t, b.Each(ctx, func(k string, _ time.Time) error { return b.Delete(ctx, k) }))
			wantKeys(t, ctx, b)
		}},
		{"parallel puts of one key leave one of them whole", func(t *testing.T, ctx context.Context, b ports.Blobs) {
			var all sync.WaitGroup
			for i := range 8 {
				all.Go(func() {
					if err := b.Put(ctx, key, bytes.NewReader(bytes.Repeat([]byte{byte('a' + i)}, 100_000))); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			r, size, err := b.Open(ctx, key)
			must(t, err)
			defer r.Close()
			got, err := io.ReadAll(r)
			must(t, err)
			if size != 100_000 || len(got) != 100_000 || len(bytes.Trim(got, string(got[:1]))) != 0 {
				t.Fatalf("%d bytes of several puts", len(got))
			}
			wantKeys(t, ctx, b, key)
		}},
		{"a local file is what its key holds", func(t *testing.T, ctx context.Context, b ports.Blobs) {
			local, ok := b.(ports.LocalFiles)
			if !ok {
				return // not one of this machine
			}
			must(t, b.Put(ctx, key, strings.NewReader("local")))
			path, ok := local.Path(key)
			if !ok {
				t.Fatal("no path")
			}
			got, err := os.ReadFile(path)
			must(t, err)
			wantEqual(t, string(got), "local")
			for _, k := range []string{"none", "originals", "../x", ""} {
				if path, ok := local.Path(k); ok {
					t.Errorf("%q has path %s", k, path)
				}
			}
		}},
	} {
		t.Run(r.name, func(t *testing.T) { r.test(t, t.Context(), open(t)) })
	}
}

type readFunc func(p []byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }

func wantBlob(t *testing.T, ctx context.Context, b ports.Blobs, key, want string) {
	t.Helper()
	r, size, err := b.Open(ctx, key)
	must(t, err)
	defer r.Close()
	got, err := io.ReadAll(r)
	must(t, err)
	if string(got) != want || size != int64(len(want)) {
		t.Fatalf("got %d bytes and size %d, want %d bytes", len(got), size, len(want))
	}
}

func wantKeys(t *testing.T, ctx context.Context, b ports.Blobs, want ...string) {
	t.Helper()
	got := []string{}
	must(t, b.Each(ctx, func(key string, _ time.Time) error {
		got = append(got, key)
		return nil
	}))
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("got keys %v, want %v", got, want)
	}
}
