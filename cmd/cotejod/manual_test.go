package main

import (
	"cmp"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/manual"
)

var manualFolder = flag.String("manual", "", "write the manual pages into this folder (testkit/release/programs)")

func TestManualPages(t *testing.T) {
	folder := cmp.Or(*manualFolder, t.TempDir())
	pages, err := manual.Write(folder, app.Version, commands())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"cotejod.1", "cotejod-intake.1", "cotejod-notify.1"} {
		if !slices.Contains(pages, want) {
			t.Errorf("there is no page %s among %v", want, pages)
		}
	}
	for _, name := range pages {
		page, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil || !strings.Contains(string(page), ".SH NAME\n") || !strings.Contains(string(page), app.Version) || strings.Contains(string(page), ".SH OPTIONS\n") {
			t.Errorf("%s: %v\n%s", name, err, page)
		}
	}
}
