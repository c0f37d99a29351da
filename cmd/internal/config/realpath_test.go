package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/cotejo/cotejo/cmd/internal/config"
)

func TestRealPathResolvesEveryName(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(root, name) }
	err = errors.Join(
		os.MkdirAll(at("real/deep"), 0o755), os.WriteFile(at("real/cotejo.db"), nil, 0o600),
		os.Symlink("real/cotejo.db", at("relative.db")), os.Symlink(at("relative.db"), at("chain.db")),
		os.Symlink("real", at("dir")), os.Symlink("../cotejo.db", at("real/deep/up.db")), os.Symlink("real/deep", at("deep")),
		os.Symlink("real/new.db", at("dangling.db")), os.Symlink("loop.db", at("loop.db")))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"real/cotejo.db":  "real/cotejo.db",
		"relative.db":     "real/cotejo.db",
		"chain.db":        "real/cotejo.db",
		"dir/cotejo.db":   "real/cotejo.db",
		"deep/up.db":      "real/cotejo.db", // ".." counts from where the link is, not from where its folder is named
		"dangling.db":     "real/new.db",
		"absent/new.db":   "absent/new.db",
		"dir/absent/a.db": "dir/absent/a.db",
		"loop.db":         "loop.db",
	} {
		if got := config.RealPath(at(name)); got != at(want) {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}
