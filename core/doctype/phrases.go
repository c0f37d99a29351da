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

// row is the weights of phrases that "|" separates: in a title or subject, elsewhere at the head, after the head.
type row struct {
	kind    string
	weights [zones]float64
	texts   string
}

// first returns the first phrase of a row.
func (r row) first() string {
	first, _, _ := strings.Cut(r.texts, "|")
	return first
}

// allRows are the phrases of kinds and of steps.
func allRows() []row { return slices.Concat(phrases, stepPhrases) }

// phrases lists the phrases by kind.
var phrases = []row{
	{Tutela, [zones]float64{3, 1.5, .4}, "acción de tutela|acción constitucional de tutela|solicitud de tutela|demanda de tutela|petición de tutela"},
	{Tutela, [zones]float64{1, .6, .1}, "tutela"},
	{Tutela, [zones]float64{4, 4, .5}, "tutela en línea"},
	{
		Tutela,
		[zones]float64{2.5, 2.5, .5},
		"acción de amparo|interpongo tutela|instauro tutela|presento tutela|pongo tutela|coloco tutela|formulo tutela|pido tutela|solicito tutela|le pongo tutela|" +
			"colocar tutela|colocar una tutela|poner una tutela|poner tutela|entutelo|entutelar",
	},
	{Tutela, [zones]float64{1, 1.2, .4}, "esta tutela|la presente tutela|mi tutela|la presente acción|por vía de tutela|vía de tutela"},
	{
		Tutela,
		[zones]float64{2, 2.5, 1},
		"interpongo acción de tutela|instauro acción de tutela|presento acción de tutela|promuevo acción de tutela|formulo acción de tutela|" +
			"interponer acción de tutela|instaurar acción de tutela|presentar acción de tutela|promover acción de tutela|formular acción de tutela|interponemos acción de tutela|instauramos acción de tutela|presentamos acción de tutela|promovemos acción de tutela|formulamos acción de tutela|" +
			"interpongo esta acción|presento esta acción|promuevo esta acción|interpongo la presente acción|instauro la presente acción|presento la presente acción",
	},
	{Tutela, [zones]float64{.6, .5, .2}, "accionante|tutelante|accionado|accionada|juez constitucional|jueces constitucionales|juez de tutela"},
	{Tutela, [zones]float64{.5, 1, .5}, "artículo 86|decreto 2591|amparo constitucional"},
	{
		Tutela,
		[zones]float64{.5, 1.2, 1.2},
		"otra tutela|otra acción de tutela|otra acción|no he interpuesto|no he presentado|no he promovido|no he instaurado|por los mismos hechos|otra solicitud de amparo|otra igual",
	},
	{
		Tutela,
		[zones]float64{.8, 1.2, 1.2},
		"tutelar mis derechos|tutelar el derecho|tutelar mi derecho|tutelar los derechos|amparar mis derechos|amparar mi derecho|amparar los derechos|amparar el derecho|se tutele|se tutelen|tutele mi|" +
			"se amparen|se ampare|me ampare|me amparen|me tutelen|se me tutele|se me ampare|me protejan|me proteja|se proteja|se protejan|pedir el amparo|pido el amparo|solicito el amparo|reclamo el amparo|reclamo la protección|pido la protección|" +
			"solicito la protección|proteger mis derechos|proteger mi derecho|protección de mis derechos|protección de mi derecho|protección de los derechos|protección inmediata",
	},
	{
		Tutela,
		[zones]float64{.3, .5, .3},
		"derechos fundamentales|derecho fundamental|medida provisional|vulneran|vulnera|vulneró|vulnerado|vulnerados|vulnerando|vulneración|violando|violaron|viola mi|violan mi",
	},
	{
		Tutela,
		[zones]float64{.2, .3, .2},
		"derecho a la salud|derecho a la vida|mínimo vital|vida digna|dignidad humana|debido proceso|seguridad social|derecho a la educación|derecho a la igualdad|habeas data|derecho de petición",
	},
	{
		Tutela,
		[zones]float64{.5, 1, .6},
		"perjuicio irremediable|mecanismo transitorio|medio de defensa|gravedad del juramento|gravedad de juramento|juro que|bajo juramento|cuarenta y ocho horas|48 horas",
	},

	{
		Tutela,
		[zones]float64{.5, 1.5, 1},
		"proteger hábeas data|proteger el hábeas data|ampare el hábeas data|amparar el hábeas data|tutelar el hábeas data|tutelar mi derecho al hábeas data|derecho fundamental al hábeas data|derecho fundamental de hábeas data|" +
			"derechos al hábeas data|derechos a hábeas data|derechos de hábeas data|vulnera el hábeas data|vulneró el hábeas data|recurso de hábeas corpus",
	},

	{HabeasCorpus, [zones]float64{6, 3.5, 1}, "hábeas corpus"},
	{
		HabeasCorpus,
		[zones]float64{-3, -4, -2},
		"puse hábeas corpus|puse un hábeas corpus|interpuse hábeas corpus|interpuse un hábeas corpus|presenté un hábeas corpus|pedí hábeas corpus|pedí un hábeas corpus|solicité un hábeas corpus|" +
			"negaron el hábeas corpus|negó el hábeas corpus|negado el hábeas corpus|hábeas corpus fue negado|hábeas corpus negado|no procede el hábeas corpus|no procede hábeas corpus|no es un hábeas corpus|no es hábeas corpus|" +
			"improcedente el hábeas corpus|recurso de hábeas corpus|respuesta al hábeas corpus|hábeas corpus anterior",
	},
	{
		HabeasCorpus,
		[zones]float64{2.5, 3, .5},
		"acción de hábeas corpus|acción constitucional de hábeas corpus|solicitud de hábeas corpus|petición de hábeas corpus|invoco el hábeas corpus|invoco hábeas corpus|interpongo hábeas corpus|" +
			"presento hábeas corpus|solicito hábeas corpus|pido hábeas corpus|hábeas corpus del artículo 30",
	},
	{HabeasCorpus, [zones]float64{1.8, 1.8, .6}, "corpus"},
	{HabeasCorpus, [zones]float64{2, 2.5, 1}, "ley 1095"},
	{
		HabeasCorpus,
		[zones]float64{.5, 1, .5},
		"libertad inmediata|excarcelación|prolongación ilícita|prolongación ilegal|captura ilegal|ilegalmente privado|treinta y seis horas",
	},
	{HabeasCorpus, [zones]float64{.3, .5, .2}, "artículo 30|privado de la libertad|privada de la libertad|boleta de libertad"},

	{HabeasData, [zones]float64{3, 1.6, .3}, "hábeas data"},
	{
		HabeasData,
		[zones]float64{2.5, 4, .5},
		"ejercicio del hábeas data|reclamo de hábeas data|ejercicio del derecho de hábeas data|ejercicio del derecho fundamental de hábeas data|derecho de hábeas data",
	},
	{HabeasData, [zones]float64{2.5, 3.5, 1.5}, "ley 1266|leyes 1266|ley 1581|ley 2157"},
	{
		HabeasData,
		[zones]float64{2.6, 2.4, .8},
		"reporte negativo|centrales de riesgo|central de riesgo|dato negativo|historia de crédito|historia crediticia|historial crediticio|datacrédito|transunión|comunicación previa|" +
			"eliminar el reporte|retirar el dato|eliminar el dato|titular de la información|titular de datos|titular de los datos|suprimir mis datos|supresión de mis datos|rectificar mis datos|bases de datos|retirar el reporte|sin aviso previo|reporte ante",
	},
	{HabeasData, [zones]float64{1.5, .8, .3}, "datos personales|mis datos|tratamiento de datos"},

	{DerechoPeticion, [zones]float64{3.5, 1.2, 0}, "derecho de petición"},
	{
		DerechoPeticion,
		[zones]float64{3, .6, 0},
		"derecho fundamental de petición|petición de información|solicitud de información|solicitud respetuosa|petición en interés particular|petición en interés general",
	},
	{
		DerechoPeticion,
		[zones]float64{2, 3.5, .5},
		"ejercicio del derecho de petición|ejercicio del derecho fundamental de petición|uso del derecho de petición|uso del derecho fundamental de petición|" +
			"elevo derecho de petición|presento derecho de petición|formulo derecho de petición|interpongo derecho de petición|elevo petición|elevo la siguiente petición|presento petición|la siguiente petición",
	},
	{DerechoPeticion, [zones]float64{1, 1.6, .6}, "ley 1755"},
	{
		DerechoPeticion,
		[zones]float64{.6, 1.1, .2},
		"artículo 23|art 23|petición respetuosa|respetados señores|espero respuesta|espero su respuesta|quedo atento|quedo atenta|se me responda|me dirijo a ustedes|quince días hábiles|quince días|" +
			"peticionario|peticionaria|de la manera más atenta|respuesta de fondo|me informen|se me informe",
	},

	{Demanda, [zones]float64{2.2, .8, 0}, "demanda"},
	{
		Demanda,
		[zones]float64{3, 2.5, .6},
		"demanda ejecutiva|demanda ordinaria|demanda verbal|demanda de alimentos|demanda de responsabilidad|demanda de fijación|demanda de divorcio|demanda de pertenencia|demanda de nulidad|" +
			"demanda de restitución|demanda de sucesión|demanda laboral|demanda declarativa|proceso ejecutivo|proceso ordinario|proceso verbal|proceso declarativo|proceso monitorio|proceso de pertenencia|" +
			"medio de control|nulidad y restablecimiento|reparación directa|restitución de inmueble|responsabilidad civil|cuota alimentaria|unión marital de hecho|cesación de efectos civiles",
	},
	{
		Demanda,
		[zones]float64{2, 3, 1},
		"presento demanda|instauro demanda|formulo demanda|interpongo demanda|promuevo demanda|promuevo proceso|despacho demanda|incoar demanda|libelo demandatorio|pretensiones de la demanda",
	},
	{Demanda, [zones]float64{1.5, 2, 1.2}, "mandamiento de pago|juramento estimatorio|acápite de cuantía|estimo la cuantía"},
	{
		Demanda,
		[zones]float64{.6, .8, .7},
		"código general del proceso|c g p|cpaca|código procesal del trabajo|cuantía|condenar en costas|condene en costas|condénese en costas|se le condene|se condene|parte pasiva|parte actora|perjuicios materiales|lucro cesante|daño emergente|conciliación extrajudicial",
	},

	{Impugnacion, [zones]float64{4, 1.5, .3}, "impugnación"},
	{Impugnacion, [zones]float64{4, 5, 1}, "impugno"},
	{Impugnacion, [zones]float64{1.5, 3, .6}, "recurso de impugnación|impugnar el fallo|impugnar la sentencia|interpongo impugnación|presento impugnación"},
	{
		Impugnacion,
		[zones]float64{2, 3, .6},
		"la presente impugnación|impugnación contra la providencia|impugnación contra el fallo|impugnación contra la sentencia|impugnación al fallo|impugnación del fallo",
	},
	{
		Impugnacion,
		[zones]float64{.6, 1, 1},
		"fallo impugnado|sentencia impugnada|revocar el fallo|revocar la sentencia|revocar en su integridad|revoque|ad quem|a quo|segunda instancia",
	},

	{Desacato, [zones]float64{5, 4.5, .6}, "incidente de desacato|promuevo desacato|apertura de desacato"},
	{Desacato, [zones]float64{4, 2.5, .2}, "desacato"},
	{Desacato, [zones]float64{1, 1, 0}, "incidente"},
	{
		Desacato,
		[zones]float64{3, 2, .6},
		"incumplimiento de sentencia|incumplimiento del fallo|incumplimiento de fallo|incumplimiento de la sentencia|no ha cumplido el fallo|no ha cumplido la sentencia|no cumplió el fallo|incumple la sentencia|incumple el fallo|" +
			"no ha dado cumplimiento al fallo|no ha acatado",
	},
	{Desacato, [zones]float64{.5, 1, .7}, "artículo 52|trámite incidental|arresto y multa|requerir al superior"},

	{
		Sentencia,
		[zones]float64{3.5, 3, 2},
		"administrando justicia|procede el despacho|procede la sala|procede este despacho|decide la sala|resuelve la sala|decide el despacho|se decide en primera instancia|magistrado ponente|magistrada ponente|" +
			"magistrado sustanciador|magistrada sustanciadora|se dicta el fallo|m p|consejero ponente|consejera ponente|procede el juzgado|procede el tribunal|decide el tribunal|decide el juzgado|procede la corte|decide la corte|" +
			"se profiere el fallo|se profiere fallo|se profiere sentencia|se profiere la sentencia|se pronuncia la sala|se pronuncia la corte|se pronuncia el despacho|la sala se pronuncia|resuelve la corte|la sala resuelve|se decide la tutela|se resuelve la tutela|dictar sentencia|proferir fallo|proferir el fallo|proferir sentencia|" +
			"la sala decide|se decide la impugnación|se resuelve la impugnación|decide la impugnación|ha proferido la siguiente|profiere la siguiente|sala de revisión|aprobado en sesión|aprobado acta|se decide la acción|se resuelve la acción",
	},
	{
		Sentencia,
		[zones]float64{2.5, 2.5, 2.2},
		"en mérito de lo expuesto|notifíquese y cúmplase|cópiese notifíquese|consideraciones del despacho|consideraciones de la sala|corresponde a la sala|corresponde al despacho|si no fuere impugnada|remítase a la corte constitucional|remítase el expediente",
	},
	{
		Sentencia,
		[zones]float64{.5, 1.2, 1},
		"expresa el accionante|manifiesta el accionante|refiere el accionante|afirma el accionante|aduce el accionante|el accionante manifiesta|la accionante manifiesta|manifestó el accionante|" +
			"manifiesta la accionante|refiere la accionante|actuación procesal|actuación del juzgado|fue admitida por este despacho|se admitió la presente acción",
	},
	{
		Sentencia,
		[zones]float64{1, 1.5, .3},
		"tutela instaurada por|tutela interpuesta por|tutela promovida por|tutela presentada por|tutela formulada por|tutela incoada por|tutela impetrada por|tutela que promovió|tutela que instauró|tutela que interpuso",
	},
	{
		Sentencia,
		[zones]float64{3, .3, 0},
		"sentencia de primera instancia|sentencia primera instancia|sentencia de segunda instancia|sentencia segunda instancia|tutela de segunda instancia|tutela de primera instancia|tutela de 2 instancia",
	},
	{
		Sentencia,
		[zones]float64{2, 2, 2},
		"eventual revisión|su revisión|avocó conocimiento|avocar conocimiento|guardó silencio|nombre de la república|autoridad de la ley",
	},
	{
		Sentencia,
		[zones]float64{.5, .7, .6},
		"este despacho|el despacho|esta sala|problema jurídico|caso concreto|negar el amparo|conceder el amparo|declarar improcedente|negar la tutela|conceder la tutela|notificar a las partes|por secretaría",
	},
	{
		Sentencia,
		[zones]float64{3, .2, 0},
		"sentencia no|sentencia de tutela|fallo no|sentencia t|sentencia su|rama judicial|sala de decisión|sala plena|sala de casación",
	},
	{Sentencia, [zones]float64{1, 1, 1}, "resuelve|considera|asunto por resolver|antecedentes|notifíquese|cúmplase|falla"},
	{Sentencia, [zones]float64{1.5, .2, 0}, "fallo de tutela|república de colombia|sentencia"},

	{order, [zones]float64{9, 9, 6}, "admitir la acción|admitir la tutela|admitir la presente|admitir la solicitud|admítase|inadmitir la|avocar el conocimiento|avócase|se admite la acción|se admite la tutela"},
	{order, [zones]float64{4, 4, 3}, "correr traslado|córrase traslado|vincúlese|vincular a|ofíciese a|oficiar a|rinda informe|rindan informe|rinda un informe|se pronuncien|se pronuncie sobre los hechos|ejerza su defensa|derecho de defensa y contradicción"},

	{Other, [zones]float64{8, 1, 0}, "acta individual de reparto|acta de reparto|acta individual reparto"},
	{Other, [zones]float64{5, 4.5, .5}, "le notifico|les notifico|me permito notificar|me permito notificarle|notifico a usted|notificación auto admisorio|notificación del auto|notificación de auto"},
	{Other, [zones]float64{3, 3, .3}, "al contestar cite|favor citar este número"},
	{Other, [zones]float64{1, 1.5, .8}, "hecho superado|carencia actual de objeto|denegar el amparo|deniegue el amparo"},
	{Other, [zones]float64{4, 1.5, 0}, "contestación|respuesta a la tutela|respuesta acción de tutela|contestación de la demanda"},
	{
		Other,
		[zones]float64{4, 4.5, .5},
		"rendir el informe|rendir informe|rindo informe|rindo el informe|rinde informe|rinde el informe|rendimos informe|rendimos el informe|doy respuesta a la tutela|doy respuesta a la acción|damos respuesta a la acción|dar respuesta a la acción|dar respuesta a la tutela|descorro el traslado|me permito dar respuesta|auto que admite la acción|auto que admite la tutela|contesto la tutela|contesto la demanda|dar contestación",
	},
	{Other, [zones]float64{1, 1.5, .5}, "frente a los hechos|a los hechos|falta de legitimación en la causa|auto admisorio|desvincular"},
	{Other, [zones]float64{4, 3, 0}, "otorgamiento de poder|confiero poder|otorgo poder|factura de venta|factura electrónica|entre los suscritos"},
	{Other, [zones]float64{4, .2, 0}, "poder especial|contrato de|historia clínica|epicrisis"},
	{Other, [zones]float64{3.5, .2, 0}, "certificación|certificado|constancia|autorización|oficio no|fórmula médica|orden médica|registro civil"},
	{Other, [zones]float64{3.5, 1.5, 0}, "certifica que|hace constar|declaración extrajuicio|acta de conciliación|impulso procesal"},
	{Other, [zones]float64{5, 3, 2}, "estado no|estado electrónico|estado número|notificación por estado|se fija hoy|se desfija|fijado hoy|desfijado|lista de traslados|fijación en lista"},
	{
		Other,
		[zones]float64{1, 1, 0},
		"autorizo a|comedidamente le informo|cláusulas|expedición de copias|copias auténticas|renuncia al poder|sustituyo el poder|motivo de consulta|examen físico",
	},
}

// order is what a court decides on the way to its ruling: it admits, hears, joins. Its phrases
// speak for Other in a paper of a court's own, and for nothing elsewhere, where people ask for it.
const order = "auto"

// courtWords are those by which a paper is known to be addressed to a court.
const courtWords = "juez jueza jueces juzgado juzgados magistrado magistrada magistrados magistradas tribunal corte"

// letterheads are words that begin a line of a court's letterhead. greetings are words that begin an address
// to somebody.
const (
	letterheads = "juzgado tribunal corte consejo"
	greetings   = "señor señora señores señoras honorable honorables doctor doctora doctores respetado respetados reparto"
)

// letterheadScore is added to the score of a ruling if a court's name stands at the top of the paper
// without a greeting.
const letterheadScore = 3.5

// courtScores are added, by kind, if the paper is addressed to a court: judges decide tutelas and demands,
// petitions and claims about data go to anyone who holds the file.
var courtScores = map[string]float64{Tutela: .8, Demanda: .5, HabeasCorpus: .5, Impugnacion: .5, Desacato: .5, DerechoPeticion: -2.5, HabeasData: -3.5}

// phrase is one phrase, by the hashes of its words.
type phrase struct {
	text    string
	kind    int
	row     int
	words   []uint64
	weights [zones]float64
}

type phraseTable struct {
	phrases   []phrase
	ending    map[uint64][]int // phrases by their last word
	subject   map[uint64]bool  // words behind which the subject stands
	courts    map[uint64]bool
	heads     map[uint64]bool // see letterheads
	greetings map[uint64]bool
	longest   int             // words of a phrase
	rows      int             // of phrases
	known     map[uint64]bool // words of phrases
	spellings spellings       // of the same
}

var table = sync.OnceValue(func() *phraseTable {
	t := &phraseTable{
		ending:    map[uint64][]int{},
		subject:   map[uint64]bool{},
		courts:    map[uint64]bool{},
		heads:     map[uint64]bool{},
		greetings: map[uint64]bool{},
		known:     map[uint64]bool{},
		spellings: spellings{},
	}
	for _, hash := range t.learn("ref referencia asunto proceso clase tipo objeto") {
		t.subject[hash] = true
	}
	for _, hash := range t.learn(courtWords) {
		t.courts[hash] = true
	}
	for _, hash := range t.learn(letterheads) {
		t.heads[hash] = true
	}
	for _, hash := range t.learn(greetings) {
		t.greetings[hash] = true
	}
	for i, row := range allRows() {
		t.rows++
		for one := range strings.SplitSeq(row.texts, "|") {
			p := phrase{text: one, kind: slices.Index(scored, row.kind), row: i, words: t.learn(one), weights: row.weights}
			last := p.words[len(p.words)-1]
			t.ending[last] = append(t.ending[last], len(t.phrases))
			t.phrases = append(t.phrases, p)
			t.longest = max(t.longest, len(p.words))
		}
	}
	return t
})

// learn returns the hashes of the words of s and knows their spelling.
func (t *phraseTable) learn(s string) []uint64 {
	var hashes []uint64
	for w := text.NewWords(s); w.Next(); {
		hashes = append(hashes, w.Hash)
		if !t.known[w.Hash] {
			t.known[w.Hash] = true
			t.spellings.add(s[w.Start:w.End], w.Hash)
		}
	}
	return hashes
}
