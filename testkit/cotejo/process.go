package cotejo

import (
	"fmt"
	"path/filepath"
	"testing"
)

// Processed is a line of «cotejo process --json».
type Processed struct {
	File       string `json:"file"`
	Status     string `json:"status"`
	TaskID     string `json:"task_id"`
	DocumentID string `json:"document_id"`
	Type       string `json:"document_type"`
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

// Process runs «cotejo process --json» in folder and returns its lines by file.
func Process(t *testing.T, folder string, args ...string) (map[string]Processed, Result) {
	t.Helper()
	got := Run(t, folder, append([]string{"process", "--create", "--json", "--settle", "50ms"}, args...)...)
	return Lines(t, got.Stdout), got
}

// Lines reads lines of «cotejo process --json», by file.
func Lines(t *testing.T, stdout string) map[string]Processed {
	t.Helper()
	byFile := map[string]Processed{}
	for _, p := range DecodeLines[Processed](t, stdout) {
		byFile[filepath.ToSlash(p.File)] = p
	}
	return byFile
}

// Filled makes a folder with that many documents.
func Filled(t *testing.T, n int) string {
	t.Helper()
	files := map[string]string{}
	for i := range n {
		files[fmt.Sprintf("%d.pdf", i)] = Digital(t, uint64(i+1))
	}
	folder := Inbox(t, files)
	if _, run := Process(t, folder, "in"); run.Status != 0 {
		t.Fatal(run.Stderr)
	}
	return folder
}
