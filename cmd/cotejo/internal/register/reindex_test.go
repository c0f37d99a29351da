package register_test

import (
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
)

func TestReindexMakesFingerprintsAnew(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if got := cotejo.Run(t, folder, "reindex"); got.Status != 3 {
		t.Errorf("without a database: %+v", got)
	}
	if made := cotejo.Run(t, folder, "process", "--create", ".", "-q"); made.Status > 1 {
		t.Fatalf("making a database: %+v", made)
	}
	got := cotejo.Run(t, folder, "reindex", "--json", "--all")
	if got.Status != 0 || got.Stdout != "{\"documents\":0,\"made\":0}\n" {
		t.Errorf("%+v", got)
	}
}
