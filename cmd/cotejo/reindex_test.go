package main_test

import (
	"testing"
)

func TestReindexMakesFingerprintsAnew(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if got := cotejo(t, folder, "reindex"); got.status != 3 {
		t.Errorf("without a database: %+v", got)
	}
	if made := cotejo(t, folder, "process", "--create", ".", "-q"); made.status > 1 {
		t.Fatalf("making a database: %+v", made)
	}
	got := cotejo(t, folder, "reindex", "--json", "--all")
	if got.status != 0 || got.stdout != "{\"documents\":0,\"made\":0}\n" {
		t.Errorf("%+v", got)
	}
}
