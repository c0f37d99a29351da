package notifyapi

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// Health says that the program runs, and how its parts fare.
type Health struct {
	Status     string      `json:"status" enum:"ok,degraded" doc:"degraded: atiende, pero algo de components falla"`
	Version    string      `json:"version"`
	Components []Component `json:"components" nullable:"false" doc:"Los buzones de los que se leen recibos"`
}

// Component is how a part of the service fares.
type Component struct {
	Name   string  `json:"name" example:"mailbox"`
	Status string  `json:"status" enum:"ok,error"`
	Detail *string `json:"detail" doc:"null cuando no hay nada que decir"`
}

func (h *handlers) health(context.Context, *struct{}) (*one[Health], error) {
	health := Health{Status: "ok", Version: h.Version, Components: []Component{}}
	if h.Components == nil {
		return &one[Health]{health}, nil
	}
	parts := document.Health{Components: h.Components()}
	if parts.Status() != document.Healthy {
		health.Status = "degraded"
	}
	health.Components = each(parts.Components, func(c document.Component) Component {
		return Component{Name: c.Name, Status: string(c.Status), Detail: orNull(c.Detail)}
	})
	return &one[Health]{health}, nil
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
