package filings

// Shapes of headings, of numbered items and of label blocks.

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/document"
)

// titleShape writes the nth heading, from 1.
type titleShape func(n int, title string) string

var romans = [...]string{"", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV"}

func plainTitles(_ int, t string) string   { return t }
func colonTitles(_ int, t string) string   { return t + ":" }
func romanTitles(n int, t string) string   { return romans[n] + ". " + t }
func digitTitles(n int, t string) string   { return fmt.Sprintf("%d. %s", n, t) }
func letterTitles(n int, t string) string  { return fmt.Sprintf("%c) %s", 'A'+n-1, t) }
func chapterTitles(n int, t string) string { return "CAPÍTULO " + romans[n] + "\n" + t }
func noTitles(int, string) string          { return "" }
func lowerTitles(_ int, t string) string {
	r, n := utf8.DecodeRuneInString(t)
	return string(r) + strings.Map(unicode.ToLower, t[n:])
}

// itemShape writes the mark before the nth item, from 1.
type itemShape func(n int) string

var itemOrdinals = [...]string{"", "PRIMERO", "SEGUNDO", "TERCERO", "CUARTO", "QUINTO", "SEXTO", "SÉPTIMO", "OCTAVO", "NOVENO", "DÉCIMO", "UNDÉCIMO", "DUODÉCIMO",
	"DECIMOTERCERO", "DECIMOCUARTO", "DECIMOQUINTO", "DECIMOSEXTO", "DECIMOSÉPTIMO", "DECIMOCTAVO", "DECIMONOVENO", "VIGÉSIMO"}

func ordinalColon(n int) string { return itemOrdinals[n] + ": " }
func ordinalDot(n int) string   { return itemOrdinals[n] + ". " }
func digitDot(n int) string     { return fmt.Sprintf("%d. ", n) }
func digitDash(n int) string    { return fmt.Sprintf("%d.- ", n) }
func digitParen(n int) string   { return fmt.Sprintf("%d) ", n) }
func digitDegree(n int) string  { return fmt.Sprintf("%dº. ", n) }
func paragraphs(int) string     { return "" }

// labelWords are the words of a label block: one plaintiff or several, one
// defendant or several.
type labelWords struct {
	plaintiff, plaintiffs, defendant, defendants string
}

var (
	accionante   = labelWords{"ACCIONANTE", "ACCIONANTES", "ACCIONAD{d:O/A}", "ACCIONADOS"}
	accionanteDe = labelWords{"PARTE ACCIONANTE", "PARTE ACCIONANTE", "PARTE ACCIONADA", "PARTE ACCIONADA"}
	demandante   = labelWords{"DEMANDANTE", "DEMANDANTES", "DEMANDADO", "DEMANDADOS"}
	tutelante    = labelWords{"TUTELANTE", "TUTELANTES", "TUTELAD{d:O/A}", "TUTELADOS"}
	actor        = labelWords{"Actor", "Actores", "Demandado", "Demandados"}
	peticionario = labelWords{"PETICIONARI{O/A}", "PETICIONARIOS", "ENTIDAD ACCIONADA", "ENTIDADES ACCIONADAS"}
	solicitante  = labelWords{"SOLICITANTE", "SOLICITANTES", "ENTIDAD O PERSONA CONTRA LA QUE SE DIRIGE", "ENTIDADES O PERSONAS CONTRA LAS QUE SE DIRIGE"}
	afectado     = labelWords{"AFECTAD{O/A}", "AFECTADOS", "ACCIONADO(A)", "ACCIONADOS(AS)"}
)

// row is a line of a label block; both are templates.
type row struct{ label, text string }

// labelShape writes the rows of a label block as one template.
type labelShape func(*writer, []row) string

func colons(_ *writer, rows []row) string {
	return join(rows, func(r row) string { return r.label + ": " + r.text })
}

func dashes(_ *writer, rows []row) string {
	return join(rows, func(r row) string { return r.label + " - " + r.text })
}

// broken puts the value on the line after its label.
func broken(_ *writer, rows []row) string {
	return join(rows, func(r row) string { return r.label + ":\n" + r.text })
}

// columns aligns the values with spaces; some labels lose their colon.
func columns(w *writer, rows []row) string {
	mark := []string{":", "", ":"}[w.rng.IntN(3)]
	return join(rows, func(r row) string {
		label := w.plainLabel(r.label) + mark
		return label + strings.Repeat(" ", max(2, 22-utf8.RuneCountInString(label))) + r.text
	})
}

// runOn writes all in one line.
func runOn(_ *writer, rows []row) string {
	return strings.ReplaceAll(join(rows, func(r row) string { return r.label + ": " + r.text + "." }), "\n", " ")
}

// splitColumns has all labels first and all values after them, as readers of
// PDF see a table.
func splitColumns(_ *writer, rows []row) string {
	return join(rows, func(r row) string { return r.label + ":" }) + "\n" + join(rows, func(r row) string { return r.text })
}

func petitionLabels(w *writer, rows []row) string { return colons(w, rows) }

// idRows are label rows with the plaintiff's number on a line of its own and
// the other data of a heading in between.
func idRows(w *writer, rows []row) string {
	at := slices.IndexFunc(rows, func(r row) bool { return strings.EqualFold(r.text, "{demandante}") })
	if at >= 0 && w.kase.capacity == inPerson {
		rows = slices.Insert(rows, at+1, row{[]string{"C.C. No.", "CÉDULA", "IDENTIFICACIÓN", "Documento"}[w.rng.IntN(4)], "{cedula1}"})
	}
	return colons(w, rows)
}

// sentenceCase writes a label in small letters after its first; the names of
// slots do not mind.
func sentenceCase(label string) string {
	r, n := utf8.DecodeRuneInString(label)
	if r == '[' {
		return label
	}
	return string(r) + strings.ToLower(label[n:])
}

func join(rows []row, line func(row) string) string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = line(r)
	}
	return strings.Join(out, "\n")
}

// plainLabel resolves the gender marks of a label.
func (w *writer) plainLabel(label string) string {
	c := composer{scope: w.scope, rng: w.rng}
	c.expand(label)
	return c.text.String()
}

// labelsWith returns the part that writes a label block in a shape.
func labelsWith(shape labelShape) part {
	return func(w *writer) { w.block(Labels, shape(w, w.labelRows())) }
}

func (w *writer) labelRows() []row {
	c, words := w.kase, w.labels
	var rows []row
	if words == actor || w.isMemorial() {
		rows = append(rows, row{"Referencia", w.proceeding()})
	}
	if w.layout.stamped {
		rows = append(rows, row{"[Radicación número|RADICADO|RADICACIÓN|Rad.|RADICADO No.]", "{radicado}"})
	}
	name := []string{"{DEMANDANTE}", "{DEMANDANTE}", "{demandante}"}[w.rng.IntN(3)]
	withID := w.rng.IntN(4) == 0
	plaintiff := words.plaintiff
	if len(c.plaintiffs) > 1 {
		plaintiff = words.plaintiffs
	} else if withID && !w.idAtFoot && c.plaintiffs[0].Kind == "CC" {
		name += []string{" C.C. {cedula}", ", C.C. No. {cedula}", " - CC {cedula}", " (C.C. {cedula})"}[w.rng.IntN(4)]
	}
	rows = append(rows, row{plaintiff, name})
	switch c.capacity {
	case byAgent, byParent:
		label := []string{"AGENTE OFICIOS{f:O/A}", plaintiff + " - AGENTE OFICIOS{f:O/A}", "REPRESENTANTE"}[w.rng.IntN(3)]
		rows = append(rows, row{label, "{AGENTE}"})
	case byAttorney:
		rows = append(rows, row{"APODERAD{f:O/A}", "{APODERADO}"})
	}
	defendant := words.defendant
	joined := "{DM1}"
	if len(c.defendants) > 1 {
		defendant = words.defendants
		joined = []string{"{DEMANDADOS}", "{DEMANDADOS_COMA}", "{DEMANDADOS_PUNTO_Y_COMA}", "{demandados}", "{DEMANDADOS_LINEAS}"}[w.rng.IntN(5)]
	} else if w.rng.IntN(8) == 0 {
		joined = []string{"{DM1}, Representante legal o quien haga sus veces", "Representante legal de {DM1} o quien haga sus veces", "{DM1} - REPRESENTANTE LEGAL"}[w.rng.IntN(3)]
	}
	rows = append(rows, row{defendant, joined})
	if len(c.linked) > 0 {
		rows = append(rows, row{"VINCULAD[O|A|O(A)]", "{VINCULADOS}"})
	}
	if c.matter.kind == document.Tutela && w.rng.IntN(2) == 0 {
		rows = append(rows, row{"[DERECHOS|DERECHOS VULNERADOS|DERECHOS INVOCADOS]", "{derechos}"})
	}
	if w.rng.IntN(3) == 0 {
		for i, r := range rows {
			rows[i].label = sentenceCase(r.label)
		}
	}
	return rows
}

// proceeding names the kind of paper as a reference line does.
func (w *writer) proceeding() string {
	switch w.kase.matter.kind {
	case document.Impugnacion:
		return "[IMPUGNACIÓN FALLO DE TUTELA|IMPUGNACIÓN DE TUTELA]"
	case document.Desacato:
		return "[INCIDENTE DE DESACATO|SOLICITUD DE APERTURA DE INCIDENTE DE DESACATO]"
	case document.HabeasCorpus:
		return "[HABEAS CORPUS|ACCIÓN DE HÁBEAS CORPUS]"
	case document.DerechoPeticion, document.HabeasData:
		return "DERECHO DE PETICIÓN"
	}
	return "[ACCIÓN DE TUTELA|Acción de tutela|ACCIÓN DE TUTELA - Art. 86 C.P.]"
}
