package config

import "slices"

// service is what a service is set up by: its settings in the order of
// .env.example, and what must hold between them.
type service[T any] struct {
	prefix   string // of the names that are for it to judge
	settings []setting[T]
	rules    []rule[T]
	complete func(c *T, folder string)
	unwise   func(c *T) []string // of a server
}

// rule is a condition between settings. A broken one is a fault of setting.
type rule[T any] struct {
	setting  string
	ofServer bool // it does not matter to a command that starts no service
	broken   func(c *T) (why string)
}

// Prefixes of the names of settings, all of them.
const (
	intakePrefix = "SVC_"
	notifyPrefix = "NOTIFY_"
)

var prefixes = []string{intakePrefix, notifyPrefix}

var (
	intake = service[Intake]{intakePrefix, intakeSettings, intakeRules, completeIntake, unwiseIntake}
	notify = service[Notify]{notifyPrefix, notifySettings, notifyRules, completeNotify, unwiseNotify}
)

func (s service[T]) named(name string) setting[T] {
	i := slices.IndexFunc(s.settings, func(s setting[T]) bool { return s.Name == name })
	if i < 0 {
		panic("config: no setting " + name)
	}
	return s.settings[i]
}

func (s service[T]) names() []string {
	names := make([]string, len(s.settings))
	for i, set := range s.settings {
		names[i] = set.Name
	}
	return names
}

// knownNames are the settings of every service: they may share one .env.
func knownNames() []string { return append(intake.names(), notify.names()...) }
