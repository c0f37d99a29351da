package read_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
	"github.com/cotejo/cotejo/testkit/mail"
)

// TestProcessTakesThePapersOfMessages once, names what cannot be read of them, and moves a message
// when its papers are stored.
func TestProcessTakesThePapersOfMessages(t *testing.T) {
	t.Parallel()
	messages, err := mail.Read("learn")
	if err != nil {
		t.Fatal(err)
	}
	content := func(name string) string {
		return string(messages[slices.IndexFunc(messages, func(m mail.Message) bool { return m.File == name })].Content)
	}
	folder := cotejo.Inbox(t, map[string]string{"a09.eml": content("a09.eml"), "a18.eml": content("a18.eml"), "a.pdf": cotejo.Digital(t, 1)})
	first, got := cotejo.Process(t, folder, "in", "--type", "auto", "--move", "hecho")
	if got.Status != 1 || len(first) != 6 || !strings.Contains(got.Stderr, "1 sin escritos") {
		t.Fatalf("status %d\n%s%s", got.Status, got.Stdout, got.Stderr)
	}
	for name, status := range map[string]string{
		"in/a09.eml › DEMANDA ALIMENTOS YENNY ROZO - señora Juez.docx": "processed", "in/a09.eml › constancia no conciliación.pdf": "processed", "in/a09.eml › RC_SMTR.pdf": "processed",
		"in/a09.eml › PODER.doc": "failed", "in/a18.eml": "empty", "in/a.pdf": "processed",
	} {
		if l := first[name]; l.Status != status || status == "processed" && l.Type == "auto" || status == "failed" && !strings.Contains(l.Error, "Word 97-2003") {
			t.Errorf("%s: %+v, want %s", name, l, status)
		}
	}
	for _, name := range []string{"a09.eml", "a18.eml"} {
		if !cotejo.Exists(filepath.Join(folder, "hecho", "procesados", name)) {
			t.Errorf("%s was not moved", name)
		}
	}
	cotejo.Write(t, filepath.Join(folder, "in"), "otra vez.eml", content("a09.eml"))
	again, got := cotejo.Process(t, folder, "in", "--type", "auto")
	if l := again["in/otra vez.eml"]; got.Status != 0 || len(again) != 1 || l.Status != "known" {
		t.Errorf("sent again: status %d\n%s%s", got.Status, got.Stdout, got.Stderr)
	}
}
