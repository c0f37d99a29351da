package rest

import (
	"context"
	"log/slog"
)

// LogRequests returns a handler that adds the id of the request to each line
// that is written on behalf of one: whose context is that of the request.
func LogRequests(next slog.Handler) slog.Handler { return requestLog{next} }

type requestLog struct{ slog.Handler }

func (l requestLog) Handle(ctx context.Context, line slog.Record) error {
	if r, ok := ctx.Value(requestKey{}).(*request); ok {
		line = line.Clone()
		line.AddAttrs(slog.String("request_id", r.id))
	}
	return l.Handler.Handle(ctx, line)
}

func (l requestLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	return requestLog{l.Handler.WithAttrs(attrs)}
}

func (l requestLog) WithGroup(name string) slog.Handler {
	return requestLog{l.Handler.WithGroup(name)}
}
