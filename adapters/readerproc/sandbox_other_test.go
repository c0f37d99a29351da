//go:build !linux

package readerproc_test

import (
	"os"

	"github.com/cotejo/cotejo/adapters/readerproc"
	"github.com/cotejo/cotejo/core/pdftext"
)

func escaping(r *pdftext.Reader) readerproc.PageReader { return r }

func owned(os.FileInfo) bool { return true }
