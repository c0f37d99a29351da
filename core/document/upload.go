package document

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Upload is an incoming file.
type Upload struct {
	FileName string    // from the client; the service sanitises it
	Content  io.Reader // read once, to its end

	// TypeName returns the type that the client sent (see ParseType). It is called after the end
	// of Content, because the type may follow the file.
	TypeName func() string

	// Password is optional. It returns the password of the file, "" if there is none, and is
	// called together with TypeName. The password is kept until the task ends.
	Password func() string

	Priority Priority // of the task

	// Key is an optional idempotency key: the same key with the same file and type within a day
	// creates nothing new.
	Key string
}

// maxFileName bounds a file name in bytes, as file systems do.
const maxFileName = 255

// CleanFileName returns the base name of a client's file name, safe to show, log and write:
// without folders, control and direction characters, and < > : " | ? *. An empty name becomes
// "documento.pdf".
func CleanFileName(s string) string {
	s = baseName(s)
	if s == "" || strings.EqualFold(s, "pdf") {
		return "documento.pdf"
	}
	if len(s) <= maxFileName {
		return s
	}
	ext := s[strings.LastIndexByte(s, '.')+1:]
	if len(ext) > 10 || len(ext) == len(s) {
		ext = "pdf"
	}
	cut := maxFileName - len(ext) - 1
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "." + ext
}

// maxName bounds a name before its extension is added, in bytes.
const maxName = 200

// CleanName is CleanFileName for a name without extension: an empty one becomes fallback, a long
// one is cut.
func CleanName(s, fallback string) string {
	if s = baseName(s); s == "" {
		return fallback
	}
	if len(s) > maxName {
		s = strings.Trim(strings.ToValidUTF8(s[:maxName], ""), " .")
	}
	return s
}

// baseName removes folders and unsafe characters.
func baseName(s string) string {
	s = strings.ToValidUTF8(s, "")
	if i := strings.LastIndexAny(s, `/\`); i >= 0 {
		s = s[i+1:]
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(`<>:"|?*`, r):
			return '_'
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r):
			return -1
		}
		return r
	}, s)
	return strings.Trim(s, " .")
}
