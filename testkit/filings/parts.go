package filings

// Parts of a tutela, in the order in which a reader meets them.

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner"
)

func placeAndDate(w *writer) {
	w.block(Body, []string{"{ciudad}, {fecha}", "{ciudad}, {fecha}.", "{ciudad} ({depto}), {fecha}"}[w.rng.IntN(3)])
}

// salutation addresses the court, the distribution desk, or no court in
// particular.
func salutation(w *writer) {
	desk := ""
	if !w.assigned() {
		desk = []string{" (REPARTO)", " (Reparto)", " - REPARTO", "\n(REPARTO)"}[w.rng.IntN(4)]
		if w.rng.IntN(4) == 0 {
			i, city := w.rng.IntN(4), w.kase.city.Short()
			name := []string{"Juez de Tutela", "Juez Constitucional de " + city, "Juez de la República", "Juzgado de " + city}[i]
			written := strings.NewReplacer("JUEZ DE LA", "JUECES DE LA", "JUZGADO", "JUZGADOS").Replace(strings.ToUpper(name))
			w.entity("juez_de_tutela", ner.Court, written, name)
			w.block(Bold, []string{"Señor\n", "Señor(a)\n", "Señores\n", "Honorables\n"}[i]+"{juez_de_tutela}"+desk+[]string{"", "", "", "\nOficina Judicial"}[i])
			return
		}
	}
	w.block(Bold, []string{"Señor\n", "Señor(a)\n", "Señores\n", "SEÑOR ", "Doctor(a)\n", "Honorable\n"}[w.rng.IntN(6)]+
		[]string{"{JUZGADO}", "{JUZGADO}", "{juzgado}"}[w.rng.IntN(3)]+desk)
}

func esd(w *writer) {
	w.block(Body, []string{"E. S. D.", "E.    S.    D.", "E.S.D.", "E. S. M.", "Ciudad"}[w.rng.IntN(5)])
}

func reference(w *writer) {
	tag := []string{"REF: ", "REF.: ", "Referencia: ", "ASUNTO: ", "Asunto: ", "REFERENCIA: "}[w.rng.IntN(6)]
	if w.rng.IntN(4) == 0 {
		w.block(Bold, tag+w.proceeding()+" de {DEMANDANTE} contra {DEMANDADOS}")
		return
	}
	w.block(Bold, tag+w.proceeding()+[]string{"", " - {asunto}", " por {asunto}"}[w.rng.IntN(3)])
}

// subjectLine names both sides in one sentence instead of a label block.
func subjectLine(w *writer) {
	w.block(Bold, []string{
		"Ref.: Acción de tutela instaurada por {DEMANDANTE} contra {DEMANDADOS}",
		"ASUNTO: ACCIÓN DE TUTELA PROMOVIDA POR {DEMANDANTE} EN CONTRA DE {DEMANDADOS}",
		"Referencia: Tutela de {demandante} vs. {demandados}"}[w.rng.IntN(3)])
}

// courtHeading opens a paper that already bears a court's name.
func courtHeading(w *writer) {
	w.block(Centred, "{JUZGADO}")
}

func presentation(w *writer) {
	key := map[capacity]string{inPerson: "presenta_propio", byAgent: "presenta_agente", byParent: "presenta_menor",
		byAttorney: "presenta_apoderado", together: "presenta_varios"}[w.kase.capacity]
	w.say(Body, key)
	if len(w.kase.linked) > 0 {
		w.say(Body, "vincula")
	}
}

// title writes the heading of a section, unless the layout has none.
func (w *writer) title(key string) {
	w.titles++
	if t := w.layout.titles(w.titles, w.wording.get(w.rng, key)); t != "" {
		w.block(Heading, t)
	}
}

func facts(w *writer) {
	w.title("t_hechos")
	var told []string
	for _, phrasings := range w.kase.matter.facts {
		told = append(told, pick(w.rng, phrasings))
	}
	for _, i := range w.kase.more {
		told = append(told, pick(w.rng, commonFacts.facts[i]))
	}
	told = append(told, w.kase.traps...)
	if w.shuffle {
		for i := 1; i+1 < len(told); i += 2 {
			told[i], told[i+1] = told[i+1], told[i]
		}
	}
	for i, t := range told {
		w.block(Body, w.layout.items(i+1)+t)
	}
}

func rights(w *writer) {
	w.title("t_derechos")
	w.say(Body, "derechos")
}

// grounds cites law and rulings, with their numbers, which are no numbers of
// this case.
func grounds(w *writer) {
	w.title("t_fundamentos")
	w.say(Body, "fundamentos")
	w.law(w.rng.IntN(6))
}

// law writes n different paragraphs of law.
func (w *writer) law(n int) {
	fit := groundsFor(w.kase.matter)
	for _, i := range w.rng.Perm(len(fit))[:min(n, len(fit))] {
		w.block(Body, fit[i])
	}
}

func standing(w *writer) {
	w.titles++
	if t := w.layout.titles(w.titles, pick(w.rng, []string{"PROCEDENCIA DE LA ACCIÓN", "LEGITIMACIÓN E INMEDIATEZ"})); t != "" {
		w.block(Heading, t)
	}
	w.block(Body, pick(w.rng, groundsTable["procedencia"]))
}

func claims(w *writer) {
	w.title("t_pretensiones")
	w.say(Body, "pretensiones")
	w.block(Body, w.layout.items(1)+w.wording.get(w.rng, "tutelar"))
	for i, phrasings := range w.kase.matter.claims {
		w.block(Body, w.layout.items(i+2)+pick(w.rng, phrasings))
	}
}

func provisional(w *writer) {
	if w.rng.IntN(3) == 0 {
		w.title("t_medida")
		w.say(Body, "medida")
	}
}

func evidence(w *writer) {
	w.title("t_pruebas")
	w.say(Body, "pruebas")
	bullet := []string{"- ", "• ", "* ", ""}[w.rng.IntN(4)]
	items := append([]string{"Copia de mi documento de identidad"}, w.kase.matter.annexes...)
	w.block(Body, bullet+strings.Join(items, "\n"+bullet))
}

func oath(w *writer) {
	w.title("t_juramento")
	w.say(Body, "juramento")
}

func annexes(w *writer) {
	w.title("t_anexos")
	w.say(Body, "anexos")
}

func notifications(w *writer) {
	w.title("t_notificaciones")
	w.say(Body, "notifica_propio")
	w.attorneyContact()
	if w.kase.capacity == inPerson && w.rng.IntN(6) == 0 {
		return // many give only their own
	}
	w.say(Body, "notifica_contra")
	for i := range w.kase.defendants[1:] {
		n := string(rune('2' + i))
		w.block(Body, "{dm"+n+"}, en {contacto_demandado"+n+"}.")
	}
}

// attorneyContact gives the lawyer's own addresses, which are not the
// plaintiff's.
func (w *writer) attorneyContact() {
	f := w.kase.filer
	if w.kase.capacity != byAttorney {
		return
	}
	text := "{f:El apoderado/La apoderada}: " + f.Address + ", " + f.Lives.Short()
	if f.Email != "" {
		text += ", correo " + f.Email
	}
	w.block(Body, text+".")
}

// notificationLines gives each side's data line by line.
func notificationLines(w *writer) {
	w.title("t_notificaciones")
	own := "{El_accionante}:\nDirección: {direccion}, " + w.kase.plaintiffs[0].Lives.Short()
	if w.kase.plaintiffs[0].Email != "" {
		own += "\n[Correo electrónico|E-mail|Correo]: {correo}"
	}
	w.block(Labels, own+"\n[Teléfono|Celular|Tel]: {telefono}")
	w.attorneyContact()
	for i, d := range w.kase.defendants {
		n := string(rune('1' + i))
		theirs := "[ACCIONADO|La accionada|Accionada]: {dm" + n + "}\nDirección: {direccion_demandado" + n + "}, {ciudad}"
		if d.Email != "" {
			theirs += "\nCorreo: " + d.Email
		}
		w.block(Labels, theirs)
	}
}

func signature(w *writer) {
	w.say(Body, "cierre")
	rule := []string{"", "__________________________\n", "_______________________________________\n", "Firma: ____________________\n"}[w.rng.IntN(4)]
	number := "{cedula_firma}"
	name := map[capacity]string{inPerson: "{DEMANDANTE}", together: "{P1}", byAgent: "{AGENTE}", byParent: "{AGENTE}", byAttorney: "{APODERADO}"}[w.kase.capacity]
	if w.kase.capacity == inPerson || w.kase.capacity == together {
		number = "{cedula1}"
	}
	if w.rng.IntN(3) == 0 {
		name = strings.ToLower(name)
	}
	kind := map[string]string{"CC": []string{"C.C. No. ", "C.C. ", "CC ", "C. C. N° ", "Cédula de ciudadanía No. "}[w.rng.IntN(5)], "CE": "C.E. No. ", "PPT": "PPT No. "}[w.kase.filer.Kind]
	text := rule + name + "\n" + kind + number + []string{"", " de {expedida_firma}", " expedida en {expedida_firma}"}[w.rng.IntN(3)]
	if w.kase.capacity == byAttorney {
		text += "\nT.P. [No. |]{tp} del C. S. de la J."
	}
	w.block(Signature, text)
	if w.kase.capacity == together {
		for i := range w.kase.plaintiffs[1:] {
			n := string(rune('2' + i))
			w.block(Signature, rule+"{P"+n+"}\n"+kind+"{cedula"+n+"}")
		}
	}
}

// formHeading, personalForm and defendantForm make up a form to fill in.
func formHeading(w *writer) {
	w.block(Centred, "FORMATO PARA PRESENTAR ACCIÓN DE TUTELA")
	salutation(w)
}

func webHeading(w *writer) {
	w.block(Heading, "RECEPCIÓN DE TUTELAS Y HÁBEAS CORPUS EN LÍNEA")
	w.block(Labels, "Fecha de registro: {fecha}\nDepartamento: {DEPTO}\nMunicipio: {CIUDAD}\nTipo de acción: TUTELA\nNúmero de confirmación: "+digits(w.rng, 7))
}

func personalForm(w *writer) {
	p := w.kase.plaintiffs[0]
	kind := map[string]string{"CC": "CÉDULA DE CIUDADANÍA", "CE": "CÉDULA DE EXTRANJERÍA", "PPT": "PPT", "TI": "TARJETA DE IDENTIDAD", "RC": "REGISTRO CIVIL"}[p.Kind]
	w.titles++
	w.block(Heading, w.layout.titles(w.titles, "DATOS DEL "+w.labels.plaintiff))
	text := "[Nombres y apellidos: {DEMANDANTE}|Apellidos y nombres: {DEMANDANTE_AL_REVES}]\nTipo de documento: " + kind + "   Número: {cedula1}\nDirección: {direccion}   Municipio: " + p.Lives.Short() + "\nTeléfono: {telefono}"
	if p.Email != "" {
		text += "   Correo electrónico: {correo}"
	}
	switch w.kase.capacity {
	case byAgent, byParent:
		text += "\nActúa por medio de agente oficioso: SÍ  X  NO __\nNombre del agente oficioso: {AGENTE}   C.C. {cedula_firma}"
	case byAttorney:
		text += "\nActúa por medio de apoderado: SÍ  X  NO __\nNombre del apoderado: {APODERADO}   C.C. {cedula_firma}   T.P. {tp}"
	case inPerson:
		text += "\nActúa en nombre propio: SÍ  X  NO __"
	}
	w.block(Labels, text)
}

func defendantForm(w *writer) {
	w.titles++
	w.block(Heading, w.layout.titles(w.titles, "DATOS DEL "+[]string{"ACCIONADO", "ACCIONADO(S)", "DEMANDADO"}[w.rng.IntN(3)]))
	var out []string
	for i, d := range w.kase.defendants {
		n := string(rune('1' + i))
		text := "Nombre o razón social: {DM" + n + "}\nDirección: {direccion_demandado" + n + "}"
		if _, ok := w.scope.slots["nit"+n]; ok {
			text += "   NIT: {nit" + n + "}"
		}
		if d.Email != "" {
			text += "\nCorreo electrónico: " + d.Email
		}
		out = append(out, text)
	}
	w.block(Labels, strings.Join(out, "\n"))
}

// mailHeading is the top of a printed e-mail.
func mailHeading(w *writer) {
	p := w.kase.filer
	from := p.Name()
	if p.Email != "" {
		from += " <" + p.Email + ">"
		if w.kase.capacity == inPerson {
			from = p.Name() + " <{correo}>"
		}
	}
	w.block(Labels, "De: "+strings.Replace(from, p.Name(), w.signerSlot(), 1)+"\nEnviado: {fecha}\nPara: Oficina de Reparto - {ciudad} <reparto"+
		plain(w.kase.city.Short())+"@cendoj.ramajudicial.gov.co>\nAsunto: [TUTELA|Acción de tutela|RADICACIÓN TUTELA] [{demandante}|{DEMANDANTE} VS {DEMANDADOS}]\nDatos adjuntos: tutela.pdf; anexos.pdf")
}

// signerSlot is the slot of the signer.
func (w *writer) signerSlot() string {
	switch w.kase.capacity {
	case byAgent, byParent:
		return "{agente}"
	case byAttorney:
		return "{apoderado}"
	}
	return "{p1}"
}
