package ner

import "github.com/cotejo/cotejo/core/ner/internal/doc"

// SectionKind is a part of a filing.
type SectionKind = doc.SectionKind

// Section is a part of a filing from its heading to the next. The text before
// the first heading is of kind Heading. Start and End count code points.
type Section = doc.Section

// The parts of a filing.
const (
	Heading       = doc.Heading // court, label block, presentation
	Facts         = doc.Facts
	Rights        = doc.Rights
	Grounds       = doc.Grounds
	Claims        = doc.Claims
	Interim       = doc.Interim
	Evidence      = doc.Evidence
	Oath          = doc.Oath
	Annexes       = doc.Annexes
	Notifications = doc.Notifications
	Signature     = doc.Signature
)
