package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
	"github.com/gofiber/fiber/v2"

	"github.com/cotejo/cotejo/core/fault"
)

const (
	eventsType = "text/event-stream"

	// heartbeat is how often a stream without events sends a line, so that proxies
	// keep it, and asks whether its session goes on.
	heartbeat = 15 * time.Second

	// reconnect is how soon a browser connects again, in milliseconds.
	reconnect = 2000
)

// Event is one event of a stream. Data is written as JSON.
type Event struct {
	Name string
	Data any
}

// Events are the events of a stream: they are received until C is closed. Stop is
// called once, when nobody takes them any more.
type Events[E any] struct {
	C    <-chan E
	Show func(E) Event
	Stop func()
}

// HandleEvents adds a route that answers a stream of events (server-sent events,
// HTML, section 9.2) for as long as its client listens, its session goes on and
// the server runs. Each name that events have is given with a value of the type
// of its data. The last event of a session that ends is "end".
func HandleEvents[I, E any](a *API, r Route, shown map[string]any, open func(ctx context.Context, in *I) (Events[E], error)) {
	r.Background = true
	Handle(a, r, func(ctx context.Context, in *I) (*huma.StreamResponse, error) {
		events, err := open(ctx, in)
		if err != nil {
			return nil, err
		}
		return &huma.StreamResponse{Body: func(hc huma.Context) {
			sendEvents(a.server, humafiber.Unwrap(hc), requestOf(ctx), events)
		}}, nil
	})
	var kinds []*huma.Schema
	for name, data := range shown {
		schema := a.huma.OpenAPI().Components.Schemas.Schema(reflect.TypeOf(data), true, name)
		kinds = append(kinds, &huma.Schema{Type: huma.TypeObject, Required: []string{"event", "data"}, Properties: map[string]*huma.Schema{
			"event": {Type: huma.TypeString, Enum: []any{name}}, "data": schema}})
	}
	slices.SortFunc(kinds, func(a, b *huma.Schema) int {
		return bytes.Compare(fmt.Append(nil, a.Properties["event"].Enum...), fmt.Append(nil, b.Properties["event"].Enum...))
	})
	a.huma.OpenAPI().Paths[a.Path(r.Path)].Get.Responses["200"] = &huma.Response{
		Description: "Sucesos, cada uno con su nombre y un objeto JSON, hasta que el cliente se va o su sesión termina (end)",
		Content:     map[string]*huma.MediaType{eventsType: {Schema: &huma.Schema{OneOf: kinds}}},
	}
}

// sendEvents answers with events. They are read after the handlers are done.
func sendEvents[E any](s *Server, c *fiber.Ctx, r *request, events Events[E]) {
	c.Set(fiber.HeaderContentType, eventsType)
	c.Set("X-Accel-Buffering", "no") // nginx would keep them until there are many
	if c.Method() == http.MethodHead {
		events.Stop()
		return
	}
	c.Context().SetConnectionClose() // what the client sends in the meantime is not read
	out := &eventStream[E]{Events: events, server: s, check: r.check, conn: c.Context().Conn(), gone: make(chan struct{}), beat: time.NewTicker(s.opts.Heartbeat)}
	fmt.Fprintf(&out.buffer, "retry: %d\n\n", reconnect)
	c.Context().SetBodyStream(out, -1)
}

// eventStream is a stream of events on its way out.
type eventStream[E any] struct {
	Events[E]
	server *Server
	check  func(ctx context.Context) error // may be nil
	conn   net.Conn
	beat   *time.Ticker
	buffer bytes.Buffer // what is to be sent
	ended  bool

	watching sync.Once
	gone     chan struct{} // closed when the client has hung up
}

// Read waits for events, or for what ends the stream.
func (s *eventStream[E]) Read(p []byte) (int, error) {
	s.watching.Do(func() { go s.watch() })
	for s.buffer.Len() == 0 {
		if s.ended {
			return 0, io.EOF
		}
		select {
		case e, open := <-s.C:
			if s.ended = !open; open {
				s.write(s.Show(e))
			}
		case <-s.beat.C:
			s.pulse()
		case <-s.server.stopping:
			s.ended = true
		case <-s.gone:
			return 0, io.EOF
		}
	}
	if err := s.conn.SetWriteDeadline(time.Now().Add(s.server.opts.BodyIdle)); err != nil {
		return 0, err
	}
	return s.buffer.Read(p)
}

// pulse shows that the stream is alive, and ends it with its session.
func (s *eventStream[E]) pulse() {
	s.buffer.WriteString(":\n\n")
	if s.check == nil {
		return
	}
	ctx, cancel := context.WithTimeout(s.server.base, routeTimeout)
	defer cancel()
	if err := s.check(ctx); fault.KindOf(err) == fault.Unauthenticated {
		s.write(Event{"end", End{"session_ended"}})
		s.ended = true
	}
}

// End is the data of the event that ends a stream.
type End struct {
	Code string `json:"code" enum:"session_ended"`
}

func (s *eventStream[E]) write(e Event) {
	data, err := json.Marshal(e.Data) // without line breaks
	if err != nil {
		panic(fmt.Sprintf("rest: data of event %s: %v", e.Name, err))
	}
	fmt.Fprintf(&s.buffer, "event: %s\ndata: %s\n\n", e.Name, data)
}

// watch closes gone when the client disconnects, without waiting for a failed write.
func (s *eventStream[E]) watch() {
	defer close(s.gone)
	if s.conn.SetReadDeadline(time.Time{}) == nil {
		_, _ = io.Copy(io.Discard, s.conn) // until the connection is closed, by either side
	}
}

func (s *eventStream[E]) Close() error {
	s.beat.Stop()
	s.Stop()
	return nil
}
