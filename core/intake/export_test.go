package intake_test

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/intake"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// plainBook writes workbooks whose cells can be read here: a line a row.
type plainBook struct {
	fails  error
	visits int // of rows that were read
}

func (b *plainBook) Write(_ context.Context, w io.Writer, _ spreadsheet.Table, rows func(func([]spreadsheet.Cell) error) error) error {
	if err := rows(func(cells []spreadsheet.Cell) error {
		_, err := io.WriteString(w, cells[0].Value+"|"+cells[3].Value+"\n")
		return err
	}); err != nil {
		return err
	}
	return b.fails
}

// left lists what stands in a folder.
func left(t *testing.T, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestExportIsWholeAndGoneOnceClosed(t *testing.T) {
	folder := t.TempDir()
	h := newHouse(t, &intake.Options{TempDir: folder})
	h.enter(t, map[document.Field]string{document.FieldActa: "1"})
	h.enter(t, map[document.Field]string{document.FieldActa: "2", document.FieldPlaintiff: "=1+1"})
	made, err := h.service.Export(t.Context(), clerk, document.ExportRequest{})
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(made.Content)
	if want := "1|Ana López Ruiz\n2|=1+1\n"; err != nil || string(content) != want || made.Size != int64(len(want)) || made.Documents != 2 {
		t.Errorf("%d documents in %d bytes: %q, %v", made.Documents, made.Size, content, err)
	}
	if err := made.Content.Close(); err != nil {
		t.Error(err)
	}
	if names := left(t, folder); len(names) != 0 {
		t.Errorf("left behind: %v", names)
	}
}

func TestExportRefuses(t *testing.T) {
	broken := errors.New("disk full")
	for _, c := range []struct {
		rule   string
		filter document.Filter
		fails  error
		kind   fault.Kind
	}{
		{"days without documents", document.Filter{To: 1}, nil, fault.NotFound},
		{"days in the wrong order", document.Filter{From: 2, To: 1}, nil, fault.Unprocessable},
		{"a workbook that cannot be written", document.Filter{}, broken, fault.Internal},
	} {
		folder := t.TempDir()
		h := newHouse(t, &intake.Options{TempDir: folder})
		h.enter(t, nil)
		h.workbooks.fails = c.fails
		_, err := h.service.Export(t.Context(), clerk, document.ExportRequest{Filter: c.filter})
		if fault.KindOf(err) != c.kind || err == nil {
			t.Errorf("%s: got %v", c.rule, err)
		}
		if names := left(t, folder); len(names) != 0 {
			t.Errorf("%s: left behind: %v", c.rule, strings.Join(names, ", "))
		}
	}
}
