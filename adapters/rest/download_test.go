package rest

import (
	"mime"
	"slices"
	"testing"
)

func TestParseRange(t *testing.T) {
	for _, c := range []struct {
		header string
		want   span
		ok     bool
	}{
		{"bytes=0-0", span{0, 1}, true}, {"bytes=0-9", span{0, 10}, true}, {"bytes=2-5", span{2, 4}, true}, {"bytes=5-", span{5, 5}, true},
		{"bytes=5-99", span{5, 5}, true}, {"bytes=-3", span{7, 3}, true}, {"bytes=-99", span{0, 10}, true}, {" Bytes = 1-2", span{1, 2}, true},
		{"bytes=10-", span{}, true}, {"bytes=99-100", span{}, true}, {"bytes=-0", span{10, 0}, true},
		{"bytes=99999999999999999999-", span{}, true}, {"bytes=0-99999999999999999999", span{0, 10}, true},
		{"", span{}, false}, {"bytes", span{}, false}, {"bytes=", span{}, false}, {"bytes=-", span{}, false}, {"bytes=a-b", span{}, false},
		{"bytes=5-2", span{}, false}, {"bytes=0-1,3-4", span{}, false}, {"lines=0-1", span{}, false}, {"bytes=--1", span{}, false}, {"bytes=+1-2", span{}, false},
	} {
		if got, ok := parseRange(c.header, 10); ok != c.ok || ok && got != c.want {
			t.Errorf("%q: got %v, %t, want %v, %t", c.header, got, ok, c.want, c.ok)
		}
	}
}

func FuzzParseRange(f *testing.F) {
	f.Add("bytes=0-1", int64(10))
	f.Add("bytes=-5", int64(0))
	f.Fuzz(func(t *testing.T, header string, size int64) {
		size = max(0, size)
		if part, ok := parseRange(header, size); ok && (part.start < 0 || part.size < 0 || part.start+part.size > size) {
			t.Errorf("%q of %d: %v", header, size, part)
		}
	})
}

func TestAttachmentKeepsTheName(t *testing.T) {
	for _, name := range []string{"a.pdf", "tutela José & Cía.pdf", `a"b\c.pdf`, "100 %.pdf", "'x'; filename=y.pdf", "文件.pdf", "a\r\nX: y.pdf"} {
		kind, params, err := mime.ParseMediaType(attachment(name))
		if err != nil || kind != "attachment" || params["filename"] != name {
			t.Errorf("%q became %s, which is read as %q, %v", name, attachment(name), params["filename"], err)
		}
	}
}

func TestTags(t *testing.T) {
	for header, want := range map[string][]string{"": nil, " * ": nil, `"a"`: {"a"}, `"a", "b"`: {"a", "b"}, `W/"a"`: {}, "a": {"a"}, ",": {"", ""}} {
		if got := Tags(header); !slices.Equal(got, want) || (got == nil) != (want == nil) {
			t.Errorf("%q: got %q, want %q", header, got, want)
		}
	}
}
