package document

// ComponentStatus is how a part of the service fares.
type ComponentStatus string

const (
	ComponentOK       ComponentStatus = "ok"
	ComponentDegraded ComponentStatus = "degraded"
	ComponentError    ComponentStatus = "error"
	ComponentDisabled ComponentStatus = "disabled"
)

// Component is one part of the service and how it fares.
type Component struct {
	Name   string
	Status ComponentStatus
	Detail string // Spanish; empty when there is nothing to say
}

// HealthStatus is how the whole service fares.
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

// Status is unhealthy when the database fails or the disk is full, degraded when
// anything else fails, healthy otherwise.
func (h Health) Status() HealthStatus {
	status := Healthy
	for _, c := range h.Components {
		if c.Status == ComponentOK || c.Status == ComponentDisabled {
			continue
		}
		if (c.Name == "database" || c.Name == "disk") && c.Status == ComponentError {
			return Unhealthy
		}
		status = Degraded
	}
	return status
}
