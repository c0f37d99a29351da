package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
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
	spanish, english, locked := without("spa"), without("eng"), without("")
	if err := os.Chmod(locked, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(locked, 0o700) })
	pdf := digital(t, 1)
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
		{"nothing is to be recognised", spanish, []string{"read", "in/a.pdf", "--ocr-mode", "never"}, 0, ""},
		{"texts need none", spanish, []string{"extract", "-"}, 0, ""},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			folder := inbox(t, map[string]string{"a.pdf": pdf})
			got := invocation{folder: folder, args: tc.args, env: []string{"TESSDATA_PREFIX=" + tc.data}}.run(t)
			if got.status != tc.status || !strings.Contains(got.stderr, tc.says) {
				t.Errorf("status %d, %s", got.status, got.stderr)
			}
		})
	}
	t.Run("the server", func(t *testing.T) {
		path, err := server()
		if err != nil {
			t.Fatal(err)
		}
		c := exec.CommandContext(t.Context(), path, "intake")
		c.Dir, c.Env = t.TempDir(), []string{"HOME=" + os.Getenv("HOME"), "SVC_PORT=0", "TESSDATA_PREFIX=" + spanish}
		said, err := c.CombinedOutput()
		if err == nil || !strings.Contains(string(said), "apt-get install tesseract-ocr-spa") || strings.Contains(string(said), "panic") {
			t.Errorf("%v\n%s", err, said)
		}
	})
}
