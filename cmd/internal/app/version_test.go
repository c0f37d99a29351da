package app_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/cmd/internal/app"
)

var (
	semantic = regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)
	section  = regexp.MustCompile(`(?m)^## \[?v?(\d[^\]\s]*)`)
)

// newestSection returns the version of the first section of a changelog that has one.
func newestSection(changelog []byte) string {
	if m := section.FindSubmatch(changelog); m != nil {
		return string(m[1])
	}
	return ""
}

func TestChangelogNamesVersion(t *testing.T) {
	changelog, err := os.ReadFile("../../../docs/CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	if !semantic.MatchString(app.Version) {
		t.Errorf("%q is not a semantic version", app.Version)
	}
	switch newest := newestSection(changelog); {
	case newest == "" && strings.Contains(string(changelog), "\n## Unreleased\n"): // nothing was ever released
	case newest != app.Version:
		t.Errorf("the newest section of the changelog is %q, the version of the source %q", newest, app.Version)
	}
}

func TestNewestSection(t *testing.T) {
	for changelog, want := range map[string]string{
		"# Changelog\n\n## Unreleased\n\n- a\n\n## 0.2.0\n\n## 0.1.0\n": "0.2.0",
		"## [0.3.0] - 2026-11-25\n":                                     "0.3.0",
		"## 0.1.0 (not released)\n":                                     "0.1.0",
		"## Unreleased\n":                                               "",
	} {
		if got := newestSection([]byte(changelog)); got != want {
			t.Errorf("newestSection(%q) = %q, want %q", changelog, got, want)
		}
	}
}
