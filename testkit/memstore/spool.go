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

// Spool implements ports.Spool. It is safe for concurrent use, except the pages
// of one task, which are for one goroutine.
type Spool struct {
	mu    sync.Mutex
	tasks map[string]*spooled
}

// spooled is what is kept of a task. It implements ports.SpooledPages.
type spooled struct {
	since    time.Time
	password string
	pages    []document.Page
}

// NewSpool returns an empty spool.
func NewSpool() *Spool { return &Spool{tasks: map[string]*spooled{}} }

// task returns what is kept of a task, which may be nothing yet.
func (s *Spool) task(id string) *spooled {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tasks[id] == nil {
		s.tasks[id] = &spooled{since: time.Now()}
	}
	return s.tasks[id]
}

func (s *Spool) KeepPassword(_ context.Context, taskID, password string) error {
	s.task(taskID).password = password
	return nil
}

func (s *Spool) Password(_ context.Context, taskID string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t, ok := s.tasks[taskID]; ok {
		return t.password, nil
	}
	return "", nil
}

func (s *Spool) Pages(_ context.Context, taskID string) (ports.SpooledPages, error) {
	return s.task(taskID), nil
}

func (s *Spool) Remove(_ context.Context, taskID string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.tasks, taskID)
	return nil
}

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

func (t *spooled) Append(page document.Page) error {
	if page.Number != len(t.pages)+1 {
		return fmt.Errorf("page %d does not follow page %d", page.Number, len(t.pages))
	}
	page.Words = slices.Clone(page.Words)
	t.pages = append(t.pages, page)
	return nil
}

func (t *spooled) Len() int { return len(t.pages) }

// Size tells as if a word took no room.
func (t *spooled) Size() (bytes int64) {
	for _, p := range t.pages {
		bytes += int64(len(p.Text))
	}
	return bytes
}

func (t *spooled) Page(number int) (document.Page, error) {
	if number < 1 || number > len(t.pages) {
		return document.Page{}, fmt.Errorf("there is no page %d", number)
	}
	page := t.pages[number-1]
	page.Words = slices.Clone(page.Words)
	return page, nil
}

func (t *spooled) Close() error { return nil }
