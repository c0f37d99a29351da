// Package postgres gives tests a PostgreSQL server of their own: the first
// test of a binary that asks for a database starts it, in a temporary folder,
// on a Unix socket and without TCP; it ends with the binary, however that ends.
//
//	db, err := sqlstore.Open(ctx, sqlstore.Options{URL: postgres.New(t)})
//
// It sorts by the rules of Spanish, so that no test passes only because a
// database happens to sort by bytes. It does not wait for the disk: a test that
// ends the server itself must not rely on what it wrote last.
package postgres

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// New returns the URL of a new empty database, which is dropped when t ends.
func New(t testing.TB) string {
	t.Helper()
	return running(t).create(t, "template0")
}

// Interrupt ends every connection to the database of a URL, and returns when the server has let
// go of what they held. It may be called from any goroutine.
func Interrupt(t testing.TB, database string) { Shut(t, database)() }

// Shut ends every connection to the database of a URL and refuses new ones until open is called, as a
// server that restarts does. Both may be called from any goroutine.
func Shut(t testing.TB, database string) (open func()) {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Error(err)
		return func() {}
	}
	s, name := running(t), strings.TrimPrefix(u.Path, "/")
	do := func(sql string) {
		if err := s.do(context.WithoutCancel(t.Context()), "postgres", sql); err != nil {
			t.Errorf("shutting or opening %s: %v", name, err)
		}
	}
	do("ALTER DATABASE " + name + " ALLOW_CONNECTIONS false")
	do("SELECT pg_terminate_backend(pid, 600000) FROM pg_stat_activity WHERE datname = '" + name + "'")
	return func() { do("ALTER DATABASE " + name + " ALLOW_CONNECTIONS true") }
}

// startOnce starts the server of this test binary.
var startOnce = sync.OnceValues(start)

func running(t testing.TB) *server {
	t.Helper()
	s, err := startOnce()
	if err != nil {
		t.Fatalf("no PostgreSQL server for this test: %v", err)
	}
	return s
}

// server is a running server. The folder has its socket, named by the port.
type server struct {
	folder    string
	port      string // the usual one if empty
	lifeline  io.Closer
	databases atomic.Int64
}

func (s *server) nextName() string { return fmt.Sprintf("test_%d", s.databases.Add(1)) }

// url names a database as libpq and pgx understand it.
func (s *server) url(database string) string {
	return fmt.Sprintf("postgres://%s@/%s?host=%s&port=%s", superuser, database, url.QueryEscape(s.folder), cmp.Or(s.port, "5432"))
}

// create makes a database that is dropped when t ends.
func (s *server) create(t testing.TB, template string) string {
	t.Helper()
	name := s.nextName()
	if err := s.do(t.Context(), "postgres", "CREATE DATABASE "+name+" TEMPLATE "+template); err != nil {
		t.Fatalf("making a database: %v", err)
	}
	t.Cleanup(func() { s.drop(t, name) })
	return s.url(name)
}

func (s *server) drop(t testing.TB, name string) {
	if err := s.do(context.Background(), "postgres", "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
		t.Errorf("dropping a database: %v", err)
	}
}

// do executes statements in a database, several in one transaction.
func (s *server) do(ctx context.Context, database, statements string) error {
	conn, err := pgx.Connect(ctx, s.url(database))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, statements)
	return err
}

// answers waits until the server takes connections.
func (s *server) answers(ctx context.Context, alive func() bool) error {
	for {
		conn, err := pgx.Connect(ctx, s.url("postgres"))
		if err == nil {
			return conn.Close(ctx)
		}
		if !alive() || ctx.Err() != nil {
			return fmt.Errorf("it does not answer: %s", strings.TrimSpace(err.Error()))
		}
		time.Sleep(20 * time.Millisecond)
	}
}
