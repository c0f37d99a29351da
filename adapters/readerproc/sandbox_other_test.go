//go:build !linux

package readerproc_test

import (
	"github.com/cotejo/cotejo/adapters/readerproc"
	"github.com/cotejo/cotejo/core/reading"
)

func escaping(r *reading.Reader) readerproc.PageReader { return r }
