package register

import (
	"context"
	"errors"
	"os"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/collection"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/core/batchdedup"
	"github.com/cotejo/cotejo/core/document"
)

// isCollection reports whether a path is of texts, and not of a register.
func isCollection(path string) bool {
	if info, err := os.Stat(path); err == nil && info.IsDir() || path == collection.Stdin {
		return true
	}
	name := strings.ToLower(path)
	for _, end := range []string{".jsonl", ".ndjson", ".gz", ".zst", ".csv", ".tsv", ".txt"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

func importTexts(c *cobra.Command, out *cli.Output, path string, missing cli.IfMissing) (err error) {
	var notes decodingNotes
	texts, err := collection.Open([]string{path}, collection.Options{Stdin: c.InOrStdin(), Unnamed: true, Note: notes.add})
	if err != nil {
		return spanish.Usagef("%s", err)
	}
	if texts.NeedsReader() {
		return spanish.Usagef("%s: hay archivos PDF; regístrelos con «cotejo process»", path)
	}
	services, loaded, err := cli.OpenServices(c, missing)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, services.Close()) }()

	// Little of what is allocated lives for long: collecting it less often saves
	// a tenth of the time, as long as there is memory.
	defer debug.SetGCPercent(debug.SetGCPercent(300))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 30))
	d := out.Progress(0, "textos")
	defer d.Close()
	report, err := services.Spreadsheets.ImportTexts(c.Context(), cli.Operator(), document.TextImport{
		DryRun:   out.DryRun,
		Progress: func(n int) { d.Reached(n, "") },
		MaxText:  loaded.MaxText,
		Texts: func(yield func(document.UnreadText, error) bool) {
			for item, err := range texts.From(c.Context(), 0) {
				if !yield(document.UnreadText{Size: item.Bytes, Read: func(context.Context) (document.Text, error) { return textOf(item) }}, err) {
					return
				}
			}
		},
	})
	d.Close()
	if err != nil {
		return err
	}
	return printImport(out, path, report, notes.all...)
}

// decodingNotes collects the notes on files whose encoding is a guess.
type decodingNotes struct {
	mu  sync.Mutex
	all []string
}

func (n *decodingNotes) add(note string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.all = append(n.all, note)
}

func textOf(item batchdedup.Item) (document.Text, error) {
	d, err := item.Read()
	return document.Text{ID: d.ID, Type: d.Type, Text: d.Text, Parties: d.Parties, Known: d.Read}, err
}
