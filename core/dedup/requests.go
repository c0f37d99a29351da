package dedup

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/text"
)

// request is what a filing invokes and asks the judge to order.
type request struct {
	rights    uint32 // a bit for each of rightNames
	actions   uint32 // a bit for each of actionNames
	addressee string // who shall act, from the first order
}

// rightNames are the rights of title II of the Constitution that tutelas invoke.
var rightNames = []string{"vida", "salud", "dignidad humana", "igualdad", "petición", "debido proceso", "mínimo vital", "seguridad social", "educación", "trabajo",
	"intimidad", "buen nombre", "habeas data", "libertad", "vivienda", "información", "integridad", "honra", "defensa", "ambiente sano", "personalidad jurídica",
	"administración de justicia", "propiedad", "consulta previa", "libre desarrollo", "estabilidad laboral", "unidad familiar", "libre locomoción"}

// actionNames are what judges order, with the forms in which requests name it.
var actionNames = []struct{ name, forms string }{
	{"entregar", "entregue entreguen entregar suministre suministren suministrar dispense dispensen dispensar"},
	{"autorizar", "autorice autoricen autorizar"},
	{"practicar", "practique practiquen practicar realice realicen realizar programe programen programar agende agendar"},
	{"responder", "responda respondan responder conteste contesten contestar resuelva resuelvan resolver"},
	{"reconocer", "reconozca reconozcan reconocer"},
	{"pagar", "pague paguen pagar cancele cancelen cancelar desembolse desembolsar"},
	{"expedir", "expida expidan expedir certifique certificar"},
	{"reintegrar", "reintegre reintegren reintegrar reubique reubicar"},
	{"trasladar", "traslade trasladen trasladar"},
	{"devolver", "devuelva devuelvan devolver restituya restituir"},
	{"corregir", "corrija corrijan corregir actualice actualicen actualizar rectifique rectificar reliquide reliquidar"},
	{"eliminar", "elimine eliminen eliminar retire retiren retirar"},
	{"incluir", "incluya incluyan incluir afilie afiliar inscriba inscribir matricule matricular asigne asignen asignar"},
	{"suspender", "suspenda suspendan suspender cese cesen cesar abstenga abstenerse"},
	{"levantar", "levante levanten levantar desbloquee desbloquear"},
	{"reconectar", "reconecte reconecten reconectar instale instalen instalar restablezca restablecer"},
	{"reparar", "repare reparen reparar construya construir"},
	{"informar", "informe informen informar"},
}

// phrases finds the phrases of a list by the hashes of their words.
type phrases map[uint64][]phrase

type phrase struct {
	words []uint64
	bit   uint32
}

func (p phrases) add(s string, index int) {
	words := text.AppendWords(nil, s)
	p[words[0]] = append(p[words[0]], phrase{words, 1 << index})
}

// at returns the bit of the phrase that words begin with, or 0.
func (p phrases) at(words []word) uint32 {
	for _, c := range p[words[0].Hash] {
		if len(c.words) <= len(words) && slices.EqualFunc(c.words, words[:len(c.words)], func(h uint64, w word) bool { return h == w.Hash }) {
			return c.bit
		}
	}
	return 0
}

var rights, actions = func() (rights, actions phrases) {
	rights, actions = phrases{}, phrases{}
	for i, name := range rightNames {
		rights.add(name, i)
	}
	for i, a := range actionNames {
		for form := range strings.FieldsSeq(a.forms) {
			actions.add(form, i)
		}
	}
	return rights, actions
}()

var (
	rightCues = newCueTable(map[cueKind]string{claimCue: "derecho derechos"})
	orderCues = newCueTable(map[cueKind]string{claimCue: "ordenar ordene ordenen ordenese ordenando"})
	thatCue   = newCueTable(map[cueKind]string{claimCue: "que"})
)

const (
	// rightsSpan bounds how many words after "derechos" name rights.
	rightsSpan = 40
	// maxAddressee bounds the name of the addressee, in words.
	maxAddressee = 8
)

// request finds the rights that the request invokes, or the whole matter where it invokes
// none, and the orders that it asks for: "ordenar a NUEVA EPS que autorice…".
func (r *reading) request() (found request) {
	matter := uint32(0)
	r.each(func(p part, words []word) {
		if p != claims && !r.isMatter(p) {
			return
		}
		for i, w := range words {
			switch {
			case rightCues.has(w.Hash):
				named := r.rightsAfter(words[i:min(len(words), i+1+rightsSpan)])
				if matter |= named; p == claims {
					found.rights |= named
				}
			case p == claims && orderCues.has(w.Hash) && found.addressee == "":
				found.addressee = r.addressee(words[i:min(len(words), i+2+maxAddressee+1)])
			case p == claims:
				found.actions |= actions.at(words[i:])
			}
		}
	})
	if found.rights == 0 {
		found.rights = matter
	}
	return found
}

// rightsAfter returns the rights that the sentence of words[0], which is a cue, names.
func (r *reading) rightsAfter(words []word) (found uint32) {
	for i := 1; i < len(words); i++ {
		if strings.ContainsAny(r.text[words[i-1].End:words[i].Start], ".;") {
			break
		}
		found |= rights.at(words[i:])
	}
	return found
}

// addressee returns who stands between the first of words, "ordenar a", and "que".
func (r *reading) addressee(words []word) string {
	that := slices.IndexFunc(words, func(w word) bool { return thatCue.has(w.Hash) })
	if that < 3 {
		return ""
	}
	name := r.text[words[2].Start:words[that-1].End]
	if strings.ContainsAny(name, ",;:\n") {
		return ""
	}
	return strings.Clone(cut(name, maxWritten))
}

// names lists the names whose bits are set.
func names(set uint32, name func(i int) string) string {
	var list []string
	for ; set != 0; set &= set - 1 {
		list = append(list, name(bits.TrailingZeros32(set)))
	}
	return strings.Join(list, ", ")
}

func (q request) rightsText() string {
	return names(q.rights, func(i int) string { return rightNames[i] })
}

func (q request) ordersText() string {
	list := names(q.actions, func(i int) string { return actionNames[i].name })
	if q.addressee != "" && list != "" {
		return q.addressee + ": " + list
	}
	return list
}

// isValid reports whether all bits have names, as those of a damaged fingerprint may not.
func (q request) isValid() bool {
	return q.rights>>len(rightNames) == 0 && q.actions>>len(actionNames) == 0
}

// compareSets says how far two sets of bits agree.
func compareSets(a, b uint32) Verdict {
	switch {
	case a == 0 || b == 0:
		return Unknown
	case a == b:
		return Same
	case a&b == 0:
		return Different
	}
	return Partly
}

var (
	rightTexts = map[Verdict]string{Same: "invoca los mismos derechos", Partly: "invoca en parte los mismos derechos", Different: "invoca otros derechos"}
	orderTexts = map[Verdict]string{Same: "pide las mismas órdenes", Partly: "pide en parte las mismas órdenes", Different: "pide otras órdenes"}
	setWeights = map[Verdict]float64{Same: 0.2, Partly: 0, Different: -0.2}
)

// isOther reports whether two requests invoke other rights and ask for other orders.
func (q request) isOther(o request) bool {
	return compareSets(q.rights, o.rights) == Different && compareSets(q.actions, o.actions) == Different
}

// shares reports whether two requests ask for one of the same orders, and invoke one of the same rights where both
// invoke any.
func (q request) shares(o request) bool {
	return q.actions&o.actions != 0 && compareSets(q.rights, o.rights) != Different
}

// reasons says how far the rights and orders of two requests agree, whose verdict is known.
func (q request) reasons(o request, verdict Verdict) []Reason {
	var list []Reason
	if v := compareSets(q.rights, o.rights); v != Unknown {
		list = append(list, Reason{Code: "rights_" + string(v), Text: rightTexts[v], Left: q.rightsText(), Right: o.rightsText(), Weight: setWeights[v]})
	}
	switch v := compareSets(q.actions, o.actions); {
	case v == Different && verdict == Same:
		list = append(list, Reason{Code: "orders_reworded", Text: "pide la orden con otros verbos", Left: q.ordersText(), Right: o.ordersText()})
	case v != Unknown:
		list = append(list, Reason{Code: "orders_" + string(v), Text: orderTexts[v], Left: q.ordersText(), Right: o.ordersText(), Weight: setWeights[v]})
	}
	return list
}
