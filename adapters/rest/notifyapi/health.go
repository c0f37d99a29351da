package notifyapi

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/core/fault"
)

// Health says that the program runs.
type Health struct {
	Status  string `json:"status" enum:"ok"`
	Version string `json:"version"`
}

func (h *handlers) health(context.Context, *struct{}) (*one[Health], error) {
	return &one[Health]{Health{Status: "ok", Version: h.Version}}, nil
}

// Readiness says that requests can be served.
type Readiness struct {
	Status   string `json:"status" enum:"ready"`
	Database string `json:"database" enum:"ok"`
}

const pingTimeout = 5 * time.Second

func (h *handlers) ready(ctx context.Context, _ *struct{}) (*one[Readiness], error) {
	ctx, cancel := context.WithTimeout(ctx, pingTimeout)
	defer cancel()
	err := h.Database.Ping(ctx)
	if _, known := fault.As(err); err != nil && !known {
		err = fault.Wrap(err, fault.Unavailable, "database_unavailable",
			"La base de datos no responde; intente de nuevo en unos minutos.")
	}
	if err != nil {
		return nil, err
	}
	return &one[Readiness]{Readiness{Status: "ready", Database: "ok"}}, nil
}
