package lex

import (
	"io/fs"
	"os"
	"strings"
	"testing"
)

// Each set of sets.txt belongs to a variable, and has each word once.
func TestSetsAreUsed(t *testing.T) {
	var code strings.Builder
	root := os.DirFS("../..")
	err := fs.WalkDir(root, ".", func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			b, err := fs.ReadFile(root, path)
			code.Write(b)
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range sets() {
		if parts := strings.SplitN(name, ".", 3); !strings.Contains(code.String(), `("`+parts[0]+"."+parts[1]+`")`) {
			t.Errorf("nothing reads the set %s", name)
		}
	}
	seen := map[string]bool{}
	for _, row := range rows("sets.txt") {
		name, words, _ := strings.Cut(row, ":")
		for w := range strings.FieldsSeq(words) {
			if seen[name+" "+w] {
				t.Errorf("%s has %s twice", name, w)
			}
			seen[name+" "+w] = true
		}
	}
}
