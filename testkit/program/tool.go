package program

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// Tool builds a server that tests need and nobody else does: a tool of a module
// of its own, which is a folder of this one. It returns the path of the binary,
// which Go keeps among what it built.
func Tool(module, name string) (string, error) {
	build, _ := tools.LoadOrStore([2]string{module, name}, sync.OnceValues(func() (string, error) {
		root, err := Root()
		if err != nil {
			return "", err
		}
		cmd := exec.Command("go", "tool", "-n", name)
		cmd.Dir = filepath.Join(root, filepath.FromSlash(module))
		var told strings.Builder
		cmd.Stderr = &told
		path, err := cmd.Output()
		if err != nil {
			return "", fmt.Errorf("building %s of %s: %w\n%s", name, module, err, told.String())
		}
		return strings.TrimSpace(string(path)), nil
	}))
	return build.(func() (string, error))()
}

var tools sync.Map // what builds a tool, by its module and name
