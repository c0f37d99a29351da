package main_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// processed is a line of «cotejo process --json».
type processed struct {
	File       string `json:"file"`
	Status     string `json:"status"`
	TaskID     string `json:"task_id"`
	DocumentID string `json:"document_id"`
	Plaintiff  string `json:"demandante"`
	Duplicates []struct {
		DocumentID string  `json:"document_id"`
		FileName   string  `json:"file_name"`
		Similarity float64 `json:"similarity"`
		Reasons    []struct{ Text string }
	} `json:"duplicates"`
	Mass []struct {
		FileName string `json:"file_name"`
	} `json:"mass"`
	NeedsReview bool     `json:"needs_review"`
	Warnings    []string `json:"warnings"`

	MovedTo   string `json:"moved_to"`
	Error     string `json:"error"`
	ErrorCode string `json:"error_code"`
}

// process runs «cotejo process --json» in folder and returns its lines by file.
func process(t *testing.T, folder string, args ...string) (map[string]processed, result) {
	t.Helper()
	got := cotejo(t, folder, append([]string{"process", "--create", "--json", "--settle", "50ms"}, args...)...)
	return lines(t, got.stdout), got
}

// lines reads lines of «cotejo process --json», by file.
func lines(t *testing.T, stdout string) map[string]processed {
	t.Helper()
	byFile := map[string]processed{}
	for line := range strings.Lines(stdout) {
		var p processed
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		byFile[filepath.ToSlash(p.File)] = p
	}
	return byFile
}

// filled makes a folder with that many documents.
func filled(t *testing.T, n int) string {
	t.Helper()
	files := map[string]string{}
	for i := range n {
		files[fmt.Sprintf("%d.pdf", i)] = digital(t, uint64(i+1))
	}
	folder := inbox(t, files)
	if _, run := process(t, folder, "in"); run.status != 0 {
		t.Fatal(run.stderr)
	}
	return folder
}
