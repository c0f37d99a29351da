package config

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDocumentsNameRealSettings reads what people read: a setting that is named
// there must exist. NOTIFY_… and the like stand for several.
func TestDocumentsNameRealSettings(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	example, err := os.ReadFile(filepath.Join(root, ".env.example"))
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, pattern := range []string{"README.md", "docs/*.md", "docs/es/*.md", "docs/operations/*.*", "docs/operations/debian/*"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v, %v", pattern, found, err)
		}
		files = append(files, found...)
	}
	setting := regexp.MustCompile(`\b(?:SVC|NOTIFY|AUTH)_[A-Z_]*[A-Z]\b`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range setting.FindAllString(string(text), -1) {
			if !strings.Contains(string(example), "#"+name+"=") {
				t.Errorf("%s names %s, which is no setting", file, name)
			}
		}
	}
}
