package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// RunSpool tests the spool that open returns: each time a new one, empty.
func RunSpool(t *testing.T, open func(t *testing.T) ports.Spool) {
	for _, r := range []struct {
		name string
		test func(t *testing.T, ctx context.Context, s ports.Spool)
	}{
		{"a password stays with its task until that is removed", func(t *testing.T, ctx context.Context, s ports.Spool) {
			const secret = "clave con espacios, ñ y \"comillas\"\n"
			must(t, s.KeepPassword(ctx, "a", secret))
			must(t, s.KeepPassword(ctx, "b", "otra"))
			wantPassword(t, ctx, s, "a", secret)
			must(t, s.Remove(ctx, "a"))
			wantPassword(t, ctx, s, "a", "")
			wantPassword(t, ctx, s, "b", "otra")
		}},
		{"pages come back as they went in, in any order", func(t *testing.T, ctx context.Context, s ports.Spool) {
			pages := openPages(t, ctx, s, "a")
			for n := 1; n <= 5; n++ {
				must(t, pages.Append(spooledPage(n)))
			}
			for _, n := range []int{3, 1, 5, 5, 2, 4} {
				got, err := pages.Page(n)
				if err != nil || !reflect.DeepEqual(got, spooledPage(n)) {
					t.Errorf("page %d is %+v, %v", n, got, err)
				}
			}
			for _, n := range []int{-1, 0, 6} {
				if _, err := pages.Page(n); err == nil {
					t.Errorf("there is a page %d", n)
				}
			}
		}},
		{"pages are taken up where they were left", func(t *testing.T, ctx context.Context, s ports.Spool) {
			first := openPages(t, ctx, s, "a")
			must(t, first.Append(spooledPage(1)))
			must(t, first.Append(spooledPage(2)))
			must(t, first.Close())
			again := openPages(t, ctx, s, "a")
			if again.Len() != 2 {
				t.Fatalf("%d pages are left of 2", again.Len())
			}
			must(t, again.Append(spooledPage(3)))
			if p, err := again.Page(3); err != nil || p.Number != 3 {
				t.Errorf("page %d, %v", p.Number, err)
			}
			if other := openPages(t, ctx, s, "b"); other.Len() != 0 {
				t.Errorf("another task has %d pages", other.Len())
			}
		}},
		{"a page that does not follow is refused", func(t *testing.T, ctx context.Context, s ports.Spool) {
			pages := openPages(t, ctx, s, "a")
			for _, n := range []int{0, 2, -1} {
				if pages.Append(spooledPage(n)) == nil {
					t.Errorf("page %d was taken as the first", n)
				}
			}
			must(t, pages.Append(spooledPage(1)))
			if pages.Append(spooledPage(1)) == nil || pages.Len() != 1 {
				t.Errorf("page 1 was taken twice; there are %d", pages.Len())
			}
		}},
		{"removing forgets all of a task, more than once", func(t *testing.T, ctx context.Context, s ports.Spool) {
			must(t, s.KeepPassword(ctx, "a", "x"))
			pages := openPages(t, ctx, s, "a")
			must(t, pages.Append(spooledPage(1)))
			must(t, pages.Close())
			for range 2 {
				must(t, s.Remove(ctx, "a"))
			}
			wantSpooled(t, ctx, s)
			if again := openPages(t, ctx, s, "a"); again.Len() != 0 {
				t.Errorf("%d pages came back", again.Len())
			}
			wantPassword(t, ctx, s, "a", "")
		}},
		{"each task is listed with its time", func(t *testing.T, ctx context.Context, s ports.Spool) {
			wantSpooled(t, ctx, s)
			must(t, s.KeepPassword(ctx, "b", "x"))
			openPages(t, ctx, s, "a")
			wantSpooled(t, ctx, s, "a", "b")
			if err := s.Each(ctx, func(string, time.Time) error { return errChange }); !errors.Is(err, errChange) {
				t.Errorf("the error of visit became %v", err)
			}
		}},
	} {
		t.Run(r.name, func(t *testing.T) { r.test(t, t.Context(), open(t)) })
	}
}

// spooledPage is a page with something in every field.
func spooledPage(n int) document.Page {
	return document.Page{Number: n, Source: document.OCR, DPI: 200, Width: 612, Height: 792.25, Text: fmt.Sprintf("Señor juez %d", n),
		Confidence: 0.1, Millis: 17, Unreadable: n == 2, Unread: n == 2,
		Words: []document.Word{{Text: "Señor", Box: document.Box{X0: 1. / 3, Y0: 2, X1: 3, Y1: 4}, Confidence: 1, End: 5},
			{Text: "juez", Confidence: 0.25, Start: 6, End: 10}}}
}

func openPages(t *testing.T, ctx context.Context, s ports.Spool, taskID string) ports.SpooledPages {
	t.Helper()
	pages, err := s.Pages(ctx, taskID)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pages.Close() })
	return pages
}

func wantPassword(t *testing.T, ctx context.Context, s ports.Spool, taskID, want string) {
	t.Helper()
	if got, err := s.Password(ctx, taskID); err != nil || got != want {
		t.Errorf("the password of %s is %q, %v, want %q", taskID, got, err, want)
	}
}

func wantSpooled(t *testing.T, ctx context.Context, s ports.Spool, want ...string) {
	t.Helper()
	var got []string
	err := s.Each(ctx, func(id string, since time.Time) error {
		if age := time.Since(since); age < -time.Minute || age > time.Hour {
			t.Errorf("%s is said to be %v old", id, age)
		}
		got = append(got, id)
		return nil
	})
	slices.Sort(got)
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("kept are %v, %v, want %v", got, err, want)
	}
}
