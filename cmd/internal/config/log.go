package config

import (
	"io"
	"log/slog"
)

// LogFormat is the form of a log line.
type LogFormat string

const (
	TextLog LogFormat = "text"
	JSONLog LogFormat = "json"
)

// Logger writes to w as SVC_LOG_LEVEL and SVC_LOG_FORMAT say.
func (c Intake) Logger(w io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: c.LogLevel}
	if c.LogFormat == JSONLog {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}
