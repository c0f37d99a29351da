package dedup

import (
	"fmt"
	"math"
	"slices"
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
		Claims:  Identity{Score: e.claims.score(), Verdict: s.verdicts.claims, Evidence: e.claimReasons(a, b)},
	}}
	m.Reasons = append(append(append(m.Reasons, m.Parties.Evidence...), m.Facts.Evidence...), m.Claims.Evidence...)
	for _, adjustment := range s.adjustments {
		m.Reasons = append(m.Reasons, Reason{Code: adjustment.Rule, Text: adjustment.Reason, Weight: adjustment.After - adjustment.Before})
	}
	if relation == Mass {
		m.Reasons = append(m.Reasons, Reason{Code: "same_letter", Text: "mismo formato de escrito"})
	}
	return m
}

// partyReasons say what the people have in common. Left is a's.
func (e *evidence) partyReasons(a, b *Fingerprint) []Reason {
	values := map[string][2]string{
		"cedula": {a.parties.Cedula, b.parties.Cedula}, "name": {a.parties.Plaintiff, b.parties.Plaintiff}, "email": {a.parties.Email, b.parties.Email},
		"address": {a.parties.Address, b.parties.Address}, "defendant": {a.parties.Defendant, b.parties.Defendant}, "radicado": {a.parties.Radicado, b.parties.Radicado},
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
		reasons = append(reasons, Reason{Code: p.Name + "_" + p.Agreement.String(), Text: p.Reason, Left: values[p.Name][0], Right: values[p.Name][1], Weight: weight})
	}
	if e.representOthers() {
		reasons = append(reasons, Reason{Code: "represented_different", Text: "se presenta a favor de otra persona",
			Left: a.represented.String(), Right: b.represented.String(), Weight: -5})
	}
	return reasons
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
		add(Reason{Code: "figures_shared", Text: "coinciden " + strconv.Itoa(e.anchors) + " de " + strconv.Itoa(e.fewestAnchors) + " fechas y cifras",
			Left: unshared(a.anchors, b.anchors), Right: unshared(b.anchors, a.anchors), Weight: anchorSlope * (e.anchorShare() - 0.5)})
	}
	if e.grounds.fewest > 0 {
		add(e.grounds.reason("grounds", e.groundsVerdict(), groundTexts, a.grounds, b.grounds))
	}
	return reasons
}

// maxFigures is how many days and numbers of each filing a reason shows.
const maxFigures = 5

// unshared lists the days and numbers of a that b has not.
func unshared(a, b []uint64) string {
	var list []string
	for _, v := range a {
		if _, ok := slices.BinarySearch(b, v); ok {
			continue
		}
		if len(list) == maxFigures {
			return strings.Join(list, ", ") + " …"
		}
		list = append(list, figureText(v))
	}
	return strings.Join(list, ", ")
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
func (e *evidence) claimReasons(a, b *Fingerprint) []Reason {
	if e.claims.fewest == 0 {
		return nil
	}
	return []Reason{e.claims.reason("claims", e.claimsVerdict(), claimTexts, a.claims, b.claims)}
}

var (
	groundTexts = map[Verdict]string{Same: "mismo motivo", Partly: "motivo en parte igual", Different: "otro motivo"}
	claimTexts  = map[Verdict]string{Same: "misma solicitud", Partly: "solicitud en parte igual", Different: "otra solicitud", Unknown: "no se pudo establecer si la solicitud es la misma"}
)

// reason puts a verdict about particulars into words.
func (a agreement) reason(what string, verdict Verdict, texts map[Verdict]string, left, right particulars) Reason {
	return Reason{Code: what + "_" + string(verdict), Text: texts[verdict], Left: left.String(), Right: right.String(), Weight: (a.shared - 2*a.apart) / 10}
}

// String lists particulars for a clerk.
func (p particulars) String() string { return strings.Join(p, ", ") }

// percent writes a share as a clerk reads it.
func percent(share float64) string { return strconv.Itoa(int(math.Round(100*share))) + " %" }
