package doctype

import (
	"slices"
	"strings"
	"sync"

	"github.com/cotejo/cotejo/core/text"
)

// The phrases and their weights. They were written down from what such papers
// must say by law or say by custom, and weighed against the tuning part of
// testkit/filings.

// phrases lists, by kind, weights of phrases that "|" parts: in a title, at the
// head, behind it.
var phrases = []struct {
	kind    string
	weights [zones]float64
	texts   string
}{
	{Tutela, [zones]float64{3, 1.5, .4}, "acción de tutela|acción constitucional de tutela"},
	{Tutela, [zones]float64{1, .6, .1}, "tutela"},
	{Tutela, [zones]float64{2.5, 2.5, .5}, "acción de amparo|interpongo tutela|pongo tutela|le pongo tutela|colocar tutela|poner una tutela"},
	{Tutela, [zones]float64{2, 2.5, 1}, "interpongo acción de tutela|instauro acción de tutela|presento acción de tutela|promuevo acción de tutela|formulo acción de tutela|" +
		"interponer acción de tutela|instaurar acción de tutela|presentar acción de tutela|promover acción de tutela|formular acción de tutela|interpongo la presente acción|instauro la presente acción"},
	{Tutela, [zones]float64{.6, .5, .2}, "accionante|tutelante|accionado|accionada|juez constitucional|jueces constitucionales|juez de tutela"},
	{Tutela, [zones]float64{.5, 1, .5}, "artículo 86|decreto 2591|amparo constitucional"},
	{Tutela, [zones]float64{.5, 1.2, 1.2}, "otra tutela|otra acción de tutela|no he interpuesto otra|no he presentado otra|otra acción por los mismos hechos|otra solicitud de amparo"},
	{Tutela, [zones]float64{.8, 1.2, 1.2}, "tutelar mis derechos|tutelar el derecho|tutelar los derechos|amparar mis derechos|amparar los derechos|se tutele|se tutelen|" +
		"se amparen|se ampare|me protejan|se me proteja|pedir el amparo|solicito el amparo|proteger mis derechos"},
	{Tutela, [zones]float64{.3, .4, .2}, "derechos fundamentales|medida provisional"},

	{HabeasCorpus, [zones]float64{5, 4.5, .6}, "hábeas corpus"},
	{HabeasCorpus, [zones]float64{2, 2.5, 1}, "ley 1095"},
	{HabeasCorpus, [zones]float64{.5, 1, .5}, "artículo 30|privado de la libertad|privada de la libertad|libertad inmediata|prolongación ilícita|prolongación ilegal|treinta y seis horas"},

	{HabeasData, [zones]float64{3, 1.6, .3}, "hábeas data"},
	{HabeasData, [zones]float64{2.5, 4, .5}, "ejercicio del hábeas data|reclamo de hábeas data|ejercicio del derecho de hábeas data|ejercicio del derecho fundamental de hábeas data"},
	{HabeasData, [zones]float64{1.5, 2.6, .6}, "ley 1266|leyes 1266|ley 1581|ley 2157"},
	{HabeasData, [zones]float64{1.5, .6, .2}, "reporte negativo|centrales de riesgo|titular de la información|titular de datos|datos personales|suprimir mis datos|dato negativo"},

	{DerechoPeticion, [zones]float64{3.5, .8, 0}, "derecho de petición"},
	{DerechoPeticion, [zones]float64{3, .3, 0}, "derecho fundamental de petición|petición de información|solicitud de información"},
	{DerechoPeticion, [zones]float64{2, 4, .5}, "ejercicio del derecho de petición|ejercicio del derecho fundamental de petición|uso del derecho de petición|uso del derecho fundamental de petición"},
	{DerechoPeticion, [zones]float64{1, 1.6, .6}, "ley 1755"},
	{DerechoPeticion, [zones]float64{.6, 1.1, .2}, "artículo 23|art 23|petición respetuosa|respetados señores|espero respuesta|me dirijo a ustedes|quince días hábiles|peticionario|peticionaria|de la manera más atenta"},

	{Demanda, [zones]float64{2.2, .8, 0}, "demanda"},
	{Demanda, [zones]float64{3, 2.5, .6}, "demanda ejecutiva|demanda ordinaria|demanda verbal|demanda de|proceso ejecutivo|proceso ordinario|proceso verbal|proceso declarativo|proceso monitorio|proceso de pertenencia|" +
		"medio de control|nulidad y restablecimiento|reparación directa|restitución de inmueble|responsabilidad civil|cuota alimentaria|unión marital de hecho|cesación de efectos civiles"},
	{Demanda, [zones]float64{2, 3, 1}, "presento demanda|instauro demanda|formulo demanda|interpongo demanda|promuevo demanda|promuevo proceso|despacho demanda|incoar demanda|libelo demandatorio|pretensiones de la demanda"},
	{Demanda, [zones]float64{1.5, 2, 1.2}, "mandamiento de pago|juramento estimatorio|acápite de cuantía|estimo la cuantía"},
	{Demanda, [zones]float64{.6, .8, .7}, "código general del proceso|c g p|cpaca|código procesal del trabajo|cuantía|condenar en costas|condene en costas|condénese en costas|se le condene|se condene|parte pasiva|parte actora|perjuicios materiales|lucro cesante|daño emergente|conciliación extrajudicial"},

	{Impugnacion, [zones]float64{4, 1.5, .3}, "impugnación"},
	{Impugnacion, [zones]float64{4, 5, 1}, "impugno"},
	{Impugnacion, [zones]float64{1.5, 3, .6}, "recurso de impugnación|impugnar el fallo|impugnar la sentencia|interpongo impugnación|presento impugnación"},
	{Impugnacion, [zones]float64{.6, 1, 1}, "fallo impugnado|sentencia impugnada|revocar el fallo|revocar la sentencia|revocar en su integridad|revoque|ad quem|a quo|segunda instancia"},

	{Desacato, [zones]float64{5, 4.5, .6}, "incidente de desacato|promuevo desacato|apertura de desacato"},
	{Desacato, [zones]float64{3, 2, .2}, "desacato"},
	{Desacato, [zones]float64{3, 2, .6}, "incumplimiento de sentencia|incumplimiento del fallo|incumplimiento de fallo|incumplimiento de la sentencia|no ha cumplido el fallo|no ha cumplido la sentencia|no cumplió el fallo|incumple la sentencia|incumple el fallo"},
	{Desacato, [zones]float64{.5, 1, .7}, "artículo 52|trámite incidental|arresto y multa|requerir al superior"},

	{Sentencia, [zones]float64{3.5, 3, 2}, "administrando justicia|procede el despacho|procede la sala|procede este despacho|decide la sala|resuelve la sala|decide el despacho|se decide en primera instancia|magistrado ponente|magistrada ponente|" +
		"magistrado sustanciador|magistrada sustanciadora|se dicta el fallo|m p"},
	{Sentencia, [zones]float64{2.5, 2.5, 2.2}, "en mérito de lo expuesto|notifíquese y cúmplase|cópiese notifíquese|consideraciones del despacho|consideraciones de la sala|corresponde a la sala|corresponde al despacho|si no fuere impugnada|remítase a la corte constitucional|remítase el expediente"},
	{Sentencia, [zones]float64{3, .2, 0}, "sentencia no|sentencia de tutela|fallo no|sentencia t|sentencia su|rama judicial|sala de decisión|sala plena|sala de casación"},
	{Sentencia, [zones]float64{1.5, .2, 0}, "fallo de tutela|república de colombia|sentencia"},

	{Other, [zones]float64{4, 1.5, 0}, "contestación|respuesta a la tutela|respuesta acción de tutela|contestación de la demanda"},
	{Other, [zones]float64{4, 4.5, .5}, "rendir el informe|rendir informe|rindo informe|rindo el informe|dar respuesta a la acción|dar respuesta a la tutela|descorro el traslado|contesto la tutela|contesto la demanda|dar contestación"},
	{Other, [zones]float64{1, 1.5, .5}, "frente a los hechos|a los hechos|falta de legitimación en la causa|auto admisorio|desvincular"},
	{Other, [zones]float64{4, 3, 0}, "poder especial|otorgamiento de poder|confiero poder|otorgo poder|factura de venta|factura electrónica|contrato de|historia clínica|epicrisis"},
	{Other, [zones]float64{3.5, 1.5, 0}, "certifica que|certificación|certificado|constancia|autorización|oficio no|fórmula médica|orden médica|declaración extrajuicio|registro civil|acta de conciliación|impulso procesal"},
	{Other, [zones]float64{1, 1, 0}, "autorizo a|comedidamente le informo|cláusulas|cordial saludo|expedición de copias|copias auténticas|renuncia al poder|sustituyo el poder"},
}

// phrase is one phrase, by the hashes of its words.
type phrase struct {
	text    string
	kind    int
	words   []uint64
	weights [zones]float64
}

type phraseTable struct {
	phrases []phrase
	ending  map[uint64][]int // phrases by their last word
	subject map[uint64]bool  // words with which a line begins that tells the subject
	longest int              // words
}

var table = sync.OnceValue(func() *phraseTable {
	t := &phraseTable{ending: map[uint64][]int{}, subject: map[uint64]bool{}}
	for _, hash := range text.AppendWords(nil, "ref referencia asunto proceso clase tipo") {
		t.subject[hash] = true
	}
	for _, row := range phrases {
		for one := range strings.SplitSeq(row.texts, "|") {
			p := phrase{text: one, kind: slices.Index(kinds, row.kind), words: text.AppendWords(nil, one), weights: row.weights}
			last := p.words[len(p.words)-1]
			t.ending[last] = append(t.ending[last], len(t.phrases))
			t.phrases = append(t.phrases, p)
			t.longest = max(t.longest, len(p.words))
		}
	}
	return t
})
