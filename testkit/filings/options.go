package filings

// Options: which layouts, wordings, matters and traps a generator uses. Tuning
// and HeldOut are disjoint in all of them, so what is tuned on one is reported
// on papers that look, read and are about something else on the other.

import (
	"slices"

	"github.com/cotejo/cotejo/core/document"
)

// Options of a generator. The zero value uses everything.
type Options struct {
	Layouts   Choice
	Wordings  Choice
	Matters   Choice
	Traps     Choice // see Generator.Trap
	Unwrapped bool   // leave paragraphs in one line; by default most are broken as on paper
}

// Choice restricts a set of identifiers. The zero value allows all.
type Choice struct {
	Only []string // when not empty, these alone
	Not  []string
}

func (c Choice) allows(id string) bool {
	return (len(c.Only) == 0 || slices.Contains(c.Only, id)) && !slices.Contains(c.Not, id)
}

// Layouts lists the identifiers of all layouts.
func Layouts() []string {
	out := make([]string, len(layouts))
	for i, l := range layouts {
		out[i] = l.id
	}
	return out
}

// Wordings lists the identifiers of all wordings.
func Wordings() []string {
	out := make([]string, len(wordings))
	for i, w := range wordings {
		out[i] = w.id
	}
	return out
}

// Matters lists the identifiers of all matters.
func Matters() []string {
	out := make([]string, len(matters))
	for i, m := range matters {
		out[i] = m.id
	}
	return out
}

// Tuning returns options for developing and training.
func Tuning() Options {
	return Options{Layouts: Choice{Not: heldOutLayouts}, Wordings: Choice{Not: heldOutWordings},
		Matters: Choice{Not: heldOutMatters}, Traps: Choice{Not: heldOutTraps}}
}

// HeldOut returns options for reporting.
func HeldOut() Options {
	return Options{Layouts: Choice{Only: heldOutLayouts}, Wordings: Choice{Only: heldOutWordings},
		Matters: Choice{Only: heldOutMatters}, Traps: Choice{Only: heldOutTraps}}
}

// offers reports whether o leaves a matter and a layout for filings of type t.
func (o Options) offers(t document.Type) bool {
	about := matterType(t)
	return slices.ContainsFunc(matters, func(m *matter) bool { return m.kind == about && o.Matters.allows(m.id) }) &&
		slices.ContainsFunc(layouts, func(l layout) bool { return l.fits(t) && o.Layouts.allows(l.id) })
}
