package blobstore_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/cotejo/cotejo/adapters/blobstore"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
	"github.com/cotejo/cotejo/testkit/objectstore"
	"github.com/cotejo/cotejo/testkit/storetest"
)

func open(t *testing.T, location string) blobstore.Store {
	t.Helper()
	s, err := blobstore.Open(t.Context(), location, blobstore.Keys{Access: objectstore.Access, Secret: objectstore.Secret})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestFiles(t *testing.T) {
	storetest.RunBlobs(t, func(t *testing.T) ports.Blobs { return open(t, "file://"+t.TempDir()+"/a/b") })
}

func TestObjects(t *testing.T) {
	server := objectstore.Start(t)
	buckets := 0
	for name, folder := range map[string]string{"a bucket": "", "a folder of a bucket": "/juzgado-1/originals"} {
		t.Run(name, func(t *testing.T) {
			storetest.RunBlobs(t, func(t *testing.T) ports.Blobs {
				buckets++
				bucket := fmt.Sprint("bucket-", buckets)
				address := server.Bucket(t, bucket)
				return open(t, strings.Replace(address, bucket, bucket+folder, 1))
			})
		})
	}
}

// What is larger than a part is sent in several, and comes back whole.
func TestLargeObjects(t *testing.T) {
	s := open(t, objectstore.Start(t).Bucket(t, "large"))
	want := bytes.Repeat([]byte("0123456789abcdef"), 20<<20/16)
	if err := s.Put(t.Context(), "large.pdf", io.MultiReader(bytes.NewReader(want))); err != nil {
		t.Fatal(err)
	}
	r, size, err := s.Open(t.Context(), "large.pdf")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if got, err := io.ReadAll(r); err != nil || size != int64(len(want)) || !bytes.Equal(got, want) {
		t.Errorf("%d bytes and size %d came back of %d, %v", len(got), size, len(want), err)
	}
	failing := io.MultiReader(bytes.NewReader(want), iotest.ErrReader(errBroken))
	if err := s.Put(t.Context(), "cut.pdf", failing); !errors.Is(err, errBroken) {
		t.Errorf("an upload that is cut off ends with %v", err)
	}
	if _, _, err := s.Open(t.Context(), "cut.pdf"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("an upload that was cut off is there: %v", err)
	}
}

var errBroken = errors.New("the line broke")

// A store that went away is a fault of the moment, which callers can see.
func TestObjectsOutOfReach(t *testing.T) {
	server := objectstore.Start(t)
	address := server.Bucket(t, "bucket")
	s := open(t, address)
	if err := s.Put(t.Context(), "a", strings.NewReader("x")); err != nil {
		t.Fatal(err)
	}
	if err := s.(ports.RemoteBlobs).Ping(t.Context()); err != nil {
		t.Errorf("a store that works: %v", err)
	}
	server.Stop()
	_, _, opening := s.Open(t.Context(), "a")
	for what, err := range map[string]error{
		"ping":   s.(ports.RemoteBlobs).Ping(t.Context()),
		"put":    s.Put(t.Context(), "b", strings.NewReader("x")),
		"open":   opening,
		"delete": s.Delete(t.Context(), "a"),
		"each":   s.Each(t.Context(), func(string, time.Time) error { return nil }),
	} {
		if fault.KindOf(err) != fault.Unavailable {
			t.Errorf("%s: %v", what, err)
		}
	}
	open(t, address) // it may come back
}

func TestObjectsAreRefused(t *testing.T) {
	server := objectstore.Start(t)
	address := server.Bucket(t, "bucket")
	right := blobstore.Keys{Access: objectstore.Access, Secret: objectstore.Secret}
	for name, tt := range map[string]struct {
		address string
		keys    blobstore.Keys
		code    string
	}{
		"no such bucket": {strings.Replace(address, "bucket", "other", 1), right, "bucket_not_found"},
		"another secret": {address, blobstore.Keys{Access: objectstore.Access, Secret: "another"}, "bucket_forbidden"},
		// Whom the store does not know sees no bucket.
		"another access": {address, blobstore.Keys{Access: "another", Secret: objectstore.Secret}, "bucket_not_found"},
	} {
		s, err := blobstore.Open(t.Context(), tt.address, tt.keys)
		if err == nil {
			t.Errorf("%s: was opened", name)
			s.Close()
		} else if f, ok := fault.As(err); !ok || f.Code != tt.code {
			t.Errorf("%s: %v, want %s", name, err, tt.code)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	for _, location := range []string{"", "::", "file://", "file://host/x", "file:///tmp/x?create_dir=1", "unknown://bucket", "/tmp/x",
		"s3://", "s3://access:secret@bucket", "s3://bucket:80", "s3://bucket/../x", "s3://bucket?endpoint=bucket", "s3://bucket?endpoint=ftp://x",
		"s3://bucket?endpoint=https://a:b@x", "s3://bucket?region=", "s3://bucket?regoin=x", "s3://bucket#x"} {
		if s, err := blobstore.Open(t.Context(), location, blobstore.Keys{Access: objectstore.Access, Secret: objectstore.Secret}); err == nil {
			t.Errorf("%q was opened", location)
			s.Close()
		}
	}
}

func TestFilesAreForTheirOwnerAlone(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "originals")
	s := open(t, "file://"+folder)
	if err := s.Put(t.Context(), "a/b/c", strings.NewReader("x")); err != nil {
		t.Fatal(err)
	}
	if err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: mode %v", path, info.Mode())
		}
		return err
	}); err != nil {
		t.Error(err)
	}
}

func TestOpenSweepsInterruptedPuts(t *testing.T) {
	folder := t.TempDir()
	s := open(t, "file://"+folder)
	left := filepath.Join(folder, ".unfinished", "left")
	if err := os.WriteFile(left, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	// A put that goes on in the meantime, as in another process, is not disturbed.
	reader := iotest.DataErrReader(strings.NewReader("whole"))
	err := s.Put(t.Context(), "a", readFunc(func(p []byte) (int, error) {
		open(t, "file://"+folder)
		return reader.Read(p)
	}))
	if err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(filepath.Dir(left)); err != nil || len(entries) != 0 {
		t.Errorf("got %v, %v", entries, err)
	}
}

func TestFailedPutLeavesNoFile(t *testing.T) {
	folder := t.TempDir()
	s := open(t, "file://"+folder)
	if s.Put(t.Context(), "a", iotest.ErrReader(errors.New("broken"))) == nil {
		t.Error("the reader's error is lost")
	}
	if entries, err := os.ReadDir(filepath.Join(folder, ".unfinished")); err != nil || len(entries) != 0 {
		t.Errorf("got %v, %v", entries, err)
	}
}

func TestNoLinkLeadsOut(t *testing.T) {
	outside, folder := t.TempDir(), t.TempDir()
	s := open(t, "file://"+folder)
	if err := os.Symlink(outside, filepath.Join(folder, "link")); err != nil {
		t.Fatal(err)
	}
	if err := s.Put(t.Context(), "link/x", strings.NewReader("x")); err == nil {
		t.Error("a link was followed out of the folder")
	}
	if _, err := os.Stat(filepath.Join(outside, "x")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a file was written outside")
	}
}

type readFunc func(p []byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }
