// Package config reads the settings of Cotejo's programs: defaults in code, then a
// YAML file, then .env, then the environment, then flags. Every setting is checked
// at start and all faults are reported at once. The source of each value is kept,
// so that `cotejo config` can show it.
package config

import (
	"io"
	"log/slog"
	"net/netip"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/terms"
)

// Environment is the kind of installation.
type Environment string

const (
	Development Environment = "development" // one machine, conveniences on
	Production  Environment = "production"  // no documentation pages, no generated secrets or users
)

// Server is the configuration common to both services. Paths are absolute.
type Server struct {
	Report // where its values came from

	Environment Environment

	Host           string
	Port           int // 0 lets the system choose
	CORSOrigins    []string
	TrustedProxies []netip.Prefix
	RequestMemory  int64 // bytes that the bodies of requests may take together

	DatabasePath string
	DatabaseURL  Masked // of PostgreSQL; wins over the path

	OIDC        OIDC   // no provider unless Issuer is set
	JWTSecret   Masked // as configured; TokenSecret has the one to sign with
	secretFile  string // of a secret that was made
	SessionIdle time.Duration
	SessionLife time.Duration // of a browser

	LogLevel     slog.Level
	LogFormat    LogFormat
	MetricsToken Masked // empty: /metrics is for this machine alone
}

// Intake is the configuration of the intake service and of the commands that
// work on the same data. Paths are absolute.
type Intake struct {
	Server
	Roles     Roles
	APIPrefix string // "/api/v1"; empty for none
	NotifyURL string // of the console of the notification service; empty when not configured

	BlobURL     string // file:///absolute/folder or s3://bucket?…
	BlobAccess  Masked // of the bucket; with BlobSecret, or neither
	BlobSecret  Masked
	TempDir     string
	MinFreeDisk int64 // bytes; 0 switches the check off

	Mail

	AuthEnabled  bool
	AuthUsers    Masked // JSON, as AUTH_USERS has it; wins over the file
	UsersFile    string
	JWTAlgorithm string // HS256, HS384 or HS512
	JWTExpiry    time.Duration
	MaxRefreshes int

	MaxUpload  int64 // bytes
	TaskTTL    time.Duration
	BinDays    int // that a deleted document can be restored; 0: not at all
	QueueLimit int // unfinished tasks above which uploads are refused

	OCRWorkers     int // documents read at once
	OCRMode        string
	OCRLanguages   []string // trained data of Tesseract for pages
	MaxPages       int      // of one document
	MaxText        int64    // bytes of a document
	MaxSpool       int64    // bytes that a document's pages take while it is read
	ExtraTypes     []document.Type
	Terms          []terms.Rule   // in place of those of the law
	ClosedDays     []document.Day // in addition to those of the law
	ReadAttempts   int            // at one document that makes no progress
	ReaderMemory   int64
	PageTimeout    time.Duration
	ReadTimeout    time.Duration // of all pages of a document
	PrewarmModels  bool
	RequireSandbox bool
}

// Notify is the configuration of the notification service and of the commands
// that work on the same data. Paths are absolute.
type Notify struct {
	Server
	IntakeURL string // of the console of the intake service; empty when not configured

	TokenLife       time.Duration
	MaxFailedLogins int
	Lockout         time.Duration
	AdminEmail      string // of the first administrator; empty when not configured
	AdminPassword   Masked

	SMTPURL  Masked // it may hold a password; empty: nothing is sent
	MailFrom string
	Mail     // of what comes back for the e-mails

	OverdueDays int // business days
	ClosedDays  []document.Day
}

// Mail has the mailboxes that a service reads, and how it logs in.
type Mail struct {
	Mailboxes    []string // addresses, as imap.ParsePlace reads them
	MailPassword string   // file with the password of each mailbox, a line each; empty when not configured
	MailOAuth    MailOAuth
}

// MailOAuth says where tokens for the mailboxes come from; nowhere unless TokenURL is set.
type MailOAuth struct {
	TokenURL         string
	ClientID         string
	ClientSecretFile string
	RefreshTokenFile string // empty: client credentials
	Scopes           string // separated by blanks
}

// OIDC is the OpenID Connect provider of the court, and the roles that its claims give.
type OIDC struct {
	Issuer       string
	ClientID     string
	ClientSecret Masked
	RedirectURL  string
	RolesClaim   string
	Admins       []string
	Users        []string
	TrustEmail   bool // e-mails are verified, although the provider does not say so
}

// Roles says which roles a server of the intake service has.
type Roles struct {
	API    bool // answers requests
	Worker bool // works the queue
}

// All reports whether one server does everything.
func (r Roles) All() bool { return r.API && r.Worker }

// String returns the roles as a setting has them.
func (r Roles) String() string {
	switch {
	case r.All():
		return "api,worker"
	case r.Worker:
		return "worker"
	}
	return "api"
}

// Production reports whether the service runs in production.
func (c Server) Production() bool { return c.Environment == Production }

// LogFormat is the form of a log line.
type LogFormat string

const (
	TextLog LogFormat = "text"
	JSONLog LogFormat = "json"
)

// Logger writes to w with the configured level and format.
func (c Server) Logger(w io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: c.LogLevel}
	if c.LogFormat == JSONLog {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

// Masked is a value that no log and no page may show. Convert it to a string
// where it is used.
type Masked string

const mask = "********"

func (m Masked) String() string {
	if m == "" {
		return ""
	}
	return mask
}

func (m Masked) GoString() string             { return m.String() }
func (m Masked) LogValue() slog.Value         { return slog.StringValue(m.String()) }
func (m Masked) MarshalText() ([]byte, error) { return []byte(m.String()), nil }
