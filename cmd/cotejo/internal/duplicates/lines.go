package duplicates

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/core/batchdedup"
	"github.com/cotejo/cotejo/core/dedup"
)

// lines writes JSON lines to a file, under another name until all are written,
// or to a stream. It is a batchdedup.Output.
type lines struct {
	path    string
	file    *os.File // nil for a stream
	out     *bufio.Writer
	encoder *json.Encoder
	size    int64
}

var _ batchdedup.Output = (*lines)(nil)

const partSuffix = ".part"

// openLines opens the file of that path, or stream when there is none.
func openLines(path string, stream io.Writer) (*lines, error) {
	if path == "" {
		return newLines("", stream), nil
	}
	file, err := os.OpenFile(path+partSuffix, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, fmt.Errorf("no se puede escribir %s: %w", path, errors.Unwrap(err))
	}
	l := newLines(path, file)
	l.file = file
	return l, nil
}

func newLines(path string, to io.Writer) *lines {
	l := &lines{path: path, out: bufio.NewWriterSize(to, 1<<20)}
	l.encoder = cli.NewEncoder(counting{l})
	return l
}

// counting counts what is written.
type counting struct{ *lines }

func (c counting) Write(b []byte) (int, error) {
	n, err := c.out.Write(b)
	c.size += int64(n)
	return n, err
}

func (l *lines) write(line any) error {
	if err := l.encoder.Encode(line); err != nil {
		return fmt.Errorf("no se pudo escribir el resultado: %w", err)
	}
	return nil
}

// Emit implements batchdedup.Output.
func (l *lines) Emit(p batchdedup.Pair) error { return l.write(lineOf(p)) }

// Mark implements batchdedup.Output.
func (l *lines) Mark() (int64, error) {
	if err := l.out.Flush(); err != nil {
		return 0, fmt.Errorf("no se pudo escribir el resultado: %w", err)
	}
	return l.size, nil
}

// Rewind implements batchdedup.Output. A stream cannot go back, and begins at 0.
func (l *lines) Rewind(mark int64) error {
	if l.file == nil {
		return nil
	}
	size, err := l.length()
	if err == nil && size < mark {
		if err = l.takeBack(mark); err == nil {
			size, err = l.length()
		}
	}
	if err == nil && size < mark {
		err = errors.New("es más corto que cuando se interrumpió; borre la carpeta de trabajo")
	}
	if err == nil {
		err = l.file.Truncate(mark)
	}
	if err == nil {
		_, err = l.file.Seek(mark, io.SeekStart)
	}
	if err != nil {
		return fmt.Errorf("no se puede seguir con %s: %w", l.path+partSuffix, err)
	}
	l.size = mark
	return nil
}

func (l *lines) length() (int64, error) {
	info, err := l.file.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// takeBack continues with the finished file, if that is as long as all that was
// marked: the run before was interrupted after it had given the file its name.
func (l *lines) takeBack(mark int64) error {
	info, err := os.Stat(l.path)
	if err != nil || !info.Mode().IsRegular() || info.Size() != mark {
		return nil
	}
	if err := os.Rename(l.path, l.path+partSuffix); err != nil {
		return err
	}
	file, err := os.OpenFile(l.path+partSuffix, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	l.file.Close()
	l.file = file
	l.out.Reset(file)
	return nil
}

// finish writes what is left and gives the file its name.
func (l *lines) finish() error {
	if _, err := l.Mark(); err != nil || l.file == nil {
		return err
	}
	if err := errors.Join(l.file.Sync(), l.file.Close()); err != nil {
		return fmt.Errorf("no se pudo escribir %s: %w", l.path, err)
	}
	if err := os.Rename(l.path+partSuffix, l.path); err != nil {
		return fmt.Errorf("no se pudo escribir %s: %w", l.path, err)
	}
	return nil
}

// close leaves what was written so far for the next time.
func (l *lines) close() {
	l.out.Flush()
	if l.file != nil {
		l.file.Close()
	}
}

// pairLine is the line of a pair.
type pairLine struct {
	A        string         `json:"a"`
	B        string         `json:"b"`
	Relation dedup.Relation `json:"relation"`
	dedup.Assessment
}

func lineOf(p batchdedup.Pair) pairLine {
	line := pairLine{A: p.A, B: p.ID, Relation: p.Relation, Assessment: p.Assessment}
	for _, score := range []*float64{&line.MinHash, &line.TFIDF, &line.Entity, &line.Ensemble, &line.Similarity,
		&line.Parties.Score, &line.Facts.Score, &line.Claims.Score} {
		*score = cli.Rounded(*score)
	}
	// The evidence is in the reasons.
	line.Parties.Evidence, line.Facts.Evidence, line.Claims.Evidence = nil, nil, nil
	line.Adjustments, line.Reasons = slices.Clone(line.Adjustments), slices.Clone(line.Reasons)
	for i := range line.Adjustments {
		line.Adjustments[i].Before, line.Adjustments[i].After = cli.Rounded(line.Adjustments[i].Before), cli.Rounded(line.Adjustments[i].After)
	}
	for i := range line.Reasons {
		line.Reasons[i].Weight = cli.Rounded(line.Reasons[i].Weight)
	}
	return line
}

// clusterLine is the line of a cluster.
type clusterLine struct {
	Representative string     `json:"representative"`
	Members        []string   `json:"members"`
	Edges          []edgeLine `json:"edges"`
}

type edgeLine struct {
	A          string  `json:"a"`
	B          string  `json:"b"`
	Similarity float64 `json:"similarity"`
}

func clusterLineOf(c batchdedup.Cluster) clusterLine {
	line := clusterLine{Representative: c.Representative, Members: c.Members, Edges: make([]edgeLine, len(c.Edges))}
	for i, e := range c.Edges {
		line.Edges[i] = edgeLine{e.A, e.B, cli.Rounded(float64(e.Score))}
	}
	return line
}
