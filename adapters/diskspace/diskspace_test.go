package diskspace_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/cotejo/cotejo/adapters/diskspace"
	"github.com/cotejo/cotejo/ports"
)

var _ ports.Space = diskspace.Space{}

func TestFree(t *testing.T) {
	folder := t.TempDir()
	space := diskspace.New(folder, os.TempDir())
	free, err := space.Free(t.Context())
	if err != nil || free <= 0 {
		t.Fatalf("Free() = %d, %v", free, err)
	}
	if _, err := diskspace.New(folder, filepath.Join(folder, "missing")).Free(t.Context()); err == nil {
		t.Error("a folder that does not exist has room")
	}
}
