// Package program builds the commands of this module for black-box tests, with
// the flags of the test itself, so that both share one build cache.
package program

import (
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
)

// Build builds a package of the module, such as "./cmd/cotejod", and returns the path of
// a copy in folder. Call it inside a test: of what is done before, go test's cache knows
// nothing.
//
// The test binaries of a run share what is built: linking a program takes several seconds
// of a core, and go build leaves a file alone that is up to date.
func Build(folder, pkg string) (string, error) {
	root, err := Root()
	if err != nil {
		return "", err
	}
	if err := lookAtSources(root); err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("finding a folder for built programs: %w", err)
	}
	shared := filepath.Join(cache, "cotejo-testing", fmt.Sprintf("%08x", crc32.ChecksumIEEE(fmt.Append(nil, flags()))))
	if err := os.MkdirAll(shared, 0o700); err != nil {
		return "", err
	}
	lock, err := os.OpenFile(filepath.Join(shared, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return "", err
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return "", fmt.Errorf("waiting for another build: %w", err)
	}
	built := filepath.Join(shared, filepath.Base(pkg))
	build := exec.Command("go", append(append([]string{"build", "-o", built}, flags()...), pkg)...)
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building %s: %w\n%s", pkg, err, out)
	}
	// cp and not this process: a file that is open for writing when another test forks cannot
	// be started until that child has closed it.
	if out, err := exec.Command("cp", built, folder).CombinedOutput(); err != nil {
		return "", fmt.Errorf("copying %s: %w\n%s", pkg, err, out)
	}
	return filepath.Join(folder, filepath.Base(pkg)), nil
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

// flags are those of this very test that decide what is built, no tables for debuggers, which
// take half of the time of linking, and the lowest cost of a password.
func flags() []string {
	flags := []string{"-ldflags=-w -X github.com/cotejo/cotejo/adapters/bcrypt.defaultCost=4"}
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
