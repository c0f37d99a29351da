package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/document"
)

func TestPagesEndBehindTheirBreak(t *testing.T) {
	t.Parallel()
	r := document.Reading{Pages: []document.Page{{Text: "ñá"}, {Text: ""}, {Text: "x"}}}
	if got := fmt.Sprint(pageEnds(r)); got != "[3 4 6]" {
		t.Errorf("got %s", got)
	}
}

func FuzzParseLine(f *testing.F) {
	for _, seed := range []string{`{"id":"a","text":"b"}`, `{"id":1,"text":"\ud800"}`, `{"text":null}`, `[`, `{"id":"\xff","text":"\u0000"}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		id, text, err := parseLine(line, "fallback")
		if err == nil && (len(id) == 0 || id[0] != '"' && strings.Trim(string(id), "0123456789.eE+-") != "") {
			t.Errorf("id %q, text %q of %q", id, text, line)
		}
	})
}
