package readerproc_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/readerproc"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// oddRows is a reader of workbooks that behaves as the base name of the file says.
type oddRows struct{}

func (oddRows) Rows(ctx context.Context, path string, visit func(spreadsheet.Row) error) error {
	switch base := filepath.Base(path); base {
	case "damaged":
		return fault.New(fault.Unprocessable, "workbook_damaged", "Está dañado.")
	case "endless", "many":
		for n := 1; base == "endless" || n <= 1000; n++ {
			if err := visit(spreadsheet.Row{Number: n, Cells: []spreadsheet.Cell{{Kind: spreadsheet.Text, Value: strings.Repeat("ñ", n%50)}}}); err != nil {
				return err
			}
		}
		return nil
	case "half":
		for n := range 1000 {
			if err := visit(spreadsheet.Row{Number: n + 1}); err != nil {
				return err
			}
		}
		os.Exit(7)
	default: // as a reader of PDFs does
		return odd{}.Read(ctx, document.ReadRequest{Path: path}, nil)
	}
	return nil
}

func workbooks(t *testing.T, change func(*readerproc.Options)) readerproc.Workbooks {
	t.Helper()
	o := readerproc.Options{Command: []string{os.Args[0], rowReader}, Slots: 1, TempDir: t.TempDir(), MemoryMB: 256}
	if change != nil {
		change(&o)
	}
	w := readerproc.NewWorkbooks(o)
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
		if left, _ := os.ReadDir(o.TempDir); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	})
	return w
}

func TestRowsArriveWholeAndInOrder(t *testing.T) {
	w := workbooks(t, nil)
	for range 2 { // by the same process
		n := 0
		err := w.Rows(t.Context(), order(t, "many"), func(r spreadsheet.Row) error {
			n++
			if want := (spreadsheet.Row{Number: n, Cells: []spreadsheet.Cell{{Kind: spreadsheet.Text, Value: strings.Repeat("ñ", n%50)}}}); !reflect.DeepEqual(r, want) {
				t.Fatalf("got %v, want %v", r, want)
			}
			return nil
		})
		if err != nil || n != 1000 {
			t.Fatalf("%d rows, %v", n, err)
		}
	}
}

// A workbook that harms its reader is refused, and the next is read.
func TestWorkbooksThatHarmTheirReader(t *testing.T) {
	patient := workbooks(t, nil)
	hasty := workbooks(t, func(o *readerproc.Options) { o.PageTimeout = 2 * time.Second })
	for name, code := range map[string]string{
		"damaged": "workbook_damaged", "crash": "workbook_unreadable", "panic": "workbook_unreadable", "half": "workbook_unreadable",
		"memory": "workbook_unreadable", "hang": "workbook_too_slow", "spin": "workbook_too_slow",
	} {
		w := patient
		if code == "workbook_too_slow" {
			w = hasty
		}
		t.Run(name, func(t *testing.T) {
			err := w.Rows(t.Context(), order(t, name), func(spreadsheet.Row) error { return nil })
			if f, ok := fault.As(err); !ok || f.Kind != fault.Unprocessable || f.Code != code {
				t.Errorf("got %v, want %s", err, code)
			}
			n := 0
			if err := w.Rows(t.Context(), order(t, "many"), func(spreadsheet.Row) error { n++; return nil }); err != nil || n != 1000 {
				t.Errorf("the next one: %d rows, %v", n, err)
			}
		})
	}
}

func TestWhoeverVisitsEndsTheReading(t *testing.T) {
	w := workbooks(t, nil)
	broken := errors.New("broken")
	for _, c := range []struct{ visit, want error }{{broken, broken}, {spreadsheet.ErrEnough, nil}} {
		n := 0
		if err := w.Rows(t.Context(), order(t, "endless"), func(spreadsheet.Row) error {
			if n++; n == 500 {
				return c.visit
			}
			return nil
		}); !errors.Is(err, c.want) || n != 500 {
			t.Errorf("%v after %d rows, want %v", err, n, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	if err := w.Rows(ctx, order(t, "endless"), func(spreadsheet.Row) error { n++; cancel(); return nil }); !errors.Is(err, context.Canceled) || n != 1 {
		t.Errorf("%d rows are visited for a request that has ended: %v", n, err)
	}
	if err := w.Rows(t.Context(), order(t, "many"), func(spreadsheet.Row) error { return nil }); err != nil {
		t.Errorf("the next one: %v", err)
	}
}

// How long rows are worked on is not compared with the workbook.
func TestAVisitMayTakeLongerThanTheReader(t *testing.T) {
	w := workbooks(t, func(o *readerproc.Options) { o.PageTimeout = 300 * time.Millisecond })
	n := 0
	err := w.Rows(t.Context(), order(t, "many"), func(r spreadsheet.Row) error {
		if n++; n%200 == 1 {
			time.Sleep(400 * time.Millisecond)
		}
		return nil
	})
	if err != nil || n != 1000 {
		t.Error(fmt.Sprint(n, " rows, ", err))
	}
}
