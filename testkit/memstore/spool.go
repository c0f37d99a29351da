package memstore

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// Spool implements ports.Spool. It is safe for concurrent use.
type Spool struct {
	mu    sync.Mutex
	tasks map[string]*spooled
}

type spooled struct {
	since    time.Time
	password string
	pages    []document.Page
}

var _ ports.Spool = (*Spool)(nil)

// NewSpool returns an empty spool.
func NewSpool() *Spool { return &Spool{tasks: map[string]*spooled{}} }

// KeepPassword implements ports.Spool.
func (s *Spool) KeepPassword(_ context.Context, taskID, password string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.task(taskID).password = password
	return nil
}

// Password implements ports.Spool.
func (s *Spool) Password(_ context.Context, taskID string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t, ok := s.tasks[taskID]; ok {
		return t.password, nil
	}
	return "", nil
}

// Pages implements ports.Spool.
func (s *Spool) Pages(_ context.Context, taskID string) (ports.SpooledPages, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return spooledPages{s, s.task(taskID)}, nil
}

// Remove implements ports.Spool.
func (s *Spool) Remove(_ context.Context, taskID string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.tasks, taskID)
	return nil
}

// Each implements ports.Spool, in the order of IDs.
func (s *Spool) Each(_ context.Context, visit func(taskID string, since time.Time) error) error {
	s.mu.Lock()
	all := maps.Clone(s.tasks)
	s.mu.Unlock()
	for _, id := range slices.Sorted(maps.Keys(all)) {
		if err := visit(id, all[id].since); err != nil {
			return err
		}
	}
	return nil
}

// task returns what is kept of a task, which may be nothing yet.
func (s *Spool) task(id string) *spooled {
	if s.tasks[id] == nil {
		s.tasks[id] = &spooled{since: time.Now()}
	}
	return s.tasks[id]
}

type spooledPages struct {
	spool *Spool
	task  *spooled
}

func (p spooledPages) Append(page document.Page) error {
	p.spool.mu.Lock()
	defer p.spool.mu.Unlock()
	if page.Number != len(p.task.pages)+1 {
		return fmt.Errorf("page %d does not follow page %d", page.Number, len(p.task.pages))
	}
	page.Words = slices.Clone(page.Words)
	p.task.pages = append(p.task.pages, page)
	return nil
}

func (p spooledPages) Len() int {
	p.spool.mu.Lock()
	defer p.spool.mu.Unlock()
	return len(p.task.pages)
}

func (p spooledPages) Page(number int) (document.Page, error) {
	p.spool.mu.Lock()
	defer p.spool.mu.Unlock()
	if number < 1 || number > len(p.task.pages) {
		return document.Page{}, fmt.Errorf("there is no page %d", number)
	}
	page := p.task.pages[number-1]
	page.Words = slices.Clone(page.Words)
	return page, nil
}

func (p spooledPages) Close() error { return nil }
