package filings

// Layouts: which parts a paper has, in which order and shape.

import (
	"slices"

	"github.com/cotejo/cotejo/core/document"
)

// layout is the plan of a paper. A part writes one piece of it.
type layout struct {
	id       string
	types    []document.Type // none: tutela alone
	labels   []labelWords    // alternatives
	idAtFoot bool            // "identificado como aparece al pie de mi firma"
	stamped  bool            // a court already has it: the paper bears its number
	titles   titleShape
	items    itemShape
	parts    []part
}

type part func(*writer)

// heldOutLayouts are never used by Tuning.
var heldOutLayouts = []string{"columnas-partidas", "capitulos", "formulario-web", "carta-corrida", "memorial-carta", "peticion-formato", "habeas-corpus-libre",
	"al-pie-rotulos", "acta-rotulos", "sentencia-revision", "ficha", "memorial-ficha", "corpus-ficha"}

// fits reports whether the layout serves filings of type t.
func (l layout) fits(t document.Type) bool {
	if len(l.types) == 0 {
		return t == document.Tutela
	}
	return slices.Contains(l.types, t)
}

var (
	memorials = []document.Type{document.Impugnacion, document.Desacato}
	requests  = []document.Type{document.DerechoPeticion, document.HabeasData}
	liberty   = []document.Type{document.HabeasCorpus}
	rulings   = []document.Type{document.Sentencia}
)

var layouts = []layout{
	{id: "rotulos", labels: []labelWords{accionante, accionanteDe}, titles: plainTitles, items: ordinalColon, parts: []part{
		placeAndDate, salutation, esd, reference, labelsWith(colons), presentation, facts, rights, grounds, claims,
		provisional, evidence, oath, annexes, notifications, signature}},
	{id: "rotulos-columnas", labels: []labelWords{accionante, tutelante}, titles: romanTitles, items: digitDot, parts: []part{
		salutation, esd, labelsWith(columns), presentation, facts, rights, claims, grounds, evidence, annexes, oath, notifications, signature}},
	{id: "rotulos-partidos", labels: []labelWords{accionante, demandante}, titles: digitTitles, items: digitDash, parts: []part{
		placeAndDate, salutation, reference, labelsWith(broken), facts, grounds, claims, evidence, oath, notifications, signature}},
	{id: "rotulos-corridos", labels: []labelWords{accionante, actor}, titles: colonTitles, items: ordinalDot, parts: []part{
		salutation, labelsWith(runOn), presentation, facts, rights, grounds, claims, oath, evidence, notifications, signature}},
	{id: "columnas-partidas", labels: []labelWords{accionante, peticionario}, titles: plainTitles, items: digitDegree, parts: []part{
		salutation, esd, labelsWith(splitColumns), presentation, facts, rights, grounds, claims, evidence, oath, annexes, notifications, signature}},
	{id: "narrativo", labels: []labelWords{accionante}, titles: lowerTitles, items: paragraphs, parts: []part{
		placeAndDate, salutation, esd, presentation, facts, rights, claims, oath, notifications, signature}},
	{id: "al-pie", labels: []labelWords{accionante}, idAtFoot: true, titles: plainTitles, items: ordinalColon, parts: []part{
		placeAndDate, salutation, esd, reference, presentation, facts, rights, claims, grounds, evidence, oath, notificationLines, signature}},
	{id: "fallo", labels: []labelWords{actor}, titles: plainTitles, items: digitDot, parts: []part{
		placeAndDate, courtHeading, labelsWith(colons), presentation, facts, claims, rights, grounds, evidence, oath, notifications, signature}},
	{id: "formulario", labels: []labelWords{solicitante, accionante}, titles: digitTitles, items: digitParen, parts: []part{
		formHeading, personalForm, defendantForm, rights, facts, claims, evidence, oath, signature}},
	{id: "formulario-web", labels: []labelWords{solicitante}, titles: plainTitles, items: digitDot, parts: []part{
		webHeading, personalForm, defendantForm, facts, rights, claims, annexes, oath}},
	{id: "correo", labels: []labelWords{accionante}, titles: plainTitles, items: digitDot, parts: []part{
		mailHeading, salutation, reference, presentation, facts, rights, claims, evidence, oath, notificationLines, signature}},
	{id: "reparto", labels: []labelWords{accionante, demandante}, titles: romanTitles, items: ordinalDot, parts: []part{
		salutation, esd, subjectLine, presentation, facts, rights, grounds, claims, evidence, annexes, notifications, signature}},
	{id: "capitulos", labels: []labelWords{tutelante, demandante}, titles: chapterTitles, items: ordinalColon, parts: []part{
		salutation, labelsWith(dashes), presentation, rights, facts, standing, grounds, provisional, claims, evidence, oath, annexes, notifications, signature}},
	{id: "abogado", labels: []labelWords{demandante, accionante}, titles: romanTitles, items: digitDot, parts: []part{
		placeAndDate, salutation, reference, labelsWith(colons), presentation, facts, standing, rights,
		grounds, provisional, claims, oath, evidence, annexes, notificationLines, signature}},
	{id: "carta-corrida", labels: []labelWords{accionante}, titles: noTitles, items: paragraphs, parts: []part{
		placeAndDate, salutation, presentation, facts, claims, oath, notifications, signature}},
	{id: "peticiones-primero", labels: []labelWords{accionante, afectado}, titles: letterTitles, items: digitParen, parts: []part{
		salutation, esd, labelsWith(colons), presentation, claims, facts, rights, grounds, evidence, oath, notifications, signature}},
	{id: "acta-reparto", stamped: true, labels: []labelWords{accionante, demandante}, titles: colonTitles, items: digitDot, parts: []part{
		stamp, newSheet, esd, reference, presentation, facts, rights, grounds, claims, evidence, oath, notifications, signature}},
	{id: "acta-rotulos", stamped: true, labels: []labelWords{accionante, tutelante}, titles: romanTitles, items: ordinalColon, parts: []part{
		placeAndDate, salutation, labelsWith(colons), presentation, facts, rights, claims, evidence, oath, notificationLines, signature}},
	{id: "doble-rotulo", labels: []labelWords{accionante, peticionario}, titles: colonTitles, items: digitDash, parts: []part{
		placeAndDate, salutation, esd, labelsWith(idRows), presentation, facts, rights, claims, oath, annexes, notificationLines, signature}},
	{id: "al-pie-rotulos", idAtFoot: true, labels: []labelWords{accionante, afectado}, titles: letterTitles, items: digitDegree, parts: []part{
		salutation, esd, labelsWith(columns), presentation, facts, claims, grounds, oath, notificationLines, signature}},
	{id: "instaurada-por", labels: []labelWords{actor}, titles: digitTitles, items: digitDot, parts: []part{
		salutation, subjectLine, esd, facts, standing, rights, grounds, claims, evidence, oath, notificationLines, signature}},
	{id: "sentencia", types: rulings, stamped: true, labels: []labelWords{accionante, actor, demandante}, titles: plainTitles, items: digitDot, parts: []part{
		rulingHeading, labelsWith(colons), rulingOpening, facts, rulingClaims, rulingGrounds, decision}},
	{id: "sentencia-revision", types: rulings, labels: []labelWords{accionante}, titles: romanTitles, items: digitDot, parts: []part{
		reviewHeading, rulingOpening, facts, rulingClaims, rulingGrounds, decision}},
	{id: "memorial", types: memorials, stamped: true, labels: []labelWords{accionante, demandante}, titles: plainTitles, items: ordinalDot, parts: []part{
		placeAndDate, salutation, esd, labelsWith(colons), memorialOpening, facts, grounds, memorialClaims, notifications, signature}},
	{id: "memorial-carta", types: memorials, stamped: true, labels: []labelWords{accionante}, titles: romanTitles, items: digitDot, parts: []part{
		salutation, memorialReference, memorialOpening, facts, memorialClaims, notificationLines, signature}},
	{id: "peticion-carta", types: requests, labels: []labelWords{solicitante}, titles: plainTitles, items: digitDot, parts: []part{
		placeAndDate, addressee, petitionSubject, petitionOpening, facts, petitionClaims, annexes, notifications, signature}},
	{id: "peticion-formato", types: requests, labels: []labelWords{solicitante, peticionario}, titles: romanTitles, items: ordinalColon, parts: []part{
		addressee, placeAndDate, labelsWith(petitionLabels), petitionOpening, facts, grounds, petitionClaims, notificationLines, signature}},
	{id: "habeas-corpus", types: liberty, labels: []labelWords{accionante}, titles: plainTitles, items: ordinalDot, parts: []part{
		placeAndDate, salutation, habeasReference, habeasOpening, facts, habeasGrounds, habeasClaims, oath, signature}},
	{id: "habeas-corpus-libre", types: liberty, labels: []labelWords{accionante}, titles: noTitles, items: paragraphs, parts: []part{
		salutation, habeasReference, habeasOpening, facts, habeasClaims, signature}},
	{id: "tabla-barras", labels: []labelWords{accionante, demandante}, titles: romanTitles, items: digitDot, parts: []part{
		placeAndDate, salutation, labelsWith(bars), presentation, facts, rights, claims, evidence, oath, notificationLines, signature}},
	{id: "dos-columnas", labels: []labelWords{accionante, tutelante}, titles: plainTitles, items: ordinalDot, parts: []part{
		salutation, esd, labelsWith(pairs), presentation, facts, grounds, claims, oath, notifications, signature}},
	{id: "versus", labels: []labelWords{accionante}, titles: digitTitles, items: ordinalColon, parts: []part{
		placeAndDate, salutation, esd, versus, presentation, facts, rights, claims, oath, annexes, notifications, signature}},
	{id: "entre-parentesis", labels: []labelWords{accionante}, titles: plainTitles, items: digitParen, parts: []part{
		salutation, roleAfterName, presentation, facts, rights, grounds, claims, oath, notificationLines, signature}},
	{id: "rotulos-completos", labels: []labelWords{accionante, demandante, peticionario}, titles: plainTitles, items: digitDot, parts: []part{
		placeAndDate, salutation, reference, labelsWith(fullRows), facts, rights, claims, evidence, oath, signature}},
	{id: "ficha", labels: []labelWords{accionante}, titles: digitTitles, items: paragraphs, parts: []part{
		salutation, reference, labelsWith(equals), presentation, facts, rights, claims, oath, notificationLines, signature}},
	{id: "memorial-libre", types: memorials, stamped: true, labels: []labelWords{accionante}, titles: plainTitles, items: digitDash, parts: []part{
		placeAndDate, salutation, caseLine, memorialLetter, facts, memorialClaims, notifications, signature}},
	{id: "memorial-ficha", types: memorials, stamped: true, labels: []labelWords{tutelante}, titles: colonTitles, items: digitDot, parts: []part{
		salutation, labelsWith(bars), memorialOpening, facts, memorialClaims, signature}},
	{id: "peticion-libre", types: requests, labels: []labelWords{solicitante}, titles: noTitles, items: digitDot, parts: []part{
		placeAndDate, addressee, petitionSubject, petitionLetter, facts, petitionClaims, notificationLines, signature}},
	{id: "habeas-corpus-rotulos", types: liberty, labels: []labelWords{accionante}, titles: plainTitles, items: digitDot, parts: []part{
		placeAndDate, salutation, labelsWith(libertyRows), habeasOpening, facts, habeasGrounds, habeasClaims, oath, signature}},
	{id: "corpus-ficha", types: liberty, labels: []labelWords{solicitante}, titles: digitTitles, items: digitParen, parts: []part{
		salutation, labelsWith(libertyRows), facts, habeasClaims, oath, notifications, signature}},
	{id: "sentencia-corta", types: rulings, stamped: true, labels: []labelWords{accionante}, titles: romanTitles, items: digitDot, parts: []part{
		rulingHeading, rulingLine, rulingOpening, facts, rulingClaims, decision}},
}
