package fault_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/cotejo/cotejo/core/fault"
)

func TestKindOf(t *testing.T) {
	notFound := fault.New(fault.NotFound, "task_not_found", "La tarea no existe.")
	for _, c := range []struct {
		rule string
		err  error
		want fault.Kind
	}{
		{"no error has no kind", nil, ""},
		{"a fault has its own", notFound, fault.NotFound},
		{"wrapping keeps it", fmt.Errorf("reading: %w", notFound), fault.NotFound},
		{"any other error is ours", io.ErrUnexpectedEOF, fault.Internal},
		{"the outermost fault wins", fault.Wrap(notFound, fault.Unavailable, "busy", "Espere."), fault.Unavailable},
	} {
		if got := fault.KindOf(c.err); got != c.want {
			t.Errorf("%s: got %q, want %q", c.rule, got, c.want)
		}
	}
}

func TestWrapKeepsTheCause(t *testing.T) {
	err := fault.Wrap(io.EOF, fault.Unprocessable, "cut_off", "El archivo no llegó completo.")
	if !errors.Is(err, io.EOF) {
		t.Error("the cause is lost")
	}
	if got, want := err.Error(), "cut_off: El archivo no llegó completo.: EOF"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWithLeavesTheOriginalAlone(t *testing.T) {
	base := fault.New(fault.Unprocessable, "validation", "Revise los datos.").With(fault.Detail{Location: "a"})
	one := base.With(fault.Detail{Location: "b"})
	two := base.With(fault.Detail{Location: "c"})
	if len(base.Details) != 1 || one.Details[1].Location != "b" || two.Details[1].Location != "c" {
		t.Errorf("details are shared: %v %v %v", base.Details, one.Details, two.Details)
	}
}

func TestKindsAreDistinct(t *testing.T) {
	seen := map[fault.Kind]bool{}
	for _, k := range fault.Kinds() {
		if k == "" || seen[k] {
			t.Errorf("kind %q is empty or listed twice", k)
		}
		seen[k] = true
	}
}

func ExampleNew() {
	err := fmt.Errorf("serving: %w", fault.New(fault.NotFound, "document_not_found", "El documento no existe."))
	if f, ok := fault.As(err); ok {
		fmt.Println(f.Kind, f.Code, f.Message)
	}
	// Output: not_found document_not_found El documento no existe.
}
