// Package blobstore keeps originals, each by its key, where a URL says.
//
// file:// is a folder of this machine. It is written here rather than through
// gocloud.dev/blob, whose file driver does not wait for the disk: what a court
// was told is stored must survive a power cut.
package blobstore

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Store is an open blob store. Files is a ports.LocalFiles as well.
type Store interface {
	ports.Blobs
	io.Closer
}

// Open opens the store at a URL, file:///var/lib/cotejo/originals for a folder,
// which is made when missing. Other schemes are refused.
func Open(ctx context.Context, location string) (Store, error) {
	u, err := url.Parse(location)
	if err != nil {
		return nil, fmt.Errorf("opening blob store: %w", err)
	}
	switch {
	case u.Scheme != "file":
		return nil, fmt.Errorf("opening blob store %s: no driver for scheme %q, want file:///FOLDER", u.Redacted(), u.Scheme)
	case u.Host != "" && u.Host != "localhost", u.Path == "", u.RawQuery != "", u.Fragment != "":
		return nil, fmt.Errorf("opening blob store %s: want file:///FOLDER", u.Redacted())
	}
	return OpenFiles(u.Path)
}

const (
	maxKey     = 512
	maxSegment = 128
)

// checkKey refuses what is no key: one or more names between slashes, each of
// ASCII letters, digits and -_. and not beginning with a dot.
func checkKey(key string) error {
	ok := len(key) <= maxKey
	for name := range strings.SplitSeq(key, "/") {
		ok = ok && name != "" && len(name) <= maxSegment && name[0] != '.' && strings.Trim(name, keyCharacters) == ""
	}
	if !ok {
		return fault.New(fault.Invalid, "invalid_blob_key", "Error interno: la clave del archivo original no es válida.")
	}
	return nil
}

const keyCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."
