// Package config settles how a program of Cotejo is set up: defaults in code,
// then a YAML file, then .env, then the environment, then flags. Every setting
// is checked at start and all faults are reported at once; where each value came
// from is kept, so that `cotejo config` can say it.
package config

import (
	"log/slog"
	"net/netip"
	"time"

	"github.com/cotejo/cotejo/core/document"
)

// Environment says how much the service may take for granted.
type Environment string

const (
	Development Environment = "development" // one machine, conveniences on
	Production  Environment = "production"  // no documentation pages, no made-up secrets or users
)

// Intake is the configuration of the intake service and of the commands that
// work on the same data. Paths are absolute.
type Intake struct {
	Environment Environment
	Roles       Roles

	Host           string
	Port           int    // 0 lets the system choose
	APIPrefix      string // "/api/v1"; empty for none
	CORSOrigins    []string
	TrustedProxies []netip.Prefix
	NotifyURL      string // of the console of the notification service; empty when not configured

	DatabasePath string
	DatabaseURL  Masked // of PostgreSQL; wins over the path
	BlobURL      string // file:///absolute/folder or s3://bucket?…
	BlobAccess   Masked // of the bucket; with BlobSecret, or neither
	BlobSecret   Masked
	TempDir      string
	MinFreeDisk  int64 // bytes; 0 switches the check off

	OIDC OIDC // no provider unless Issuer is set

	AuthEnabled  bool
	AuthUsers    Masked // JSON, as AUTH_USERS has it; wins over the file
	UsersFile    string
	JWTSecret    Masked // as configured; TokenSecret has the one to sign with
	JWTAlgorithm string // HS256, HS384 or HS512
	JWTExpiry    time.Duration
	MaxRefreshes int
	SessionIdle  time.Duration // of a browser
	SessionLife  time.Duration

	MaxUpload     int64 // bytes
	RequestMemory int64 // bytes that the bodies of requests may take together
	TaskTTL       time.Duration
	QueueLimit    int // unfinished tasks above which uploads are refused

	OCRWorkers     int // documents read at once
	OCRMode        string
	MaxPages       int   // of one document
	MaxText        int64 // bytes of a document
	MaxSpool       int64 // bytes that a document's pages take while it is read
	ExtraTypes     []document.Type
	ReadAttempts   int // at one document that gets no further
	ReaderMemory   int64
	PageTimeout    time.Duration
	ReadTimeout    time.Duration // of all pages of a document
	PrewarmModels  bool
	RequireSandbox bool

	LogLevel     slog.Level
	LogFormat    LogFormat
	MetricsToken Masked // empty: /metrics is for this machine alone
}

// Production reports whether the service runs in earnest.
func (c Intake) Production() bool { return c.Environment == Production }

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
