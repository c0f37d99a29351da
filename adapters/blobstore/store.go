// Package blobstore keeps originals by key, in a place that a URL names.
//
// file:// is a local folder. This package writes it itself, because the file driver of
// gocloud.dev/blob does not sync: an original must survive a power cut. s3:// is a bucket for
// servers on several machines, used through the SDK of Amazon; gocloud.dev would add thirty
// modules and no function.
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

// Store is an open blob store. Files is a ports.LocalFiles as well, Objects a
// ports.RemoteBlobs.
type Store interface {
	ports.Blobs
	io.Closer
}

// Open opens the store at an address:
//
//	file:///var/lib/cotejo/originals           a folder, made when missing
//	s3://bucket/folder?region=eu-west-1        a bucket of Amazon's, the folder within it if one is named
//	s3://bucket?endpoint=https://s3.example    a bucket of any other store
//
// k is for buckets alone.
func Open(ctx context.Context, location string, k Keys) (Store, error) {
	at, err := parse(location)
	if err != nil {
		return nil, fmt.Errorf("opening blob store %s: %w", Redacted(location), err)
	}
	if at.folder != "" {
		return OpenFiles(at.folder)
	}
	o, err := openObjects(ctx, at.object, k)
	if err != nil {
		return nil, fmt.Errorf("opening blob store %s: %w", Redacted(location), err)
	}
	return o, nil
}

// Redacted is an address without a password that somebody put in it.
func Redacted(location string) string {
	if u, err := url.Parse(location); err == nil {
		return u.Redacted()
	}
	return "(no address)"
}

const (
	maxKey     = 512
	maxSegment = 128
)

// checkKey refuses what is not a key: one or more names between slashes, each of
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
