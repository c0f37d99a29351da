package filings

// More ways to name both sides at the head of a paper.

import (
	"strings"
	"unicode/utf8"
)

// bars writes a table whose rules were read as bars.
func bars(w *writer, rows []row) string {
	edge := []string{"", "| "}[w.rng.IntN(2)]
	return join(rows, func(r row) string { return edge + w.plainLabel(r.label) + " | " + r.text })
}

// equals parts label and value by a sign of its own.
func equals(w *writer, rows []row) string {
	mark := []string{" = ", " -> ", " – ", ": "}[w.rng.IntN(4)]
	return join(rows, func(r row) string { return w.plainLabel(r.label) + mark + r.text })
}

// pairs puts two rows into a line, side by side.
func pairs(w *writer, rows []row) string {
	var out []string
	for i := 0; i < len(rows); i += 2 {
		line := w.plainLabel(rows[i].label) + ": " + rows[i].text
		if i+1 < len(rows) {
			line += strings.Repeat(" ", 4+w.rng.IntN(8)) + w.plainLabel(rows[i+1].label) + ": " + rows[i+1].text
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// fullRows are label rows with everything that is said of either side, so that
// the paper needs no presentation.
func fullRows(w *writer, rows []row) string {
	var out []row
	for _, r := range rows {
		out = append(out, r)
		switch {
		case strings.EqualFold(r.text, "{demandante}") && len(w.kase.plaintiffs) == 1:
			if !w.idAtFoot {
				out = append(out, row{[]string{"IDENTIFICACIÓN", "C.C.", "CÉDULA DE CIUDADANÍA"}[w.rng.IntN(3)], "{cedula1}"})
			}
			out = append(out, row{"DIRECCIÓN", "{direccion}"})
			if w.kase.plaintiffs[0].Email != "" {
				out = append(out, row{"CORREO ELECTRÓNICO", "{correo}"})
			}
		case strings.HasPrefix(r.text, "{DM1}"):
			out = append(out, row{"DIRECCIÓN", "{direccion_demandado1}"})
			if _, ok := w.scope.slots["nit1"]; ok {
				out = append(out, row{"NIT", "{nit1}"})
			}
		}
	}
	width := 0
	for i := range out {
		out[i].label = w.plainLabel(out[i].label)
		width = max(width, utf8.RuneCountInString(out[i].label))
	}
	return join(out, func(r row) string {
		return r.label + strings.Repeat(" ", width-utf8.RuneCountInString(r.label)+1) + ": " + r.text
	})
}

// versus names both sides in lines of their own.
func versus(w *writer) {
	w.block(Bold, "{DEMANDANTE}\n[VS.|CONTRA|Vs|contra]\n{DEMANDADOS}")
}

// roleAfterName says after each name what its bearer is.
func roleAfterName(w *writer) {
	filer := map[capacity]string{byAgent: "\n{AGENTE} ([agente {f:oficioso/oficiosa}|Agente {f:Oficioso/Oficiosa}])", byParent: "\n{AGENTE} (representante)",
		byAttorney: "\n{APODERADO} ([apoderad{f:o/a}|Apoderad{f:o/a} judicial])"}[w.kase.capacity]
	w.block(Labels, "[Asunto|Ref.]: "+w.proceeding()+"\n{DEMANDANTE} ([accionante|Accionante|parte accionante])"+filer+"\ncontra\n{DEMANDADOS} ([accionad{d:o/a}|Accionad{d:o/a}|parte accionada])")
}

// caseLine tells in one line which case a memorial belongs to.
func caseLine(w *writer) {
	w.block(Bold, "[Proceso|Asunto|Ref]: [tutela|acción de tutela] de {demandante} contra {demandados}. [Rad.|Radicación|No.] {radicado}")
}

// memorialLetter opens an appeal or a complaint of contempt in other words
// than memorialOpening.
func memorialLetter(w *writer) {
	who := map[capacity]string{
		inPerson:   "{DEMANDANTE}, accionante dentro del asunto de la referencia, {identificado}",
		byAgent:    "Yo, {AGENTE}, {identificado_agente}, en mi calidad ya reconocida de agente {f:oficioso/oficiosa} de {DEMANDANTE}, {identificado}",
		byParent:   "{AGENTE}, {identificado_agente}, en representación de mi {parentesco} {DEMANDANTE}, {identificado}",
		byAttorney: "{APODERADO}, {identificado_apoderado}, actuando como {f:apoderado/apoderada} de {DEMANDANTE}, {identificado}",
		together:   "Nosotros, {demandantes_con_cedula}, accionantes dentro del asunto de la referencia",
	}[w.kase.capacity]
	if w.isAppeal() {
		w.block(Body, who+", [presento impugnación contra|interpongo recurso de impugnación contra] la sentencia de primera instancia, notificada el {fecha}, que negó los derechos a {derechos} frente a {demandados}.")
		return
	}
	w.block(Body, who+", [acudo para informar que|manifiesto que] {demandados} no [ha cumplido|ha acatado] el fallo que protegió los derechos a {derechos}, por lo cual [promuevo|solicito dar inicio al] incidente de desacato.")
}

// petitionLetter opens a petition in other words than petitionOpening.
func petitionLetter(w *writer) {
	w.block(Body, "[Cordial saludo:|Respetados señores:|Reciban un cordial saludo.] [Mi nombre es {demandante}|Quien suscribe, {demandante}|Yo {DEMANDANTE}], {identificado}, "+
		"[usuari{o/a} de la entidad|ciudadan{o/a} en ejercicio|vecin{o/a} de {ciudad}], [elevo|formulo|presento] derecho de petición [para que se me responda de fondo|en interés particular], con base en lo siguiente:")
}

// libertyRows are the labels of a claim of habeas corpus.
func libertyRows(w *writer, rows []row) string {
	out := []row{{"Asunto", w.proceeding()}, {[]string{"PRIVAD{O/A} DE LA LIBERTAD", "DETENID{O/A}", "A FAVOR DE"}[w.rng.IntN(3)], "{DEMANDANTE}, {documento}"}}
	if w.kase.capacity != inPerson {
		out = append(out, row{[]string{"SOLICITANTE", "Quien solicita", "AGENTE OFICIOS{f:O/A}"}[w.rng.IntN(3)], "{AGENTE}"})
	}
	return colons(w, append(out, row{[]string{"AUTORIDAD ACCIONADA", "ACCIONAD{d:O/A}", "CONTRA"}[w.rng.IntN(3)], "{DEMANDADOS}"}))
}

// rulingLine names the case of a ruling in a line.
func rulingLine(w *writer) {
	w.block(Bold, "[Acción de tutela|ACCIÓN DE TUTELA] No. {radicado}\n[{demandante} contra {demandados}|Promovida por {demandante} contra {demandados}|De {DEMANDANTE} en contra de {DEMANDADOS}]")
}
