// Package intake is the intake service: it accepts uploads, turns them into documents, and
// answers questions about them, such as whether a filing repeats an earlier one.
//
//	Submit ─► blobs, task and queue, durable together
//	Worker ─► reader ─► ner.Ensemble ─► dedup.Detector ─► document, fingerprint and result, in one commit
//
// Service takes uploads in and answers for documents; Worker processes queued tasks. Further
// inbound ports have a service of their own, such as Statistics. None works unless it is called.
package intake

import (
	"io"
	"log/slog"
	"time"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/idempotency"
	"github.com/cotejo/cotejo/core/terms"
	"github.com/cotejo/cotejo/ports"
)

// Deps are the dependencies of the service. All are required except Reader and those marked as
// optional.
type Deps struct {
	Tx         ports.Transactor
	View       ports.Viewer
	Documents  ports.Documents
	Tasks      ports.Tasks
	Index      dedup.Index
	Blobs      ports.Blobs
	Spool      ports.Spool
	Queue      ports.Queue
	Reader     ports.Reader // for Health; nil where documents are not read
	Drawer     ports.Drawer
	Comparer   *Comparer
	Extraction *Extraction
	MailRules  ports.Tunings[document.MailRules]
	Examples   ports.Examples
	Pairs      ports.Pairs
	PageWords  ports.PageWords
	Letters    ports.Letters
	Deliveries ports.Deliveries
	Bin        ports.Bin
	Divisions  ports.Divisions
	Database   ports.Pinger
	Storage    string // what the database is, for /health; may be empty
	Gate       *Gate
	Local      func() []document.Component // further parts that Health shows; may be nil

	Users ports.Users // to whom documents are assigned; nil: to the caller alone

	Finder  ports.Search
	Changes ports.History
	Claims  ports.Claims

	// Unpack returns what a message or an archive holds; kind is document.EML, document.MSG or document.ZIP. Its
	// faults are Unprocessable.
	Unpack func(file io.ReaderAt, size int64, kind document.FileKind) (document.Unpacked, error)

	Now    func() time.Time
	NewID  func() string // UUIDv7
	Logger *slog.Logger
}

// Options configure the service; the zero value means the defaults.
type Options struct {
	MaxUploadBytes int64           // of a file
	MaxPages       int             // of a document
	TaskTTL        time.Duration   // how long an ended task is kept
	BinTTL         time.Duration   // how long a deleted document can be restored; 0: not at all
	QueueLimit     int             // unfinished tasks above which uploads are refused
	ExtraTypes     []document.Type // of documents, beside document.Types
	Terms          terms.Table     // of documents; none by default
	TempDir        string          // for originals that are no local files; the system's
}

// The defaults of Options, with document.DefaultMaxUpload.
const (
	DefaultMaxPages   = 2000
	DefaultQueueLimit = 1000
	DefaultTaskTTL    = 7 * 24 * time.Hour
	DefaultBinDays    = 30
)

// Service implements ports.Intake, Duplicates, RecycleBin, Splitter and Collector. It is safe for concurrent use.
type Service struct {
	Deps
	opts    Options
	pairing pairing
	letters lettering
	keys    idempotency.Keys

	unpacking chan struct{} // has a value while a message or an archive is unpacked
}

var (
	_ ports.Intake     = (*Service)(nil)
	_ ports.Duplicates = (*Service)(nil)
	_ ports.RecycleBin = (*Service)(nil)
	_ ports.Splitter   = (*Service)(nil)
	_ ports.Collector  = (*Service)(nil)
)

// New returns a service over deps. opts may be nil.
func New(deps Deps, opts *Options) *Service {
	s := &Service{Deps: deps, unpacking: make(chan struct{}, 1), keys: idempotency.Keys{Claims: deps.Claims, Now: deps.Now}}
	if opts != nil {
		s.opts = *opts
	}
	if s.opts.MaxUploadBytes <= 0 {
		s.opts.MaxUploadBytes = document.DefaultMaxUpload
	}
	if s.opts.MaxPages <= 0 {
		s.opts.MaxPages = DefaultMaxPages
	}
	if s.opts.QueueLimit <= 0 {
		s.opts.QueueLimit = DefaultQueueLimit
	}
	if s.opts.TaskTTL <= 0 {
		s.opts.TaskTTL = DefaultTaskTTL
	}
	s.pairing = pairing{deps.Pairs, deps.Documents}
	s.letters = lettering{deps.Letters, deps.Index}
	return s
}

// parseType parses a document type, one of document.Types or extra; location is its place in the request, for the fault.
func parseType(name, location string, extra []document.Type) (document.Type, error) {
	t, err := document.ParseType(name)
	if err == nil {
		err = document.CheckType(t, extra)
	}
	if f, ok := fault.As(err); ok {
		err = f.With(fault.Detail{Location: location, Message: f.Message})
	}
	return t, err
}
