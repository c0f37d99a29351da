package filings

// Parts of a ruling: the court speaks, of the plaintiff in the third person.

import "fmt"

func rulingHeading(w *writer) {
	w.block(Centred, "[REPÚBLICA DE COLOMBIA\nRAMA JUDICIAL DEL PODER PÚBLICO\n|RAMA JUDICIAL\n|]{JUZGADO}")
	w.block(Body, "{ciudad}, {fecha}")
	w.block(Bold, fmt.Sprintf("[Sentencia de tutela No. %03d|SENTENCIA No. T-%03d|Fallo de tutela %d]", 1+w.rng.IntN(300), 1+w.rng.IntN(300), 1+w.rng.IntN(300)))
}

// reviewHeading opens a ruling of the high court that reviews tutelas, whose
// file numbers are no radicados.
func reviewHeading(w *writer) {
	w.block(Centred, fmt.Sprintf("Sentencia T-%03d de %d", 1+w.rng.IntN(500), w.kase.filed.Year()))
	w.block(Labels, fmt.Sprintf("Referencia: Expediente T-%s\n[Acción de tutela instaurada|Acción de tutela promovida|Tutela presentada] por {demandante} contra {demandados}\nMagistrad[o|a] sustanciador[|a]: %s",
		dotted(fmt.Sprint(6_000_000+w.rng.IntN(4_000_000))), newPersonAged(w.rng, w.kase.city, 55).Name()))
	w.block(Body, "Bogotá, D. C., {fecha}")
}

func rulingOpening(w *writer) {
	w.block(Body, "[Procede el Despacho a resolver|Se decide en primera instancia|Decide la Sala] la acción de tutela [instaurada|promovida|formulada] por {demandante}"+
		map[capacity]string{byAgent: ", por conducto de {agente}, agente {f:oficioso/oficiosa},", byParent: ", representad{o/a} por {agente},", byAttorney: ", por medio de {f:apoderado/apoderada} judicial, {apoderado},"}[w.kase.capacity]+
		" en contra de {demandados}, por la presunta vulneración de los derechos fundamentales a {derechos}.")
}

func rulingClaims(w *writer) {
	w.block(Heading, "LA PRETENSIÓN")
	w.block(Body, "Con base en lo anterior se solicitó lo siguiente:")
	for _, phrasings := range w.kase.matter.claims {
		w.block(Body, "- "+pick(w.rng, phrasings))
	}
	w.block(Heading, "[RESPUESTA DE LA ACCIONADA|TRÁMITE Y CONTESTACIÓN]")
	w.block(Body, "{dm1} [guardó silencio|se opuso al amparo por considerar que no ha vulnerado derecho alguno|pidió declarar la carencia actual de objeto].")
	if len(w.kase.linked) > 0 {
		w.block(Body, "Se vinculó a {vinculados}, que alegó falta de legitimación.")
	}
}

func rulingGrounds(w *writer) {
	w.block(Heading, "CONSIDERACIONES")
	w.law(2 + w.rng.IntN(5))
}

func decision(w *writer) {
	w.block(Heading, "RESUELVE")
	w.block(Body, "PRIMERO: [TUTELAR|AMPARAR|NEGAR] los derechos fundamentales a {derechos} de {demandante}.")
	w.block(Body, "SEGUNDO: [ORDENAR|Ordenar] a {dm1} cumplir lo dispuesto dentro de las cuarenta y ocho (48) horas siguientes a la notificación.")
	w.block(Body, "TERCERO: Si no fuere impugnada, remítase a la Corte Constitucional para su eventual revisión.")
	w.block(Centred, "NOTIFÍQUESE Y CÚMPLASE")
	w.block(Signature, newPersonAged(w.rng, w.kase.city, 50).Name()+"\nJuez")
}

// newSheet begins a page: the record of the distribution desk is a paper of its
// own in front of the tutela.
func newSheet(w *writer) { w.pageBreak() }

// stamp is the record of the distribution desk on a tutela that was already
// given to a court.
func stamp(w *writer) {
	w.block(Labels, "[OFICINA JUDICIAL - REPARTO|ACTA INDIVIDUAL DE REPARTO|CENTRO DE SERVICIOS JUDICIALES]\nFecha: {fecha}   Secuencia: "+digits(w.rng, 5)+
		"\n[RADICADO|RADICACIÓN No.|Número de radicación]: {radicado}\n[Despacho|Asignado a|Reparto]: {JUZGADO}")
}
