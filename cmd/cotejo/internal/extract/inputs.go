package extract

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/batch"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/collection"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/sanitize"
	"github.com/cotejo/cotejo/core/text"
)

// isLines reports whether path holds one document a line.
func isLines(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".jsonl", ".ndjson":
		return true
	}
	return path == collection.Stdin
}

// countable is how many documents there are in files, 0 when some hold one a
// line: those are counted only by reading them.
func countable(files []string) int {
	if slices.ContainsFunc(files, isLines) {
		return 0
	}
	return len(files)
}

// jobs are the documents of all files, in order.
func (e extraction) jobs(files []string) iter.Seq[batch.Job] {
	return func(yield func(batch.Job) bool) {
		number := 0
		add := func(name string, do batch.Work) bool {
			number++
			return yield(batch.Job{Number: number - 1, Name: name, Do: do})
		}
		for _, path := range files {
			more := true
			if isLines(path) {
				more = e.lineJobs(path, add)
			} else {
				more = add(path, func(ctx context.Context, progress func(done, total int)) (any, error) {
					return e.fromFile(ctx, path, progress)
				})
			}
			if !more {
				return
			}
		}
	}
}

// within replaces folders by the files in them that can be read, in the order
// of their names.
func within(paths []string) (files []string) {
	for _, path := range paths {
		if info, err := os.Stat(path); path == collection.Stdin || err != nil || !info.IsDir() {
			files = append(files, path)
			continue
		}
		before := len(files)
		_ = filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
			if err != nil {
				files = append(files, name) // which says what is wrong with it
				return fs.SkipDir
			}
			if entry.Type().IsRegular() && (document.KindByName(name) != "" || isLines(name) || isPlainText(name)) {
				files = append(files, name)
			}
			return nil
		})
		if len(files) == before {
			files = append(files, path) // which says that it is a folder
		}
	}
	return files
}

func isPlainText(path string) bool { return strings.EqualFold(filepath.Ext(path), ".txt") }

// fromFile extracts from a PDF, an image or a .txt file.
func (e extraction) fromFile(ctx context.Context, path string, progress func(done, total int)) (any, error) {
	if err := cli.CheckFile(path); err != nil {
		return nil, err
	}
	switch {
	case document.KindByName(path) != "":
		return e.fromPDF(ctx, path, progress)
	case isPlainText(path):
		text, err := collection.ReadText(path, e.noteOn(path))
		if err != nil {
			return nil, err
		}
		return e.extractedLine(ctx, quoted(path), text)
	}
	return nil, errors.New("no se sabe qué contiene; el nombre debe terminar en .pdf, .jpg, .png, .tif, .txt o .jsonl")
}

// noteOn returns what takes the notes on how a file was decoded.
func (e extraction) noteOn(name string) func(string) {
	return func(note string) { e.note(cli.DisplayName(name) + ": " + note) }
}

// lineJobs adds the documents of a .jsonl file as they are read. add answers
// whether more are wanted, and so does lineJobs.
func (e extraction) lineJobs(path string, add func(name string, do batch.Work) bool) bool {
	fail := func(name string, err error) bool {
		return add(name, func(context.Context, func(done, total int)) (any, error) { return nil, err })
	}
	in, name := e.stdin, "entrada estándar"
	if path != collection.Stdin {
		if err := cli.CheckFile(path); err != nil {
			return fail(path, err)
		}
		f, err := os.Open(path)
		if err != nil {
			return fail(path, err)
		}
		defer f.Close()
		in, name = f, path
	}
	note := e.noteOn(name)
	lines := collection.NewLines(collection.Decode(in, note))
	damaged := false
	for number := 1; ; number++ {
		line, _, err := collection.NextLine(lines)
		if errors.Is(err, io.EOF) {
			return true
		}
		where := fmt.Sprintf("%s, línea %d", cli.DisplayName(name), number)
		if err != nil && !errors.Is(err, collection.ErrLine) {
			return fail(where, fmt.Errorf("no se pudo seguir leyendo: %w", err))
		}
		if err == nil && len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if !damaged && text.HalfEscape(line) >= 0 {
			damaged = true
			note(collection.NoteDamaged)
		}
		fallback := fmt.Sprintf("%s:%d", path, number)
		more := add(where, func(ctx context.Context, _ func(done, total int)) (any, error) {
			if err != nil {
				return nil, err
			}
			id, text, err := parseLine(line, fallback)
			if err != nil {
				return nil, err
			}
			return e.extractedLine(ctx, id, text)
		})
		if !more {
			return false
		}
	}
}

// parseLine reads {"id", "text"}. Without an id the line is called fallback.
func parseLine(line []byte, fallback string) (id json.RawMessage, text string, err error) {
	var in struct {
		ID   json.RawMessage `json:"id"`
		Text *string         `json:"text"`
	}
	if err := json.Unmarshal(line, &in); err != nil {
		var syntax *json.SyntaxError
		var wrong *json.UnmarshalTypeError
		switch {
		case errors.As(err, &wrong) && wrong.Field == "text":
			return nil, "", errors.New(`"text" debe ser un texto`)
		case errors.As(err, &wrong):
			return nil, "", errors.New(`debe ser un objeto como {"id": "1", "text": "…"}`)
		case errors.As(err, &syntax):
			return nil, "", fmt.Errorf("no es JSON válido (byte %d)", syntax.Offset)
		}
		return nil, "", errors.New("no es JSON válido")
	}
	if in.Text == nil {
		return nil, "", errors.New(`falta "text"`)
	}
	switch {
	case len(in.ID) == 0 || string(in.ID) == "null":
		in.ID = quoted(fallback)
	case in.ID[0] == '"':
		var name string
		if err := json.Unmarshal(in.ID, &name); err != nil {
			return nil, "", errors.New(`"id" debe ser un texto o un número`)
		}
		in.ID = quoted(name) // without bytes that are no UTF-8
	case strings.IndexByte(`{[tf`, in.ID[0]) >= 0:
		return nil, "", errors.New(`"id" debe ser un texto o un número`)
	}
	return in.ID, sanitize.Text(*in.Text), nil
}

func quoted(s string) json.RawMessage {
	var b bytes.Buffer
	cli.NewEncoder(&b).Encode(s)
	return bytes.TrimSpace(b.Bytes())
}
