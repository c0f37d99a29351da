package ner

import "github.com/cotejo/cotejo/core/ner/internal/doc"

// Section is a part of a filing from its heading to the next. Start and End count code points.
type Section = doc.Section

// The parts with which a filing closes.
const (
	Oath          = doc.Oath
	Notifications = doc.Notifications
)
