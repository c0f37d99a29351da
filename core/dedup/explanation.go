package dedup

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/cotejo/cotejo/core/entity"
)

// match puts a verdict into words.
func (d *Detector) match(e *evidence, relation Relation, s scores, a, b *Fingerprint) Match {
	m := Match{ID: b.ID, Relation: relation, Assessment: Assessment{MinHash: s.text, TFIDF: s.facts, Entity: s.parties,
		Ensemble: s.ensemble, Adjustments: s.adjustments, Similarity: s.similarity,
		Parties: Identity{Score: s.parties, Verdict: s.verdicts.parties, Evidence: e.partyReasons(a, b)},
		Facts:   Identity{Score: s.facts, Verdict: s.verdicts.facts, Evidence: e.factReasons(a, b)},
		Claims:  Identity{Score: e.claimScore(), Verdict: s.verdicts.claims, Evidence: e.claimReasons(a, b, &s)},
	}}
	m.Reasons = append(append(append(m.Reasons, m.Parties.Evidence...), m.Facts.Evidence...), m.Claims.Evidence...)
	for _, adjustment := range s.adjustments {
		m.Reasons = append(m.Reasons, Reason{Code: adjustment.Rule, Text: adjustment.Reason, Weight: adjustment.After - adjustment.Before})
	}
	switch relation {
	case Mass:
		m.Reasons = append(m.Reasons, Reason{Code: "same_letter", Text: "mismo formato de escrito"})
	case SameCase:
		m.Reasons = append(m.Reasons, e.caseReason())
	}
	return m
}

// partyReasons say what the people have in common. Left is a's.
func (e *evidence) partyReasons(a, b *Fingerprint) []Reason {
	values := map[string][2]string{
		"cedula":    {a.parties.Cedula, b.parties.Cedula},
		"name":      {a.parties.Plaintiff, b.parties.Plaintiff},
		"email":     {a.parties.Email, b.parties.Email},
		"address":   {a.parties.Address, b.parties.Address},
		"defendant": {a.parties.Defendant, b.parties.Defendant},
		"radicado":  {a.parties.Radicado, b.parties.Radicado},
	}
	var reasons []Reason
	for _, p := range e.parties.Particulars() {
		if p.Reason == "" {
			continue
		}
		weight := p.Evidence
		if weight == 0 && p.Agreement == entity.Different {
			weight = -1
		}
		left, right := values[p.Name][0], values[p.Name][1]
		reasons = append(reasons, Reason{Code: p.Name + "_" + p.Agreement.String(), Text: p.Reason, Left: left, Right: right, Weight: weight})
	}
	if e.representOthers() {
		reasons = append(reasons, Reason{Code: "represented_different", Text: "se presenta a favor de otra persona",
			Left: a.principal(), Right: b.principal(), Weight: -5})
	}
	return reasons
}

// principal names for whom a paper is filed.
func (f *Fingerprint) principal() string {
	switch {
	case len(f.principals) > 0:
		return strings.ReplaceAll(f.principals.String(), ", ", " ") // the words of one name
	case len(f.represented) > 0:
		return f.represented.String()
	}
	return f.called.String()
}

// factReasons say how alike texts and facts are.
func (e *evidence) factReasons(a, b *Fingerprint) []Reason {
	var reasons []Reason
	add := func(r Reason) { reasons = append(reasons, r) }
	if closest := max(e.words, e.grams); closest > 0 {
		text := "texto " + percent(closest) + " igual"
		if closest == 1 && e.identicalFacts() {
			text = "hechos 100 % iguales"
		}
		add(Reason{Code: "text_shared", Text: text, Weight: closest - 0.5})
	}
	if e.commonText() {
		add(Reason{Code: "text_common", Text: "lo que coincide es texto de muchos escritos", Weight: 0})
	}
	if e.gramsContained >= 0.9 && e.grams < 0.8 {
		add(Reason{Code: "text_contained", Text: "un escrito contiene casi todo el otro", Weight: 1})
	}
	if e.fewestAnchors > 0 {
		text := "coinciden " + strconv.Itoa(e.anchors) + " de " + strconv.Itoa(e.fewestAnchors) + " fechas y cifras"
		if e.anchors == 0 {
			text = "ninguna fecha ni cifra coincide"
		}
		add(Reason{Code: "figures_shared", Text: text,
			Left: a.unsharedAnchors(b), Right: b.unsharedAnchors(a), Weight: anchorSlope * (e.anchorShare() - 0.5)})
	}
	if e.moved != (moved{}) {
		add(Reason{Code: "sentence_" + string(Different), Text: "la misma frase con otra fecha u otro número",
			Left: figureText(e.moved.left), Right: figureText(e.moved.right), Weight: -2})
	}
	if e.grounds.fewest > 0 {
		verdict := e.groundsVerdict()
		if verdict == Different && e.noise >= misreadWords {
			verdict = Partly // what looks different may be misread
		}
		add(e.grounds.reason("grounds", verdict, groundTexts, a.grounds, b.grounds))
	}
	return reasons
}

// maxFigures is how many days and numbers of each filing a reason shows.
const maxFigures = 5

// unsharedAnchors lists the days and numbers that f has and o does not, as f writes them.
func (f *Fingerprint) unsharedAnchors(o *Fingerprint) string {
	var list []string
	written := strings.Split(f.written, "\n")
	for i, v := range f.anchors {
		if sharedAnchors([]uint64{v}, o.anchors) > 0 {
			continue
		}
		if len(list) == maxFigures {
			return strings.Join(list, ", ") + " …"
		}
		if i < len(written) && written[i] != "" {
			list = append(list, written[i])
		} else {
			list = append(list, figureText(v))
		}
	}
	return strings.Join(list, ", ")
}

// writtenAnchors returns figures as the text has them, one a line in the order of their
// anchors. A line is empty where the text writes what figureText returns.
func writtenAnchors(s string, figures []figure, anchors []uint64) string {
	var b strings.Builder
	for i, f := range figures {
		if i > 0 {
			b.WriteByte('\n')
		}
		if written := writtenFigure(s, f); written != figureText(anchors[i]) {
			b.WriteString(written)
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// figureText writes an anchor as a clerk does: 12/03/2024, or 12/03 of no year.
func figureText(v uint64) string {
	if v&dayMark == 0 {
		return strconv.FormatUint(v, 10)
	}
	v &^= dayMark
	text := fmt.Sprintf("%02d/%02d", v%100, v/100%100)
	if year := v / 10000; year != 0 {
		text += "/" + strconv.FormatUint(year, 10)
	}
	return text
}

// identicalFacts reports whether nothing that tells one matter from another differs.
func (e *evidence) identicalFacts() bool {
	return e.anchors == e.fewestAnchors && e.grounds.apart == 0 && e.claims.apart == 0
}

// claimReasons say how alike the requests are.
func (e *evidence) claimReasons(a, b *Fingerprint, s *scores) []Reason {
	if e.withoutText > 0 {
		return nil
	}
	verdict := s.verdicts.claims
	reason := e.claims.reason("claims", verdict, claimTexts, a.claims, b.claims)
	switch {
	case verdict != s.found.claims:
		reason.Text, reason.Weight = misreadClaims[1], min(reason.Weight, 0)
	case verdict == Different && e.claims.apart == 0 && !e.claims.otherNumbers && !e.otherPeriods():
		reason.Text = "otra solicitud: cada escrito repite palabras que el otro no tiene"
	case verdict != Different && e.hasVagueClaims() && e.askedKnown:
		reason.Text += " (coincide el " + percent(e.askedShare) + " de sus palabras)"
		reason.Weight = weightOf(verdict, e.askedShare-alikeRequest)
	}
	reasons := []Reason{reason}
	if e.substitution != (substitution{}) {
		reasons = append(reasons, Reason{Code: "wording_" + string(Different), Text: "pide otra cosa con las mismas palabras",
			Left: e.substitution.left, Right: e.substitution.right, Weight: -2})
	}
	if e.otherPeriods() {
		left, right := a.claims.periods(), b.claims.periods()
		if e.claims.periods == Unknown {
			left, right = a.grounds.periods(), b.grounds.periods()
		}
		reasons = append(reasons, Reason{Code: "period_" + string(Different), Text: "otro período", Left: left.String(), Right: right.String(), Weight: -2})
	}
	return append(reasons, a.request.reasons(b.request, verdict)...)
}

var (
	groundTexts = map[Verdict]string{Same: "mismo motivo", Partly: "motivo en parte igual", Different: "otro motivo"}
	claimTexts  = map[Verdict]string{Same: "misma solicitud", Partly: "solicitud en parte igual", Different: "otra solicitud", Unknown: "no se pudo establecer si la solicitud es la misma"}
)

// reason puts a verdict about particulars into words.
func (a agreement) reason(what string, verdict Verdict, texts map[Verdict]string, left, right particulars) Reason {
	return Reason{Code: what + "_" + string(verdict), Text: texts[verdict], Left: left.String(), Right: right.String(),
		Weight: weightOf(verdict, (a.shared-2*a.apart)/10)}
}

// weightOf returns a weight that does not contradict its verdict: what differs never speaks for one case.
func weightOf(verdict Verdict, weight float64) float64 {
	if verdict == Different {
		return min(weight, 0)
	}
	return weight
}

// String lists particulars as the document writes them.
func (p particulars) String() string {
	var b strings.Builder
	for i, w := range p {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(w.written)
	}
	return b.String()
}

// percent writes a share as a clerk reads it.
func percent(share float64) string { return strconv.Itoa(int(math.Round(100*share))) + " %" }
