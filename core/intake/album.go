package intake

import (
	"archive/zip"
	"bufio"
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// album reads images as one file of kind document.Album. It holds a piece of an image at a time. Equal
// images give equal bytes, so that exact copies and repeated requests are recognised.
type album struct {
	next    func() (document.Image, error)
	first   string // name of the first image
	images  int
	pending bytes.Buffer // written by archive, not read yet
	archive *zip.Writer
	content io.Reader // rest of the current image; nil between images
	entry   io.Writer // of the current image
	err     error     // once nothing is left to write; io.EOF if all went well
}

func newAlbum(next func() (document.Image, error)) *album {
	a := &album{next: next}
	a.archive = zip.NewWriter(&a.pending)
	return a
}

// fileName returns the name of the document: that of the first image, with the extension of an album.
func (a *album) fileName() string {
	name := document.CleanFileName(a.first)
	return document.CleanName(strings.TrimSuffix(name, filepath.Ext(name)), "fotografias") + document.Album.Extension()
}

func (a *album) Read(p []byte) (int, error) {
	for a.pending.Len() == 0 && a.err == nil {
		if a.err = a.step(); a.err == nil {
			a.err = a.archive.Flush()
		}
	}
	if a.pending.Len() > 0 {
		return a.pending.Read(p)
	}
	return 0, a.err
}

// step writes the next piece of the archive.
func (a *album) step() error {
	if a.content == nil {
		return a.begin()
	}
	const piece = 64 << 10
	_, err := io.CopyN(a.entry, a.content, piece)
	if errors.Is(err, io.EOF) {
		a.content, err = nil, nil
	}
	return err
}

// begin begins the next image, or ends the archive.
func (a *album) begin() error {
	image, err := a.next()
	switch {
	case errors.Is(err, io.EOF) && a.images == 0:
		return fault.New(fault.Unprocessable, "file_missing", "Faltan las imágenes; envíe al menos una.")
	case errors.Is(err, io.EOF):
		if err := a.archive.Close(); err != nil {
			return err
		}
		return io.EOF
	case err != nil:
		return err
	case a.images == document.MaxImages:
		return document.TooManyImages()
	}
	content := bufio.NewReaderSize(image.Content, document.HeadLength)
	kind, err := sniff(content, image.FileName, document.ImageKinds(), "not_an_image")
	if f, ok := fault.As(err); ok {
		return fault.Wrap(err, f.Kind, f.Code, "«"+document.CleanFileName(image.FileName)+"»: "+f.Message)
	}
	if err != nil {
		return err
	}
	if a.images++; a.images == 1 {
		a.first = image.FileName
	}
	a.content = content
	a.entry, err = a.archive.CreateHeader(&zip.FileHeader{Name: document.AlbumEntry(a.images, kind), Method: zip.Store})
	return err
}
