package doctype

import (
	"slices"
	"strings"
)

// Step is the step of a proceeding that a paper is.
type Step string

// The steps. A paper of UnknownStep may be any of them.
const (
	UnknownStep Step = ""
	Request     Step = "request"    // asks a court or an office for something for the first time
	Answer      Step = "answer"     // the defendant answers a request
	Order       Step = "order"      // a court or an office decides on the way to its ruling, or notifies what it decided
	Ruling      Step = "ruling"     // a court decides the case
	Appeal      Step = "appeal"     // a party attacks the ruling
	Contempt    Step = "contempt"   // a party asks that the ruling be enforced: incidente de desacato
	Withdrawal  Step = "withdrawal" // the plaintiff withdraws the request
	Memorial    Step = "memorial"   // a party brings evidence, corrects the request, asks how it stands, names a lawyer
)

// Opens reports whether a paper of this step may open a case.
func (s Step) Opens() bool { return s == UnknownStep || s == Request }

// Asks reports whether a paper of this step asks a court or an office to decide something.
func (s Step) Asks() bool { return s == Request || s == Appeal || s == Contempt }

// IsValid reports whether s is one of the steps.
func (s Step) IsValid() bool { return s == UnknownStep || stepWords[s] != "" }

// Spanish returns the word of the courts for a step; "" for UnknownStep.
func (s Step) Spanish() string { return stepWords[s] }

var stepWords = map[Step]string{
	Request: "escrito inicial", Answer: "respuesta", Order: "auto u oficio", Ruling: "fallo", Appeal: "impugnación", Contempt: "incidente de desacato",
	Withdrawal: "desistimiento", Memorial: "memorial",
}

// StepOfKind returns the step that a kind of paper is by definition; UnknownStep for the other kinds.
func StepOfKind(kind string) Step { return stepOfKind[kind] }

var stepOfKind = map[string]Step{Impugnacion: Appeal, Desacato: Contempt, Sentencia: Ruling}

// steps are what phrases are scored for beside the kinds of papers.
const (
	opening    = "opening"
	answer     = "answer"
	withdrawal = "withdrawal"
	memorial   = "memorial"
	clerk      = "clerk" // words that only courts' own papers have
)

// leastStep is the score from which on a paper is a step within a case, if nothing says that it opens one.
const leastStep = 2.5

// surelyOpens is the score for opening a case from which on a paper that mentions an appeal or a contempt mentions
// those of another case.
const surelyOpens = 3

// clearlyInitial is added for a paper that opens a case if its kind is sure to.
const clearlyInitial = 1

// numberedCase is added if the head of a paper has the number of a case; courts give it once a case is open.
const numberedCase = 1.5

// stepPhrases lists weights of phrases as phrases does.
var stepPhrases = []row{
	{opening, [zones]float64{3, 3, .5}, "reparto"},
	{
		opening,
		[zones]float64{4, 4, 1},
		"interpongo acción de tutela|instauro acción de tutela|presento acción de tutela|promuevo acción de tutela|formulo acción de tutela|interpone acción de tutela|instaura acción de tutela|presenta acción de tutela|interponer acción de tutela|instaurar acción de tutela|" +
			"presentar acción de tutela|interpongo tutela|instauro tutela|presento tutela|pongo tutela|coloco tutela|formulo tutela|ponerle una tutela|poner una tutela|colocar una tutela|" +
			"interpongo esta acción|presento esta acción|interpongo la presente acción|instauro la presente acción|presento la presente acción|presento demanda|instauro demanda|formulo demanda|interpongo demanda",
	},
	{
		opening,
		[zones]float64{1, 1.5, 1.5},
		"no he presentado otra|no he interpuesto otra|no he instaurado otra|no he promovido otra|por los mismos hechos|por estos mismos hechos|no he puesto otra|bajo la gravedad de juramento|bajo la gravedad del juramento",
	},

	{
		answer,
		[zones]float64{4, 1, .3},
		"contestación|respuesta a la tutela|respuesta a la acción|respuesta a acción|respuesta acción de tutela|respuesta tutela|contestación de la demanda|respuesta a su petición|respuesta a su derecho|" +
			"respuesta a su solicitud|respuesta a su comunicación|respuesta al requerimiento|respuesta a requerimiento|informe de tutela|informe de cumplimiento",
	},
	{answer, [zones]float64{4, 3, 1}, "en atención al escrito|en atención a la comunicación|en respuesta a su|damos respuesta|doy respuesta|doy contestación|damos contestación|dar respuesta a su"},
	{
		answer,
		[zones]float64{4, 4, 2},
		"descorro el traslado|descorrer el traslado|rendir el informe|rendir informe|rindo informe|rindo el informe|rinde informe|rinde el informe|rendimos informe|rendimos el informe|contesto la tutela|contesto la demanda|" +
			"contestar la tutela|contestar la demanda|contestar la acción|contesto la acción|dar contestación|dentro del término concedido|dentro del término otorgado|dentro del término señalado|dentro del término de traslado|" +
			"se pronuncia sobre la tutela|pronunciarme sobre la tutela|pronunciarme frente a|pronunciarme respecto",
	},
	{
		answer,
		[zones]float64{1.5, 1.5, 1.5},
		"frente a los hechos|a los hechos|frente a las pretensiones|a las pretensiones|me opongo a|nos oponemos|no nos consta|no me consta|falta de legitimación en la causa|la entidad que represento|" +
			"desvincular a|solicito desvincular|se desvincule|hecho superado|carencia actual de objeto|negar por improcedente|declarar improcedente|se declare improcedente|denegar el amparo|negar el amparo|deniegue el amparo|niegue el amparo|deniegue la acción|niegue la acción|inexistencia de vulneración|ausencia de vulneración|no existe vulneración|archivar las diligencias|declarar cumplido",
	},
	{answer, [zones]float64{2, .5, 0}, "respuesta a derecho de petición|respuesta derecho de petición"},
	{answer, [zones]float64{1, 1, 1}, "mi representada|mi prohijada"},

	{
		clerk,
		[zones]float64{5, 4, 0},
		"sírvase proveer|informe secretarial|constancia secretarial|informe de secretaría|nota secretarial|al despacho de la señora|a despacho de la señora|al despacho del señor|a despacho del señor|auto interlocutorio|auto de sustanciación|" +
			"auto int|el suscrito secretario|la suscrita secretaria|edicto emplazatorio|emplaza a|me permito notificar|me permito notificarle|les notifico|citación para notificación|" +
			"le comunico que por auto|comunico que mediante auto|notificación fallo|notificación auto|notificación personal por|acta de audiencia",
	},

	{withdrawal, [zones]float64{8, 8, 3}, "desisto|desistimos|seguir con la tutela|continuar con la tutela|que la archiven|que archive la tutela|archiven la tutela|retiro la tutela|retirar la tutela|retirar mi tutela|retiro la acción|retirar la acción|retiro la demanda|retirar la demanda|quitar la tutela"},
	{withdrawal, [zones]float64{8, 2, 0}, "desistimiento|retiro de la tutela|retiro de la acción|retiro de la demanda"},

	{
		memorial,
		[zones]float64{3.5, 1.2, .2},
		"memorial|impulso procesal|subsanación|solicitud de copias|renuncia al poder|adición a la tutela|aclaración de la tutela|corrección de la tutela|poder especial",
	},
	{
		memorial,
		[zones]float64{3, 3, .5},
		"en qué estado|si ya hay sentencia|si ya hay fallo|subsano la|subsanar la|allego al|allego con destino|allegar al expediente|aporto al|aportando pruebas|aportar pruebas al|sustituyo el poder|" +
			"aclarar la tutela|aclaro la tutela|corregir la tutela|corrijo la tutela|confiero poder|otorgo poder|conferimos poder|otorgamos poder",
	},
	{
		memorial,
		[zones]float64{2, 2, 0},
		"proceso de la referencia|tutela de la referencia|acción de la referencia|dentro de la tutela|la tutela mía|mi tutela|la tutela que presenté|la tutela que puse|la tutela que interpuse|" +
			"la tutela que instauré|la tutela que radiqué|pruebas nuevas|nuevas pruebas|antes del fallo|está en su despacho|cursa en su despacho|accionante dentro|accionante en la tutela|" +
			"tutela ya presentada|tutela ya radicada|tutela que ya|su despacho falló|usted falló|el fallo de|el fallo del|la sentencia que negó|la sentencia de tutela|apelarla|apelo|apelar",
	},
	{memorial, [zones]float64{.8, .8, 0}, "para que obre en|para que obren en|dentro del proceso|dentro de la acción|al expediente|auto del|auto de fecha|como parte"},
}

// endBytes is how much of the end of a paper is read for its step: courts decide there.
const endBytes = 1500

// StepOf returns the step that a paper is, by its beginning and its end. Time and memory are bounded.
func StepOf(s string) Step {
	if len(s) > headBytes+endBytes {
		s = s[:headBytes] + "\n\n" + s[len(s)-endBytes:]
	}
	r := scanner{table: table(), best: map[int]zone{}}
	r.read(s)
	cases := countCases(s[:min(len(s), headBytes)])
	suggestion, scores := r.suggestion(cases)
	return r.step(scores, suggestion.Value, suggestion.Confidence, cases > 0)
}

// step returns the step that is likeliest by the scores of all kinds and steps, and the kind of the paper. numbered: its head
// has the number of a case.
func (r *scanner) step(scores []float64, kind string, confidence float64, numbered bool) Step {
	of := func(what string) float64 { return scores[slices.Index(scored, what)] }
	within := StepOfKind(kind)
	opens := of(opening)
	isOther := opens >= surelyOpens && confidence < .9 && !r.isTitled(kind)
	if within != UnknownStep && confidence > .5 && !isOther && (within != Ruling || of(order) < leastStep) {
		return within
	}
	best, found := leastStep, UnknownStep
	for _, s := range []struct {
		step  Step
		score float64
	}{{Answer, of(answer)}, {Withdrawal, of(withdrawal)}, {Memorial, of(memorial)}, {Order, of(clerk) + r.court(of(order))}} {
		score := s.score
		if numbered && score > 0 {
			score += numberedCase
		}
		if score > best {
			best, found = score, s.step
		}
	}
	switch {
	case found == Order:
		opens = 0 // what it admits
	case slices.Contains(initial, kind) && confidence > .8:
		opens += clearlyInitial
	}
	if found != UnknownStep && best > opens {
		return found
	}
	if opens > 0 || slices.Contains(initial, kind) && confidence > .5 {
		return Request
	}
	return UnknownStep
}

// isTitled reports whether a title or the subject names a kind of paper.
func (r *scanner) isTitled(kind string) bool {
	for p, z := range r.best {
		if z == title && scored[r.table.phrases[p].kind] == kind {
			return true
		}
	}
	return false
}

// initial are the kinds of papers that open a case.
var initial = []string{Tutela, HabeasCorpus, HabeasData, DerechoPeticion, Demanda}

// court returns the score of an order: only a court gives one.
func (r *scanner) court(score float64) float64 {
	if r.letterhead && score > 0 {
		return score + letterheadScore
	}
	return 0
}

// The number of a case has 23 digits, 21 without the instance; the year is the four from caseYear on.
const leastCaseDigits, mostCaseDigits, caseYear = 21, 23, 12

// countCases returns of how many cases s has the number, in groups or not; at most mostCases.
func countCases(s string) int {
	var digits []byte
	seen := map[string]bool{}
	for i := 0; i <= len(s) && len(seen) < mostCases; i++ {
		switch {
		case i < len(s) && isDigit(s[i]):
			digits = append(digits, s[i])
			continue
		case 0 < i && i+1 < len(s) && strings.IndexByte(" -.", s[i]) >= 0 && isDigit(s[i-1]) && isDigit(s[i+1]):
			continue
		case leastCaseDigits <= len(digits) && len(digits) <= mostCaseDigits && slices.Contains([]string{"19", "20"}, string(digits[caseYear:caseYear+2])):
			seen[string(digits[:leastCaseDigits])] = true
		}
		digits = digits[:0]
	}
	return len(seen)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
