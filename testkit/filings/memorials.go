package filings

// Parts of the papers that are no tutela: appeals, contempt, petitions,
// habeas corpus.

import (
	"github.com/cotejo/cotejo/core/document"
)

func memorialReference(w *writer) {
	w.block(Bold, "Ref.: "+w.proceeding()+". [Radicado|Radicación|Rad.] {radicado}. [Accionante|Tutelante]: {demandante}. Accionad{d:o/a}: {demandados}")
}

func memorialOpening(w *writer) {
	who := map[capacity]string{
		inPerson:   "{DEMANDANTE}, {identificado}, actuando en nombre propio",
		byAgent:    "{AGENTE}, {identificado_agente}, agente {f:oficioso/oficiosa} de {DEMANDANTE}, {identificado}",
		byParent:   "{AGENTE}, {identificado_agente}, representante de mi {parentesco} {DEMANDANTE}, {identificado}",
		byAttorney: "{APODERADO}, {identificado_apoderado}, {f:apoderado/apoderada} de {DEMANDANTE}, {identificado}",
		together:   "{demandantes_con_cedula}, accionantes",
	}[w.kase.capacity]
	if w.kase.matter.kind == document.Impugnacion {
		w.block(Body, who+", dentro del término legal [impugno|manifiesto que impugno] el fallo de tutela proferido dentro de la acción contra {demandados}, "+
			"por no compartir la decisión que negó el amparo de los derechos a {derechos}.")
		return
	}
	w.block(Body, who+", solicito que se abra incidente de desacato contra {demandados}, por cuanto [no ha cumplido|hasta la fecha incumple] la sentencia que amparó los derechos a {derechos} y ordenó resolver lo relativo a {asunto}.")
}

func memorialClaims(w *writer) {
	w.title("t_pretensiones")
	if w.kase.matter.kind == document.Impugnacion {
		w.block(Body, "[Solicito al superior|Pido al Juez de segunda instancia] revocar el fallo impugnado y, en su lugar, conceder la protección:")
	} else {
		w.block(Body, "[Solicito|Pido respetuosamente] sancionar a quien deba cumplir la orden, conforme a los artículos 27 y 52 del Decreto 2591 de 1991, y hacer cumplir lo siguiente:")
	}
	for i, phrasings := range w.kase.matter.claims {
		w.block(Body, w.layout.items(i+1)+pick(w.rng, phrasings))
	}
}

func addressee(w *writer) {
	w.block(Bold, "[Señores|Doctores|Señor(es)]\n{DEMANDADOS_LINEAS}\n[Ciudad|{ciudad}|E. S. M.]")
}

func petitionSubject(w *writer) {
	w.block(Bold, "[Asunto|Ref|REFERENCIA]: [DERECHO DE PETICIÓN|Derecho de petición - artículo 23 de la Constitución Política|Derecho de petición]. {Asunto}")
}

func petitionOpening(w *writer) {
	law := "[en ejercicio del derecho de petición consagrado en el artículo 23 de la Constitución Política y en la Ley 1755 de 2015|con fundamento en el artículo 23 de la Carta y la Ley 1755 de 2015]"
	if w.kase.matter.kind == document.HabeasData {
		law = "[en ejercicio del derecho fundamental de hábeas data, artículo 15 de la Constitución y Leyes 1266 de 2008, 1581 de 2012 y 2157 de 2021|con fundamento en la Ley 1266 de 2008 y en la Ley 2157 de 2021]"
	}
	w.block(Body, "[Yo, {demandante}|{DEMANDANTE}], {identificado}, [domiciliad{o/a} en {ciudad}|vecin{o/a} de {ciudad}], "+law+", me dirijo a ustedes con el fin de presentar la siguiente petición respetuosa.")
}

func petitionClaims(w *writer) {
	w.titles++
	if t := w.layout.titles(w.titles, pick(w.rng, []string{"PETICIÓN", "PETICIONES", "SOLICITUD"})); t != "" {
		w.block(Heading, t)
	}
	for i, phrasings := range w.kase.matter.claims {
		w.block(Body, w.layout.items(i+1)+pick(w.rng, phrasings))
	}
}

func habeasReference(w *writer) {
	w.block(Bold, "[REF|Asunto|REFERENCIA]: "+w.proceeding())
}

func habeasOpening(w *writer) {
	if w.kase.capacity == inPerson {
		w.block(Body, "{demandante}, {identificado}, actualmente privad{o/a} de la libertad, [invoco|presento] la acción constitucional de hábeas corpus prevista en el artículo 30 de la Constitución y en la Ley 1095 de 2006, contra {demandados}.")
		return
	}
	w.block(Body, "{agente}, {identificado_agente}, actuando en favor de mi {parentesco} {demandante}, {identificado}, quien se encuentra privad{o/a} de la libertad, presento acción de hábeas corpus (Ley 1095 de 2006) contra {demandados}.")
}

func habeasGrounds(w *writer) {
	w.title("t_fundamentos")
	w.block(Body, "[El artículo 30 de la Constitución|El artículo 1 de la Ley 1095 de 2006] protege a quien es privado de la libertad con violación de las garantías o cuya detención se prolonga ilegalmente, y ordena resolver dentro de las treinta y seis (36) horas siguientes.")
}

func habeasClaims(w *writer) {
	w.title("t_pretensiones")
	for i, phrasings := range w.kase.matter.claims {
		w.block(Body, w.layout.items(i+1)+pick(w.rng, phrasings))
	}
}
