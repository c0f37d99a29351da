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
	"github.com/cotejo/cotejo/core/listing"
)

// Entry is a document that a person types in.
type Entry struct {
	TypeName string // see ParseType
	Fields   map[Field]string
	// Key, unless empty, is the caller's name for this request: the same one
	// again, within a day, makes nothing new.
	Key string
}

// Correction is what a person found to be right.
type Correction struct {
	Fields map[Field]string
	// By is in whose name it is made; the caller's when empty.
	By string
	// Revisions, unless nil, are those of which the document must still have
	// one: the caller saw it so.
	Revisions []string
}

// Change is one line of a document's history: who gave which field which value.
type Change struct {
	DocumentID string
	At         time.Time
	User       string // who was logged in
	By         string // in whose name
	Field      Field
	From, To   string
}

// ChangeListing is one page of a history, newest first.
type ChangeListing = listing.Of[Change]

// Original is the stored file of a document. The caller closes Content.
type Original struct {
	FileName string // ends as files of its kind do
	Kind     FileKind
	SHA256   string // lower-case hex
	Size     int64
	Content  io.ReadCloser // an io.Seeker as well where the store can
}

// ExportRequest says which documents are exported, and how.
type ExportRequest struct {
	Filter Filter
	CSV    bool // not as a workbook
	// OriginalURL returns where the original of a document is found; nil when
	// nobody knows. A workbook links to it.
	OriginalURL func(id string) string
}

// Export is a workbook of documents. The caller closes Content.
type Export struct {
	Documents int
	Size      int64 // in bytes
	Content   io.ReadSeekCloser
}

// Picture is a page as people look at it.
type Picture struct {
	Tag string // names these very bytes
	// Draw returns a PNG in gray. It takes its time, and fails as ports.Drawer
	// does.
	Draw func(ctx context.Context) ([]byte, error)
}

// NoPage is the fault of a page that a document does not have.
func NoPage(page, pages int) error {
	return fault.New(fault.NotFound, "page_not_found", fmt.Sprintf("El documento no tiene la página %d; tiene %d.", page, pages))
}

// Revision is the same for two states of a document only if all that can
// change of it is the same.
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
