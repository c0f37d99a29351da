package paper

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/place"
)

// Head has the properties of a whole text that its head states.
type Head struct {
	Presented int         // where the paragraph begins in which somebody presents the filing; Len when none does
	Continues bool        // it belongs to a case that already has a number
	Attacks   bool        // it opens a case against a court or a ruling
	Answers   bool        // who is sued wrote it
	Lists     bool        // it lists cases: what a court decided on a day
	Issuer    place.Court // the court that wrote it, the zero value when a party did
	Offices   []string    // how the radicados of the courts begin that it names, see place.Offices
}

// ReadHead reads what the head of the text says.
func ReadHead(t *doc.Text) Head {
	h := Head{Presented: presentation(t), Issuer: findIssuer(t)}
	h.Continues = h.Issued() || followsUp(t)
	h.Attacks = !h.Continues && attacksRuling(t)
	h.Answers = !h.Issued() && answersClaim(t)
	h.Lists = listsCases(t)
	h.Offices = place.Offices(t)
	return h
}

// Issued reports whether a court wrote the paper.
func (h *Head) Issued() bool { return h.Issuer.Value != "" }
