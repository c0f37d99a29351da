package document

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/fault"
)

// DefaultMaxUpload is how many bytes of a file are accepted where nothing else is set.
const DefaultMaxUpload = 50 << 20

// Upload is an incoming file, or several images that become one document.
type Upload struct {
	FileName string     // from the client; the service sanitises it
	Content  io.Reader  // read once, to its end
	Kinds    []FileKind // accepted; nil means FileKinds

	// Images, if not nil, takes the place of FileName, Content and Kinds. It returns the images in
	// their order, up to MaxImages, then io.EOF. The content of an image is read before the next
	// call.
	Images func() (Image, error)

	// TypeName returns the type that the client sent (see ParseType), or Auto. It is called after the end
	// of Content or Images, because the type may follow the file.
	TypeName func() string

	// Password is optional. It returns the password of the file, "" if there is none, and is
	// called together with TypeName. The password is kept until the task ends.
	Password func() string

	// Turn is optional. It is called when everything was received and before it is stored. It waits until it is the user's
	// turn to store something; the service calls done when it has.
	Turn func(context.Context) (done func(), err error)

	Priority Priority // of the task

	// FromMailbox says that it is a message of a mailbox, to which the rules of mailboxes apply.
	FromMailbox bool

	// ArrivedAt is when it reached the court, if that was earlier than now: when the mailbox received its message.
	ArrivedAt time.Time

	// Key is an optional idempotency key: the same key with the same file and type within a day
	// creates nothing new.
	Key string
}

// Image is an image of an upload.
type Image struct {
	FileName string
	Content  io.Reader
}

// MaxFiles bounds the files of one request.
const MaxFiles = 50

// TooManyFiles returns the fault of a request with more than MaxFiles.
func TooManyFiles() error {
	return fault.New(fault.Unprocessable, "too_many_files", fmt.Sprintf("Llegaron más de %d archivos; envíe los demás en otra petición.", MaxFiles))
}

// TooManyImages returns the fault of an upload with more than MaxImages.
func TooManyImages() error {
	return fault.New(fault.Unprocessable, "too_many_images",
		fmt.Sprintf("Llegaron más de %d imágenes; un documento tiene como máximo esas. Guárdelas como un PDF y envíelo, o divídalas.", MaxImages))
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

// Retry is a request to read a failed task again.
type Retry struct {
	TaskID   string
	Password string // of the file; "" if there is none
	Key      string // idempotency key, or empty
}

// AwaitTurn waits for the turn of an upload. The caller calls done when the upload is stored.
func (u *Upload) AwaitTurn(ctx context.Context) (done func(), err error) {
	if u.Turn == nil {
		return func() {}, nil
	}
	return u.Turn(ctx)
}
