// Package program builds the commands of this module for black-box tests, with
// the flags of the test itself, so that both share one build cache.
package program

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
)

// Build builds a package of the module, such as "./cmd/cotejod", into folder
// and returns the path of the binary. Call it inside a test: of what is done
// before, go test's cache knows nothing.
func Build(folder, pkg string) (string, error) {
	root, err := Root()
	if err != nil {
		return "", err
	}
	if err := lookAtSources(root); err != nil {
		return "", err
	}
	binary := filepath.Join(folder, filepath.Base(pkg))
	build := exec.Command("go", append(append([]string{"build", "-o", binary}, flags()...), pkg)...)
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building %s: %w\n%s", pkg, err, out)
	}
	return binary, nil
}

// lookAtSources lists the folders that a program is built of: go test answers
// from its cache unless a file or folder that the test itself opened changed, and
// does not see what the build opens.
func lookAtSources(root string) error {
	for _, folder := range []string{"adapters", "cmd", "core", "ports"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(_ string, _ fs.DirEntry, err error) error { return err })
		if err != nil {
			return fmt.Errorf("looking at the sources: %w", err)
		}
	}
	_, err := os.Stat(filepath.Join(root, "go.sum"))
	return err
}

// flags are the build flags of this very test that decide what is built.
func flags() []string {
	var flags []string
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "-race" && s.Value == "true":
				flags = append(flags, "-race")
			case s.Key == "-tags":
				flags = append(flags, "-tags", s.Value)
			}
		}
	}
	return flags
}

// Memory is how many MB a program that this test built may take where it may take so
// many by itself: the race detector takes several times as much.
func Memory(mb int) int {
	if slices.Contains(flags(), "-race") {
		return 4 * mb
	}
	return mb
}

// RaceEnv is what a program that was built with the race detector needs in its
// environment, so as not to wait for a second before it exits.
const RaceEnv = "GORACE=atexit_sleep_ms=0"

// Root returns the folder of the module that the working folder is in.
func Root() (string, error) {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("finding the module: %w", err)
	}
	mod := strings.TrimSpace(string(out))
	if mod == "" || mod == os.DevNull {
		return "", fmt.Errorf("not inside a module")
	}
	return filepath.Dir(mod), nil
}
