package intake_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/papers"
)

// Papers that repeat each other in other words are an accusation when they arrive one after the other. When they arrive
// in one message, one is the annex of the other.
func TestAnnexesOfAMessageRepeatNothing(t *testing.T) {
	pair := retoldPair(t)
	for name, tc := range map[string]struct {
		texts [2]string
		file  string // that brings both; "" if each comes alone
		want  document.Relation
	}{
		"one after the other": {pair, "", document.SameFacts},
		"in one message":      {pair, "tutela.eml", document.SameCase},
		"in one archive":      {pair, "escritos.zip", document.SameFacts},
		"a copy in a message": {[2]string{pair[0], pair[0] + "\n"}, "tutela.eml", document.SameFacts},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, nil)
			ids, tasks := h.arrive(t, tc.file)
			for i := range tasks {
				h.reader.text = tc.texts[i]
				h.work(t, h.task(t, tasks[i]))
			}
			c, err := h.service.Compare(t.Context(), clerk, ids[0], ids[1])
			if err != nil || c.Relation != tc.want {
				t.Errorf("compared: %q, %v, want %q", c.Relation, err, tc.want)
			}
			related, err := h.service.Duplicates(t.Context(), clerk, ids[1])
			if err != nil {
				t.Fatal(err)
			}
			lists := map[document.Relation][]document.Duplicate{document.SameFacts: related.Duplicates, document.SameCase: related.SameCase}
			if list := lists[tc.want]; len(list) != 1 || list[0].DocumentID != ids[0] {
				t.Errorf("listed: %+v, want it as %q", related, tc.want)
			}
			isExcused := slices.ContainsFunc(c.Reasons, func(r dedup.Reason) bool { return r.Code == "same_message" })
			if isExcused != (tc.want == document.SameCase) {
				t.Errorf("reasons: %+v", c.Reasons)
			}
		})
	}
}

// arrive takes two PDFs in, each by itself or within a file, and returns the documents and their tasks.
func (h *house) arrive(t *testing.T, file string) (ids, tasks []string) {
	t.Helper()
	if file == "" {
		for i := range 2 {
			task := h.submit(t, fmt.Sprint(pdf, i))
			ids, tasks = append(ids, task.DocumentID), append(tasks, task.ID)
		}
		return ids, tasks
	}
	head := map[bool]string{true: "PK\x03\x04", false: mailHead}[strings.HasSuffix(file, ".zip")]
	h.unpacks("Va la tutela.", document.Part{Name: "1.pdf", Content: []byte(pdf + "1")}, document.Part{Name: "2.pdf", Content: []byte(pdf + "2")})
	upload := mailed("")
	upload.FileName, upload.Content = file, strings.NewReader(head)
	delivered, err := h.service.Deliver(t.Context(), clerk, upload)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range delivered.Parts {
		if p.DocumentID != "" {
			ids, tasks = append(ids, p.DocumentID), append(tasks, p.TaskID)
		}
	}
	return ids, tasks
}

// retoldPair returns a tutela and its repetition in other words.
func retoldPair(t *testing.T) [2]string {
	t.Helper()
	pairs, err := papers.PairsToLearn()
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(pairs, func(p papers.Pair) bool { return p.ID == "w18-10" })
	if i < 0 {
		t.Fatal("the pair is gone")
	}
	return [2]string{pairs[i].A, pairs[i].B}
}
