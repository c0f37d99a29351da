package rest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

// slowFile is a file that can be read once ready is closed.
type slowFile struct {
	*bytes.Reader
	ready <-chan struct{}
}

func (f slowFile) Read(p []byte) (int, error) {
	<-f.ready
	return f.Reader.Read(p)
}

func (slowFile) Close() error { return nil }

// serveArchives serves /archive, whose answer takes spaceStep bytes of temporary files.
func serveArchives(t *testing.T, opts Options, ready <-chan struct{}) (*Server, string) {
	t.Helper()
	opts.Logger, opts.NewID, opts.Everyone = slog.New(slog.DiscardHandler), func() string { return "id" }, &account.Actor{Username: "ana"}
	opts.BodyIdle = patience
	s := NewServer(opts)
	s.space.ofUser = 2 * spaceStep
	api := s.NewAPI(Spec{Title: "test", Version: "1", Statuses: map[fault.Kind]int{fault.Unavailable: http.StatusServiceUnavailable}})
	HandleFile(api, Route{Method: "GET", Path: "/archive", ID: "archive", Timeout: patience}, []string{"application/zip"},
		func(ctx context.Context, _ *struct{}) (*File, error) {
			if err := TakeSpace(ctx, spaceStep); err != nil {
				return nil, err
			}
			return &File{Name: "a.zip", Type: "application/zip", Size: 100, Content: slowFile{bytes.NewReader(make([]byte, 100)), ready}}, nil
		})
	return s, "http://" + serve(t, s) + "/archive"
}

func (s *answerSpace) total() (n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, used := range s.used {
		n += used
	}
	return n
}

func TestDownloadsOfAUserShareTemporarySpace(t *testing.T) {
	ready := make(chan struct{})
	s, url := serveArchives(t, Options{}, ready)
	var slow []*http.Response
	client := http.Client{Timeout: patience, Transport: &http.Transport{DisableKeepAlives: true}}
	get := func() *http.Response {
		res, err := client.Get(url)
		if err != nil {
			t.Error(err)
			return &http.Response{Body: http.NoBody}
		}
		t.Cleanup(func() { res.Body.Close() })
		return res
	}
	results := make(chan *http.Response)
	for range 2 {
		go func() { results <- get() }()
	}
	for s.space.total() < 2*spaceStep {
		time.Sleep(time.Millisecond)
	}
	refused := get()
	if refused.StatusCode != http.StatusServiceUnavailable || refused.Header.Get("Retry-After") == "" {
		t.Errorf("a third one: %s, Retry-After %q", refused.Status, refused.Header.Get("Retry-After"))
	}
	close(ready)
	for range 2 {
		slow = append(slow, <-results)
	}
	for _, res := range append(slow, get()) {
		if body, err := io.ReadAll(res.Body); err != nil || res.StatusCode != http.StatusOK || len(body) != 100 {
			t.Errorf("%s, %d bytes, %v", res.Status, len(body), err)
		}
	}
}

func TestSingleAnswerMayTakeAnySpace(t *testing.T) {
	s := newAnswerSpace(Options{})
	big, other := s.hold("ana"), s.hold("ana")
	for range 3 {
		if err := big.grow(t.Context(), spaceOfUser); err != nil {
			t.Fatal(err)
		}
	}
	if err := other.grow(t.Context(), 1); !errors.Is(err, errTooMuchSpace) {
		t.Errorf("another one: %v", err)
	}
	if err := s.hold("eva").grow(t.Context(), 1); err != nil {
		t.Errorf("of somebody else: %v", err)
	}
	big.release()
	if err := other.grow(t.Context(), 1); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func TestAnswersLeaveTheReserveOfTheDisk(t *testing.T) {
	free := int64(3 * spaceStep)
	ready := make(chan struct{})
	close(ready)
	s, url := serveArchives(t, Options{MinFreeSpace: 2*spaceStep + 1, FreeSpace: func(context.Context) (int64, error) { return free, nil }}, ready)
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" || s.space.total() != 0 {
		t.Errorf("%s, Retry-After %q, %d bytes are kept", res.Status, res.Header.Get("Retry-After"), s.space.total())
	}
}
