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
func (c Intake) Logger(w io.Writer) *slog.Logger { return logger(w, c.LogLevel, c.LogFormat) }

// Logger writes to w as NOTIFY_LOG_LEVEL and NOTIFY_LOG_FORMAT say.
func (c Notify) Logger(w io.Writer) *slog.Logger { return logger(w, c.LogLevel, c.LogFormat) }

func logger(w io.Writer, level slog.Level, format LogFormat) *slog.Logger {
	options := &slog.HandlerOptions{Level: level}
	if format == JSONLog {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}
