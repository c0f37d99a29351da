package intakeapi

import (
	"context"

	"github.com/cotejo/cotejo/core/document"
)

type healthOutput struct {
	Body Health
}

// Health is how the service fares.
type Health struct {
	Status     string      `json:"status" enum:"healthy,degraded,unhealthy"`
	Version    string      `json:"version"`
	Components []Component `json:"components" nullable:"false"`
}

// Component is how a part of the service fares.
type Component struct {
	Name   string  `json:"name" example:"database"`
	Status string  `json:"status" enum:"ok,degraded,error,disabled"`
	Detail *string `json:"detail" doc:"null cuando no hay nada que decir"`
}

func (h *handlers) health(ctx context.Context, _ *struct{}) (*healthOutput, error) {
	health := h.Intake.Health(ctx)
	return &healthOutput{Body: Health{
		Status:  string(health.Status()),
		Version: h.Version,
		Components: each(health.Components, func(c document.Component) Component {
			return Component{Name: c.Name, Status: string(c.Status), Detail: orNull(c.Detail)}
		}),
	}}, nil
}
