package document

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Upload is a file on its way in.
type Upload struct {
	FileName string    // as the client named it; the service cleans it
	Content  io.Reader // read once, to its end

	// TypeName returns the type as the client sent it (see ParseType). It is
	// called after Content has ended, since the type may come behind the file.
	TypeName func() string

	// Password, unless nil, returns what opens the file, "" when it needs
	// nothing. It is called when TypeName is, and kept until the task ends.
	Password func() string

	Priority Priority // of the task

	// Key, unless empty, is the caller's name for this request: the same one
	// with the same file and type, within a day, makes nothing new.
	Key string
}

// maxFileName bounds a file name in bytes, as file systems do.
const maxFileName = 255

// CleanFileName reduces what a client sent to a base name that is safe to
// show, to log and to write: no folders, no control or direction characters,
// none of < > : " | ? *. An empty one becomes "documento.pdf".
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

// maxName bounds a name that has no extension yet, in bytes.
const maxName = 200

// CleanName is CleanFileName for a name without an extension: one that is
// empty becomes fallback, a long one is cut.
func CleanName(s, fallback string) string {
	if s = baseName(s); s == "" {
		return fallback
	}
	if len(s) > maxName {
		s = strings.Trim(strings.ToValidUTF8(s[:maxName], ""), " .")
	}
	return s
}

// baseName takes away what is not safe to show, to log and to write.
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
