package blackbox

import (
	"context"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
	"github.com/cotejo/cotejo/testkit/program"
)

// cotejo runs the command line, built at binary, in a folder and returns what it prints.
func cotejo(t *testing.T, binary, folder string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	c := exec.CommandContext(ctx, binary, args...)
	var out, errs strings.Builder
	c.Dir, c.Stdout, c.Stderr = folder, &out, &errs
	err = c.Run()
	return out.String(), errs.String(), err
}

// What clerks correct over HTTP is measured and learned from beside the running
// server, which follows at once.
func TestTheServerLearnsFromItsClerks(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	binary, err := program.Build(t.TempDir(), "./cmd/cotejo")
	if err != nil {
		t.Fatal(err)
	}
	p := start(t, folder)
	c := login(t, p, p.Password)
	weights := func() map[string]float64 {
		t.Helper()
		var config struct {
			Data struct{ Weights map[string]float64 }
		}
		if res, err := c.Do(t.Context(), "GET", "/config/ner", "", nil); err != nil || res.Decode(&config) != nil {
			t.Fatal(err)
		}
		return config.Data.Weights
	}
	before := weights()
	g := filings.New(61, filings.Options{})
	const documents = 42
	var ids []string
	for range documents {
		printed, err := paper.BornDigital(g.Of(document.Tutela), paper.Options{})
		if err != nil {
			t.Fatal(err)
		}
		id, err := c.Upload(t.Context(), "a.pdf", printed.PDF, "tutela")
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	for i, id := range ids {
		task := ended(t, c, id)
		if task.Result == nil {
			t.Fatalf("%+v", task)
		}
		// No court is ever found to be right: which one it is, the extractors decide by their weights.
		call(t, c, "PUT", "/documents/"+task.Result.ID+"/validate", `{"validated_fields":{"juzgado":""}}`, 200)
		if i == 4 {
			if _, stderr, err := cotejo(t, binary, folder, "ner", "tune"); err == nil || !strings.Contains(stderr, "40") {
				t.Errorf("with five documents: %v, %s", err, stderr)
			}
		}
	}
	stdout, stderr, err := cotejo(t, binary, folder, "ner", "tune", "--dry-run", "--json")
	var measured struct {
		LearnedFrom int `json:"learned_from"`
		TriedOn     int `json:"tried_on"`
		Before      struct {
			Fields map[string]struct{ Right, Invented int }
		}
	}
	if err != nil || json.Unmarshal([]byte(stdout), &measured) != nil || measured.LearnedFrom+measured.TriedOn != documents || len(measured.Before.Fields) != 1 {
		t.Fatalf("%v: %s%s", err, stdout, stderr)
	}
	if f := measured.Before.Fields["juzgado"]; f.Right != 0 || f.Invented < measured.TriedOn/2 {
		t.Errorf("%+v", measured)
	}
	if stdout, stderr, err = cotejo(t, binary, folder, "ner", "tune"); err != nil || !strings.Contains(stdout, "rigen desde ahora") {
		t.Fatalf("%v: %s%s", err, stdout, stderr)
	}
	after := weights()
	less := false
	for name := range before {
		less = less || after[name] < before[name]
	}
	if !less {
		t.Errorf("the server follows %v, before %v", after, before)
	}
	if stdout, stderr, err = cotejo(t, binary, folder, "ner", "undo"); err != nil {
		t.Fatalf("%v: %s%s", err, stdout, stderr)
	}
	if got := weights(); got["label"] != before["label"] || got["structure"] != before["structure"] {
		t.Errorf("undone, the server follows %v", got)
	}
}
