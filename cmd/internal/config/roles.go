package config

import (
	"errors"
	"strings"
)

// Roles are what a server of the intake service does.
type Roles struct {
	API    bool // answers requests
	Worker bool // works the queue
}

// All reports whether one server does everything.
func (r Roles) All() bool { return r.API && r.Worker }

const (
	apiRole    = "api"
	workerRole = "worker"
)

var roles = kind[Roles]{
	parse: func(text string) (Roles, error) {
		var r Roles
		for role := range strings.SplitSeq(text, ",") {
			switch strings.ToLower(strings.TrimSpace(role)) {
			case apiRole:
				r.API = true
			case workerRole:
				r.Worker = true
			default:
				return Roles{}, errors.New("debe ser api, worker o los dos, separados por una coma")
			}
		}
		return r, nil
	},
	format: func(r Roles) string {
		switch {
		case r.All():
			return apiRole + "," + workerRole
		case r.Worker:
			return workerRole
		}
		return apiRole
	},
}

// splitFile is why the roles cannot be those of several servers, if so.
func splitFile(c *Intake) string {
	if c.Roles.All() || c.DatabaseURL != "" {
		return ""
	}
	return "solo sirve con PostgreSQL (SVC_DATABASE_URL): la base de datos de un archivo la usa un solo servidor, que hace los dos papeles; quite la variable"
}
