package document_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/document"
)

func TestCleanFileName(t *testing.T) {
	for _, c := range []struct{ rule, in, want string }{
		{"a plain name stays", "Tutela Peña (2).pdf", "Tutela Peña (2).pdf"},
		{"Unix folders go", "../../etc/passwd", "passwd"},
		{"Windows folders go", `C:\Users\juez\tutela.pdf`, "tutela.pdf"},
		{"control characters go", "a\x00b\r\nc.pdf", "abc.pdf"},
		{"direction characters go", "tutela\u202efdp.exe", "tutelafdp.exe"},
		{"markup loses its brackets", "<script>x.pdf", "_script_x.pdf"},
		{"invalid UTF-8 goes", "tutela\xff.pdf", "tutela.pdf"},
		{"dots and blanks at the ends go", " ..tutela.pdf. ", "tutela.pdf"},
		{"an empty name gets one", "", "documento.pdf"},
		{"so does a path without a name", "folder/", "documento.pdf"},
		{"so does nothing but the ending", ".pdf", "documento.pdf"},
	} {
		if got := document.CleanFileName(c.in); got != c.want {
			t.Errorf("%s: CleanFileName(%q) = %q, want %q", c.rule, c.in, got, c.want)
		}
	}
}

func FuzzCleanFileName(f *testing.F) {
	f.Add("../x.pdf")
	f.Add(strings.Repeat("ñ", 300) + ".pdf")
	f.Add("\x00\xff")
	f.Fuzz(func(t *testing.T, in string) {
		out := document.CleanFileName(in)
		if out == "" || len(out) > 255 || !utf8.ValidString(out) || strings.ContainsAny(out, "/\\\x00\n<>") || out == "." || out == ".." {
			t.Errorf("CleanFileName(%q) = %q", in, out)
		}
		if again := document.CleanFileName(out); again != out {
			t.Errorf("not idempotent: %q, then %q", out, again)
		}
	})
}

func TestParseType(t *testing.T) {
	for _, c := range []struct {
		rule, in string
		want     document.Type
		refused  bool
	}{
		{"empty means tutela", "", document.Tutela, false},
		{"blank means tutela", "  ", document.Tutela, false},
		{"case is ignored", "Habeas_Corpus", document.HabeasCorpus, false},
		{"the short name stands for the long one", " Habeas", document.HabeasCorpus, false},
		{"a slug nobody foresaw is kept", "accion-popular", "accion-popular", false},
		{"blanks within are refused", "derecho de peticion", "", true},
		{"accents are refused", "petición", "", true},
		{"markup is refused", "<b>", "", true},
		{"an endless slug is refused", strings.Repeat("a", 51), "", true},
	} {
		got, err := document.ParseType(c.in)
		if got != c.want || (err != nil) != c.refused {
			t.Errorf("%s: ParseType(%q) = %q, %v", c.rule, c.in, got, err)
		}
	}
}
