package document

// ComponentStatus is the state of a part of the service.
type ComponentStatus string

const (
	ComponentOK       ComponentStatus = "ok"
	ComponentDegraded ComponentStatus = "degraded"
	ComponentError    ComponentStatus = "error"
	ComponentDisabled ComponentStatus = "disabled"
)

// Component is a part of the service and its state.
type Component struct {
	Name   string
	Status ComponentStatus
	Detail string // Spanish; empty when there is nothing to say
	Blocks bool   // its errors stop filings from being accepted or processed
}

// HealthStatus is the state of the whole service.
type HealthStatus string

const (
	Healthy   HealthStatus = "healthy"
	Degraded  HealthStatus = "degraded"
	Unhealthy HealthStatus = "unhealthy"
)

// Health is the state of the service and of its parts.
type Health struct {
	Components []Component
}

// Status returns unhealthy if a blocking component fails, degraded if another one fails, healthy
// otherwise.
func (h Health) Status() HealthStatus {
	status := Healthy
	for _, c := range h.Components {
		if c.Status == ComponentOK || c.Status == ComponentDisabled {
			continue
		}
		if c.Blocks && c.Status == ComponentError {
			return Unhealthy
		}
		status = Degraded
	}
	return status
}
