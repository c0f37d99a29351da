package intake

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Originals implements ports.Originals. All fields but TempDir are required.
type Originals struct {
	View      ports.Viewer
	Documents ports.Documents
	Words     ports.PageWords
	Blobs     ports.Blobs
	Drawer    ports.Drawer
	TempDir   string // for copies from a store that has no files here; "" for the system's
	Logger    *slog.Logger
}

var _ ports.Originals = (*Originals)(nil)

// Original implements ports.Originals.
func (s *Originals) Original(ctx context.Context, _ account.Actor, id string) (document.Original, error) {
	d, err := s.Documents.Get(ctx, id)
	if err != nil {
		return document.Original{}, err
	}
	if d.OriginalKey == "" {
		return document.Original{}, errNoOriginal
	}
	content, size, err := s.Blobs.Open(ctx, d.OriginalKey)
	if fault.KindOf(err) == fault.NotFound {
		s.Logger.ErrorContext(ctx, "an original is missing", "document", id)
		return document.Original{}, errNoOriginal
	}
	if err != nil {
		return document.Original{}, fmt.Errorf("opening the original: %w", err)
	}
	kind := document.KindOfOriginal(d.OriginalKey)
	name := d.FileName
	if document.KindOfOriginal(name) != kind {
		name += kind.Extension()
	}
	return document.Original{FileName: name, Kind: kind, SHA256: d.SHA256, Size: size, Content: content}, nil
}

var errNoOriginal = fault.New(fault.NotFound, "original_not_found", "Este documento no tiene archivo original; no se recibió como PDF ni como imagen.")

// Page implements ports.Originals. It reports every fault that can be found without rendering before
// rendering begins.
func (s *Originals) Page(ctx context.Context, _ account.Actor, id string, drawing document.Drawing) (document.Picture, error) {
	d, err := s.Documents.Get(ctx, id)
	switch {
	case err != nil:
		return document.Picture{}, err
	case d.OriginalKey == "":
		return document.Picture{}, errNoOriginal
	case drawing.Page < 1 || drawing.Page > len(d.Pages):
		return document.Picture{}, document.NoPage(drawing.Page, len(d.Pages))
	}
	return document.Picture{
		Tag: fmt.Sprintf("%s-%d-%g-%t", d.SHA256, drawing.Page, drawing.DPI, drawing.Colour),
		Draw: func(ctx context.Context) ([]byte, error) {
			path, done, err := localFile(ctx, s.Blobs, d.OriginalKey, s.TempDir)
			if fault.KindOf(err) == fault.NotFound {
				s.Logger.ErrorContext(ctx, "an original is missing", "document", id)
				return nil, errNoOriginal
			}
			if err != nil {
				return nil, err
			}
			defer done()
			return s.Drawer.Draw(ctx, path, drawing)
		},
	}, nil
}

// PageWords implements ports.Originals.
func (s *Originals) PageWords(ctx context.Context, _ account.Actor, id string, number int) (document.PageWords, error) {
	return inView(ctx, s.View, func(ctx context.Context) (document.PageWords, error) { return s.pageWords(ctx, id, number) })
}

func (s *Originals) pageWords(ctx context.Context, id string, number int) (document.PageWords, error) {
	d, err := s.Documents.Get(ctx, id)
	if err != nil {
		return document.PageWords{}, err
	}
	if number < 1 || number > len(d.Pages) {
		return document.PageWords{}, document.NoPage(number, len(d.Pages))
	}
	data, kept, err := s.Words.Get(ctx, id, number)
	if err != nil || !kept {
		return document.PageWords{}, err
	}
	info := d.Pages[number-1]
	words, err := document.DecodeWords(data, string([]rune(d.Text)[info.Start:info.End]))
	if err != nil {
		return document.PageWords{}, err
	}
	for i := range words.Words {
		words.Words[i].Start += info.Start
		words.Words[i].End += info.Start
	}
	return document.PageWords{Available: true, WordMap: words}, nil
}

// localFile returns a local file with an original: the stored file itself if the store has one,
// otherwise a private copy. done removes the copy.
func localFile(ctx context.Context, blobs ports.Blobs, key, tempDir string) (path string, done func(), err error) {
	if local, ok := blobs.(ports.LocalFiles); ok {
		if path, ok := local.Path(key); ok {
			return path, func() {}, nil
		}
	}
	src, _, err := blobs.Open(ctx, key)
	if err != nil {
		return "", nil, fmt.Errorf("opening the original: %w", err)
	}
	defer src.Close()
	dst, err := os.CreateTemp(tempDir, "cotejo-*"+filepath.Ext(key))
	if err != nil {
		return "", nil, uncopied(err)
	}
	done = func() { os.Remove(dst.Name()) }
	copied := context.AfterFunc(ctx, func() { src.Close() })
	_, err = io.Copy(dst, src)
	if !copied() {
		err = ctx.Err()
	}
	if closeErr := dst.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		done()
		return "", nil, uncopied(err)
	}
	return dst.Name(), done, nil
}

// uncopied returns the fault of an original that could not be copied: the local disk is full, or
// the store failed.
func uncopied(err error) error {
	var disk *fs.PathError
	if _, known := fault.As(err); !known && errors.As(err, &disk) {
		err = fault.Wrap(err, fault.Unavailable, "storage_unavailable",
			"No se puede escribir en la carpeta temporal del servidor. Avise al administrador, que revise su disco, e intente más tarde.")
	}
	return fmt.Errorf("copying the original: %w", err)
}
