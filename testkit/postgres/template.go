package postgres

import (
	"context"
	_ "embed"
	"sync"
	"testing"
)

// Template is a database that others begin as copies of.
//
// Making a database takes longer than most tests, so copies are used again: when
// a test ends, the rows of its copy are put back to those of the template. A
// copy with other tables than the template's is dropped. What else is changed of
// a copy, the columns of a table say, the next test meets.
type Template struct {
	prepare func(ctx context.Context, url string) error
	once    sync.Once
	name    string
	err     error

	mu   sync.Mutex
	free []string // copies that are as the template is
}

// NewTemplate returns a template. It is made when the first copy is wanted, by
// prepare, which must leave no connection open.
func NewTemplate(prepare func(ctx context.Context, url string) error) *Template {
	return &Template{prepare: prepare}
}

// remember notes the rows that are in the tables, and reset brings them back.
var (
	//go:embed remember.sql
	remember string
	//go:embed reset.sql
	reset string
)

// New returns the URL of a copy that is t's alone until it ends.
func (p *Template) New(t testing.TB) string {
	t.Helper()
	s := running(t)
	p.once.Do(func() { p.err = p.make(s) })
	if p.err != nil {
		t.Fatalf("preparing a template: %v", p.err)
	}
	name, err := p.take(s)
	if err != nil {
		t.Fatalf("copying a template: %v", err)
	}
	t.Cleanup(func() {
		if s.do(context.Background(), name, reset) != nil {
			s.drop(t, name)
			return
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		p.free = append(p.free, name)
	})
	return s.url(name)
}

func (p *Template) make(s *server) error {
	ctx := context.Background()
	p.name = s.nextName()
	if err := s.do(ctx, "postgres", "CREATE DATABASE "+p.name+" TEMPLATE template0"); err != nil {
		return err
	}
	if err := p.prepare(ctx, s.url(p.name)); err != nil {
		return err
	}
	return s.do(ctx, p.name, remember)
}

// take returns a free copy, or makes one.
func (p *Template) take(s *server) (name string, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.free); n > 0 {
		name, p.free = p.free[n-1], p.free[:n-1]
		return name, nil
	}
	name = s.nextName()
	return name, s.do(context.Background(), "postgres", "CREATE DATABASE "+name+" TEMPLATE "+p.name)
}
