package rest

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/cotejo/cotejo/core/fault"
)

const (
	// spaceOfUser is how many bytes of temporary files the answers to one user take together. A single
	// answer may take more.
	spaceOfUser = 512 << 20

	// spaceStep is by how many bytes an answer reserves space at least.
	spaceStep = 4 << 20
)

var errTooMuchSpace = func() error {
	f := fault.New(fault.Unavailable, "too_many_downloads",
		"Sus descargas en curso ocupan todo el espacio que un usuario puede usar a la vez; deje que terminen y vuelva a intentarlo.")
	f.RetryAfter = 30 * time.Second
	return f
}()

// answerSpace is the disk space that answers take while they are sent. It is safe for concurrent use.
type answerSpace struct {
	ofUser  int64
	reserve int64                                // bytes of the disk that answers leave free
	free    func(context.Context) (int64, error) // nil: the disk has no reserve

	mu   sync.Mutex
	used map[string]int64 // bytes by user
}

func newAnswerSpace(opts Options) *answerSpace {
	return &answerSpace{ofUser: spaceOfUser, reserve: opts.MinFreeSpace, free: opts.FreeSpace, used: map[string]int64{}}
}

// hold returns the space of one answer, none at first.
func (s *answerSpace) hold(user string) *spaceHold { return &spaceHold{space: s, user: user} }

// spaceHold is the space of one answer. One goroutine at a time uses it.
type spaceHold struct {
	space  *answerSpace
	user   string
	needed int64 // bytes that grow was called for
	taken  int64 // bytes reserved: at least needed
}

// grow reserves n more bytes. Faults: Unavailable if other answers to the user leave too little, or the disk does.
func (h *spaceHold) grow(ctx context.Context, n int64) error {
	if h.needed+n <= h.taken {
		h.needed += n
		return nil
	}
	step := max(h.needed+n-h.taken, spaceStep)
	if s := h.space; s.free != nil && s.reserve > 0 {
		free, err := s.free(ctx)
		if err != nil {
			return fmt.Errorf("measuring free space: %w", err)
		}
		if free-step < s.reserve {
			f := fault.DiskFull(nil)
			f.RetryAfter = time.Minute
			return f
		}
	}
	h.space.mu.Lock()
	defer h.space.mu.Unlock()
	if others := h.space.used[h.user] - h.taken; others > 0 && others+h.needed+n > h.space.ofUser {
		return errTooMuchSpace
	}
	h.space.used[h.user] += step
	h.needed, h.taken = h.needed+n, h.taken+step
	return nil
}

// release gives the space back.
func (h *spaceHold) release() {
	h.space.mu.Lock()
	defer h.space.mu.Unlock()
	if h.space.used[h.user] -= h.taken; h.space.used[h.user] <= 0 {
		delete(h.space.used, h.user)
	}
	h.needed, h.taken = 0, 0
}

// TakeSpace reserves n more bytes of temporary files for the answer to a request. They are given back when the
// File that the request answers is sent, or when the request ends without one.
func TakeSpace(ctx context.Context, n int64) error {
	r := requestOf(ctx)
	if r.space == nil {
		r.space = r.server.space.hold(r.user())
	}
	return r.space.grow(ctx, n)
}

// giveSpace hands the space of a request over to the content of its answer.
func (r *request) giveSpace(f *File) {
	content, ok := f.Content.(io.ReadSeekCloser)
	if r.space == nil || !ok {
		return
	}
	f.Content = heldContent{content, r.space}
	r.space = nil
}

// heldContent is a temporary file that gives its space back once closed.
type heldContent struct {
	io.ReadSeekCloser
	space *spaceHold
}

func (c heldContent) Close() error {
	defer c.space.release()
	return c.ReadSeekCloser.Close()
}
