package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
)

func TestMissingLanguageStopsTheStart(t *testing.T) {
	t.Parallel()
	installed, err := filepath.Glob("/usr/share/tesseract-ocr/*/tessdata/*.traineddata")
	if err != nil || len(installed) == 0 {
		t.Fatal("no trained data", err)
	}
	without := func(language string) string {
		folder := t.TempDir()
		if err := os.Chmod(filepath.Dir(folder), 0o755); err != nil { // readers whose server is root are another user
			t.Fatal(err)
		}
		for _, from := range installed {
			name := filepath.Base(from)
			data, err := os.ReadFile(from) // a link would lead out of the sandbox
			if err != nil {
				t.Fatal(err)
			}
			if name != language+".traineddata" {
				if err := os.WriteFile(filepath.Join(folder, name), data, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
		return folder
	}
	complete, spanish, english, locked := without(""), without("spa"), without("eng"), without("")
	if err := os.Chmod(locked, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(locked, 0o700) })
	pdf := cotejo.Digital(t, 1)
	for _, tc := range []struct {
		rule, data string
		args       []string
		status     int
		says       string
	}{
		{"read, Spanish", spanish, []string{"read", "in/a.pdf"}, 7, "apt-get install tesseract-ocr-spa"},
		{"read, English", english, []string{"read", "in/a.pdf"}, 7, "apt-get install tesseract-ocr-eng"},
		{"extract", spanish, []string{"extract", "in/a.pdf"}, 7, "apt-get install tesseract-ocr-spa"},
		{"process", spanish, []string{"process", "--create", "in", "--settle", "50ms"}, 7, "apt-get install tesseract-ocr-spa"},
		{"a folder that readers must not open", locked, []string{"read", "in/a.pdf"}, 7, "chmod o+rx"},
		{"a language that is set", complete, []string{"read", "in/a.pdf", "--ocr-languages", "spa+fra"}, 7, "«apt-get install tesseract-ocr-fra»"},
		{"process in a language that is set", complete, []string{"process", "--create", "in", "--settle", "50ms", "--ocr-languages", "spa+fra"}, 7,
			"«apt-get install tesseract-ocr-fra»"},
		{"Spanish is not set", spanish, []string{"read", "in/a.pdf", "--ocr-mode", "force", "--ocr-languages", "eng"}, 0, ""},
		{"several languages", complete, []string{"read", "in/a.pdf", "--ocr-mode", "force", "--ocr-languages", "spa+eng"}, 0, ""},
		{"no language", complete, []string{"read", "in/a.pdf", "--ocr-languages", "español"}, 2, "spa+eng"},
		{"nothing is to be recognised", spanish, []string{"read", "in/a.pdf", "--ocr-mode", "never"}, 0, ""},
		{"texts need none", spanish, []string{"extract", "-"}, 0, ""},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			folder := cotejo.Inbox(t, map[string]string{"a.pdf": pdf})
			got := cotejo.Invocation{Folder: folder, Args: tc.args, Env: []string{"TESSDATA_PREFIX=" + tc.data}}.Run(t)
			if got.Status != tc.status || !strings.Contains(got.Stderr, tc.says) {
				t.Errorf("status %d, %s", got.Status, got.Stderr)
			}
		})
	}
	for _, tc := range []struct{ rule, data, languages, missing string }{
		{"the server", spanish, "spa", "spa"},
		{"the server, in a language that is set", complete, "spa+fra", "fra"},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			path, err := cotejo.Server()
			if err != nil {
				t.Fatal(err)
			}
			c := exec.CommandContext(t.Context(), path, "intake")
			c.Dir, c.Env = t.TempDir(), []string{"HOME=" + os.Getenv("HOME"), "SVC_PORT=0", "TESSDATA_PREFIX=" + tc.data, "SVC_OCR_LANGUAGES=" + tc.languages}
			said, err := c.CombinedOutput()
			if err == nil || !strings.Contains(string(said), "apt-get install tesseract-ocr-"+tc.missing) || strings.Contains(string(said), "panic") {
				t.Errorf("%v\n%s", err, said)
			}
		})
	}
}
