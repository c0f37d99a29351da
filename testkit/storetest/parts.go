package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
)

func testTaskParts(t *testing.T, open func(t *testing.T) Stores) {
	part := func(n int) document.TaskPart {
		return document.TaskPart{Number: n, Data: bytes.Repeat([]byte{0, 255, byte(n)}, 1000*n+1)}
	}
	load := func(t *testing.T, ctx context.Context, s Stores, taskID string, from, limit int) []document.TaskPart {
		t.Helper()
		all, err := s.TaskParts.Load(ctx, taskID, from, limit)
		must(t, err)
		return all
	}

	runRules(t, open, []rule{
		{"parts come back byte for byte, in their order, from a number on", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.TaskParts.Keep(ctx, "a", part(2), part(0)))
			must(t, s.TaskParts.Keep(ctx, "a", part(1), part(3)))
			must(t, s.TaskParts.Keep(ctx, "b", part(1)))
			wantEqual(t, load(t, ctx, s, "a", 0, 9), []document.TaskPart{part(0), part(1), part(2), part(3)})
			wantEqual(t, load(t, ctx, s, "a", 1, 2), []document.TaskPart{part(1), part(2)})
			wantEqual(t, len(load(t, ctx, s, "a", 4, 9))+len(load(t, ctx, s, "c", 0, 9)), 0)
		}},
		{"what is kept again replaces what was", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.TaskParts.Keep(ctx, "a", part(1)))
			other := document.TaskPart{Number: 1, Data: []byte("otra")}
			must(t, s.TaskParts.Keep(ctx, "a", other))
			wantEqual(t, load(t, ctx, s, "a", 0, 9), []document.TaskPart{other})
		}},
		{"the last number and the size are told", func(t *testing.T, ctx context.Context, s Stores) {
			for _, want := range []struct{ last, size int }{{0, 0}, {0, len(part(0).Data)}, {3, len(part(0).Data) + len(part(3).Data)}} {
				last, size, err := s.TaskParts.Extent(ctx, "a")
				must(t, err)
				wantEqual(t, fmt.Sprint(last, size), fmt.Sprint(want.last, want.size))
				must(t, s.TaskParts.Keep(ctx, "b", part(9)))
				if size == 0 {
					must(t, s.TaskParts.Keep(ctx, "a", part(0)))
				} else {
					must(t, s.TaskParts.Keep(ctx, "a", part(3)))
				}
			}
		}},
		{"removing forgets all of a task, more than once", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.TaskParts.Keep(ctx, "a", part(0), part(1)))
			must(t, s.TaskParts.Keep(ctx, "b", part(1)))
			for range 2 {
				must(t, s.TaskParts.Remove(ctx, "a"))
			}
			wantEqual(t, len(load(t, ctx, s, "a", 0, 9)), 0)
			wantEqual(t, len(load(t, ctx, s, "b", 0, 9)), 1)
		}},
		{"each task is listed with its time", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.TaskParts.Keep(ctx, "b", part(1)))
			must(t, s.TaskParts.Keep(ctx, "a", part(0), part(1)))
			var got []string
			must(t, s.TaskParts.Each(ctx, func(id string, since time.Time) error {
				if age := time.Since(since); age < -time.Minute || age > time.Hour {
					t.Errorf("%s is said to be %v old", id, age)
				}
				got = append(got, id)
				return nil
			}))
			wantEqual(t, got, []string{"a", "b"})
			if err := s.TaskParts.Each(ctx, func(string, time.Time) error { return errChange }); !errors.Is(err, errChange) {
				t.Errorf("the error of visit became %v", err)
			}
		}},
	})
}
