package filings

// Matters: what filings are about. data/MATTERS.md describes the
// table format.

import (
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/document"
)

// matter is a kind of case. Each fact and each claim has one or more
// phrasings of the same substance.
type matter struct {
	id      string
	kind    document.Type
	against [][]string // alternatives of categories of defendants
	rights  []string
	subject string
	facts   [][]string
	claims  [][]string
	annexes []string
	slots   []string // in order of first appearance
}

var matters = func() (out []*matter) {
	names, err := fs.Glob(files, "data/matters/*.txt")
	if err != nil {
		panic(err)
	}
	slices.Sort(names)
	for _, name := range names {
		out = append(out, parseMatters(lines(strings.TrimPrefix(name, "data/")))...)
	}
	return out
}()

func parseMatters(lines []string) (out []*matter) {
	var m *matter
	var last *[][]string
	for _, line := range lines {
		if id, ok := strings.CutPrefix(line, "@"); ok {
			m = &matter{id: id}
			out = append(out, m)
			continue
		}
		if other, ok := strings.CutPrefix(line, "~ "); ok {
			i := len(*last) - 1
			(*last)[i] = append((*last)[i], other)
			m.learnSlots(other)
			continue
		}
		key, rest, _ := strings.Cut(line, ":")
		rest = strings.TrimSpace(rest)
		switch key {
		case "tipo":
			m.kind = document.Type(rest)
		case "contra":
			for one := range strings.SplitSeq(rest, "|") {
				m.against = append(m.against, strings.Split(strings.TrimSpace(one), "+"))
			}
		case "derechos":
			for right := range strings.SplitSeq(rest, ";") {
				m.rights = append(m.rights, strings.TrimSpace(right))
			}
		case "asunto":
			m.subject = rest
		case "h":
			m.facts = append(m.facts, []string{rest})
			last = &m.facts
			m.learnSlots(rest)
		case "p":
			m.claims = append(m.claims, []string{rest})
			last = &m.claims
			m.learnSlots(rest)
		case "a":
			m.annexes = append(m.annexes, rest)
			m.learnSlots(rest)
		default:
			panic("filings: matter line " + line)
		}
	}
	return out
}

// commonFacts fit any tutela.
var commonFacts = parseMatters(append([]string{"@common"}, lines("common.txt")...))[0]

// letters are form letters, see Generator.Letter.
var letters = parseMatters(lines("letters.txt"))

// learnSlots notes the facts that a template asks for.
func (m *matter) learnSlots(template string) {
	for _, name := range slotsOf(template) {
		if !slices.Contains(m.slots, name) {
			m.slots = append(m.slots, name)
		}
	}
}

// slotsOf lists the facts that a template asks for.
func slotsOf(template string) (names []string) {
	for _, after := range strings.Split(template, "{")[1:] {
		name := strings.ToLower(after[:strings.IndexByte(after, '}')])
		if !strings.Contains(name, "/") && !renderedSlots[name] {
			names = append(names, name)
		}
	}
	return names
}

// renderedSlots are filled by the renderer, not by the case's facts.
var renderedSlots = map[string]bool{"quien": true, "ella": true, "d": true, "da": true, "d2": true, "ciudad": true, "depto": true, "demandante": true}

func pickMatter(rng *rand.Rand, o Options) *matter {
	t := document.Tutela
	switch n := rng.IntN(100); {
	case n < 3:
		t = document.HabeasCorpus
	case n < 6:
		t = document.HabeasData
	case n < 9:
		t = document.DerechoPeticion
	case n < 12:
		t = document.Impugnacion
	case n < 15:
		t = document.Desacato
	case n < 18:
		t = document.Sentencia
	}
	if !o.offers(t) {
		t = document.Tutela
	}
	return pickMatterOf(rng, o, t)
}

// matterType is the type whose matters a filing of type t is about.
func matterType(t document.Type) document.Type {
	switch t {
	case document.Impugnacion, document.Desacato, document.Sentencia:
		return document.Tutela
	}
	return t
}

// pickMatterOf picks a matter for a filing of type t. Appeals, motions for
// contempt and rulings are about the matter of the tutela before them.
func pickMatterOf(rng *rand.Rand, o Options, t document.Type) *matter {
	about := matterType(t)
	var fit []*matter
	for _, m := range matters {
		if m.kind == about && o.Matters.allows(m.id) {
			fit = append(fit, m)
		}
	}
	if len(fit) == 0 {
		panic("filings: the options leave no matter of type " + string(t))
	}
	m := *pick(rng, fit)
	m.kind = t
	return &m
}

// heldOutMatters are never used by Tuning.
var heldOutMatters = []string{"salud_transporte", "salud_cuidador", "educacion_icetex", "laboral_salarios", "servicios_energia", "victimas_indemnizacion",
	"pension_sustitucion", "carcel_traslado", "migracion_ppt", "vivienda_riesgo", "habeas_captura", "datos_suplantacion", "peticion_pension",
	"peticion_documentos", "datos_actualizar", "habeas_vencimiento"}
