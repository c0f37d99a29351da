package batch

import (
	"context"
	"slices"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// failing is a reader that crashes a number of times.
type failing struct {
	crashes int
	kind    fault.Kind
	read    []int
}

// Read gets one page further each time.
func (f *failing) Read(_ context.Context, r document.ReadRequest, visit func(document.Page, int) error) error {
	for n := r.Done + 1; n <= 5; n++ {
		f.read = append(f.read, n)
		if err := visit(document.Page{Number: n}, 5); err != nil {
			return err
		}
		if f.crashes--; f.crashes >= 0 {
			return fault.New(f.kind, "x", "x")
		}
	}
	return nil
}

func (f *failing) Check(context.Context) (document.Sandbox, error) { return document.Sandbox{}, nil }

func TestOnlyCrashesAreTriedAgain(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		rule string
		f    failing
		want fault.Kind
		left int
	}{
		{"one crash", failing{1, fault.Unavailable, nil}, "", -4},
		{"two crashes", failing{2, fault.Unavailable, nil}, fault.Unavailable, 0},
		{"a damaged file", failing{1, fault.Unprocessable, nil}, fault.Unprocessable, 0},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			r, err := Reader{Reader: &tc.f, attempts: 2}.ReadAll(t.Context(), document.ReadRequest{}, func(int, int) {})
			if fault.KindOf(err) != tc.want || tc.f.crashes != tc.left {
				t.Errorf("%v, %d crashes left", err, tc.f.crashes)
			}
			if err == nil && (len(r.Pages) != 5 || !slices.Equal(tc.f.read, []int{1, 2, 3, 4, 5})) {
				t.Errorf("pages %v were read, %d kept", tc.f.read, len(r.Pages))
			}
		})
	}
}
