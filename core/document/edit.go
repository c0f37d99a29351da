package document

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/pagination"
)

// Entry is a document that a person types in.
type Entry struct {
	TypeName string // see ParseType
	Fields   map[Field]string
	// Key is an optional idempotency key: the same request within a day creates nothing new.
	Key string
}

// Correction holds the values that a person found right.
type Correction struct {
	Fields map[Field]string
	// By is the name to record instead of the caller's.
	By string
	// Revisions are optional preconditions: the document must still have one of these revisions.
	Revisions []string
}

// Change is one entry of a document's history: who set which field to which value.
type Change struct {
	DocumentID string
	At         time.Time
	User       string // who was logged in
	By         string // name to record
	Field      Field
	From, To   string
}

// ChangeListing is one page of a history, newest first.
type ChangeListing = pagination.Of[Change]

// Original is the stored file of a document. The caller closes Content.
type Original struct {
	FileName string // has the extension of its kind
	Kind     FileKind
	SHA256   string // lower-case hex
	Size     int64
	Content  io.ReadCloser // an io.Seeker as well where the store can
}

// ExportRequest selects the documents to export and the format.
type ExportRequest struct {
	Filter Filter
	CSV    bool // not as a workbook
	// OriginalURL returns the URL of an original, for links in a workbook. It may be nil.
	OriginalURL func(id string) string
	// Step is called before each document and may wait, so that others are served meanwhile. Its
	// error ends the export. It may be nil.
	Step func() error
	// Space is called before so many bytes of the workbook are written to a temporary file. Its error ends the export. It may be nil.
	Space func(bytes int64) error
}

// Export is a workbook of documents. The caller closes Content.
type Export struct {
	Documents int
	Size      int64 // in bytes
	Content   io.ReadSeekCloser
}

// Picture is a page to be rendered as an image.
type Picture struct {
	Tag string // ETag of the image
	// Draw renders the image with ports.Drawer. It may be slow.
	Draw func(ctx context.Context) ([]byte, error)
}

// Drawing selects the page to render and its resolution.
type Drawing struct {
	Page   int     // from 1
	DPI    float64 // lower if the image would have too many pixels
	Colour bool
}

// NoPage returns the fault of a page number that the document does not have.
func NoPage(page, pages int) error {
	return fault.New(fault.NotFound, "page_not_found", fmt.Sprintf("El documento no tiene la página %d; tiene %d.", page, pages))
}

// Revision returns a digest of everything in the document that people correct. Assignee is not part of it: an assignment
// does not make a correction stale.
func (d *Document) Revision() string {
	h := sha256.New()
	write := func(s string) {
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], uint64(len(s)))
		h.Write(n[:])
		io.WriteString(h, s)
	}
	write(d.ID)
	write(d.FileName)
	write(string(d.Status))
	write(strconv.FormatInt(d.ValidatedAt.UnixMicro(), 10)) // stores keep no more
	write(d.ValidatedBy)
	for _, f := range Fields() {
		write(d.Field(f))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
