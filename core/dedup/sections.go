package dedup

import (
	"maps"
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/text"
)

// part is what a stretch of a filing is for.
type part uint8

const (
	head    part = iota // addressee, labels, presentation: before any heading
	facts               // what happened
	claims              // what is asked
	law                 // norms and rulings, the same in thousands of filings
	formal              // oath, evidence lists, annexes
	contact             // addresses for service, signature
)

// stretch is a part of a text, from byte start to end.
type stretch struct {
	part       part
	start, end int
}

// headings maps the first word of a heading to what follows it. Words are
// folded; a heading must stand in capitals or at the beginning of a line.
var headings = map[string]part{
	"hecho": facts, "hechos": facts, "antecedentes": facts, "relato": facts, "narracion": facts, "acontecimientos": facts, "supuestos": facts, "situacion": facts, "sucesos": facts, "exposicion": facts, "circunstancias": facts, "cronologia": facts,
	"pretension": claims, "pretensiones": claims, "peticion": claims, "peticiones": claims, "petitum": claims, "solicitud": claims, "solicitudes": claims, "medida": claims,
	"fundamentos": law, "fundamento": law, "derecho": law, "derechos": law, "normas": law, "procedencia": law, "competencia": law,
	"consideraciones": law, "razones": law, "jurisprudencia": law, "concepto": law, "legitimacion": law, "inmediatez": law, "subsidiariedad": law, "vulneracion": law, "violacion": law,
	"juramento": formal, "manifestacion": formal, "declaracion": formal, "anexos": formal, "anexo": formal, "pruebas": formal, "prueba": formal, "cumplimiento": formal,
	"notificaciones": contact, "notificacion": contact, "direcciones": contact, "atentamente": contact, "cordialmente": contact, "respetuosamente": contact, "firma": contact,
}

// factual words after FUNDAMENTOS or RAZONES turn law into facts: FUNDAMENTOS
// FÁCTICOS, FUNDAMENTOS DE HECHO.
var factual = map[string]bool{"facticos": true, "facticas": true, "factico": true, "hecho": true, "hechos": true}

// maxHeadingWords is the length of a line that can be a heading.
const maxHeadingWords = 8

// appendParts splits a text at its headings and appends the parts to an empty
// slice. Without headings, all of it is head.
func appendParts(parts []stretch, s string, all []word) []stretch {
	parts = append(parts, stretch{part: head, end: len(s)})
	words := 0 // of the current line, without its numbering
	begin := 0 // of the first of them
	line := newLineEnds(s)
	for i, w := range all {
		start, end := int(w.Start), int(w.End)
		if line.passed(start) || i == 0 {
			words, begin = 0, start
		}
		word := w.In(s)
		if c := word[0]; words > 0 && 'a' <= c && c <= 'z' {
			words++
			continue // no heading, and by far the most words
		}
		// In a text in capitals, any line may begin with a word of a request.
		if words < 2 && parts[len(parts)-1].part != claims && capitalised(word) && (!allCapitals(word) || beginsSentence(s, begin)) && beginsRequest(s, all[i:]) {
			parts = beginPart(parts, claims, begin, len(s))
		}
		if words == 0 && isNumbering(word) {
			continue
		}
		if words++; len(word) < shortestHeading {
			continue
		}
		if p, ok := headingAt(s, begin, start, end, words, line.end()); ok {
			parts = beginPart(parts, p, start, len(s))
		}
	}
	return parts
}

// headingAt returns the part that begins with the word s[start:end], and whether the word is a heading. The line of
// the word spans s[begin:lineEnd]; words counts its words up to this one, without numbering.
func headingAt(s string, begin, start, end, words, lineEnd int) (part, bool) {
	word := s[start:end]
	capitals, runsIn := isCapitals(word), words == 1 && runsIn(s, end)
	if !capitals && (words > 2 || lineEnd-begin > longestHeadingLine && !runsIn || !capitalised(word)) {
		return 0, false
	}
	p, ok := headingPart(word)
	if !ok || (!capitals || words > 1 && !isolated(s, end)) && !runsIn && !shortLine(s, start) || words > 2 && inSubject(s, begin, start) {
		return 0, false
	}
	from := begin
	if words > 1 {
		from = start
	}
	if capitals && endsSentenceOfCapitals(s, from, end) {
		return 0, false
	}
	if p != law {
		return p, true
	}
	if followedBy(s, end, factual) {
		return facts, true
	}
	return law, !isLabel(s, end)
}

// beginPart ends the last part at start, where p begins, unless that is p, too.
func beginPart(parts []stretch, p part, start, end int) []stretch {
	last := &parts[len(parts)-1]
	if start == 0 {
		last.part = p
	}
	if last.part == p {
		return parts
	}
	last.end = start
	return append(parts, stretch{part: p, start: start, end: end})
}

// requestVerbs are the verbs by which a sentence asks a court for something: "Ordenar a
// la entidad…", "Que se tutele…", "Lo que pido". They begin a part where its heading is
// missing or misread.
var requestVerbs = newCueTable(map[cueKind]string{claimCue: `ordenar ordene ordenen ordenese tutelar tutele tutelen amparar ampare amparen conceder conceda
	concedan disponer disponga dispongan condenar condene condenen proteger proteja protejan impartir imparta solicito solicitamos pido pedimos
	ruego rogamos suplico obligar obligue obliguen`})

// orderVerbs are what requests ask a court or a defendant to do, with the forms of actionNames. By itself, only
// an infinitive begins a request: without its accent, "Declaré" is "Declare".
var orderVerbs = newCueTable(map[cueKind]string{claimCue: actionForms() + `
	adoptar adopte adopten asumir asuma asuman reanudar reanude reanuden revocar revoque revoquen anular anule anulen dejar deje dejen
	declarar declare declaren decretar decrete decreten garantizar garantice garanticen permitir permita permitan brindar brinde brinden
	prestar preste presten cubrir cubra cubran exonerar exonere exoneren reembolsar reembolse reembolsen remitir remita remitan
	enviar envie envien vincular vincule vinculen prevenir prevenga prevengan advertir advierta adviertan conminar conmine conminen
	compulsar compulse compulsen liberar libere liberen nombrar nombren calificar califique califiquen valorar valore valoren
	evaluar evalue evaluen estudiar estudie estudien decidir decida decidan adelantar adelanten tramitar tramite tramiten
	reponer reponga repongan reparar repare reparen ajustar ajuste ajusten descontar descuente descuenten aplicar aplique apliquen
	cumplir cumpla cumplan atender atienda atiendan reabrir reabra reabran abrir abra abran publicar publique publiquen notificar
	notifique notifiquen comunicar comunique comuniquen convocar convoque convoquen consignar consigne consignen girar gire giren
	liquidar liquide liquiden aprobar apruebe aprueben emitir emita emitan otorgar otorgue otorguen habilitar habilite habiliten
	rehabilitar rehabilite rehabiliten activar active activen reactivar reactive reactiven mantener mantenga mantengan continuar
	continue continuen normalizar normalice normalicen facilitar facilite faciliten proveer provea provean proporcionar proporcione
	proporcionen reubicar reubique reubiquen investigar investigue investiguen excluir excluya excluyan borrar borre borren suprimir
	suprima supriman modificar modifique modifiquen aclarar aclare aclaren verificar verifique verifiquen ofrecer ofrezca ofrezcan
	acompanar acompane acompanen poner ponga pongan mandar mande manden sacar saque saquen arreglar arregle arreglen quitar quite quiten
	cambiar cambie cambien parar pare paren operar opere operen respetar respete respeten hacer haga hagan llevar lleve lleven vuelva vuelvan sirva sirvan`})

// actionForms lists the forms of all actionNames.
func actionForms() string {
	var b strings.Builder
	for _, a := range actionNames {
		b.WriteString(a.forms + " ")
	}
	return b.String()
}

// requestOpeners may stand before a request verb: "Que se ordene", "Se ordene", "Lo que pido".
var requestOpeners = newCueTable(map[cueKind]string{claimCue: "que se por"})

// nounCues stand before a noun that is written as a request verb is: "el informe", "su cese".
var nounCues = newCueTable(map[cueKind]string{claimCue: "el un del al su mi este"})

// A request verb stands at most openerReach words after its opener, or thatReach after "que": "Que en
// un plazo de cuarenta y ocho horas se pague".
const openerReach, thatReach = 3, 10

// beginsRequest reports whether words begin a request: with a request verb, or with a finite one
// in the same clause as an opener before it.
func beginsRequest(s string, words []word) bool {
	first := words[0]
	if requestVerbs.has(first.Hash) || orderVerbs.has(first.Hash) && isInfinitive(first.In(s)) {
		return true
	}
	if isFirstPerson(first.In(s)) {
		return wantsOrder(s, words)
	}
	if !requestOpeners.has(first.Hash) {
		return false
	}
	reach := openerReach
	if thatCue.has(first.Hash) {
		reach = thatReach
	}
	for i := 1; i < min(len(words), 1+reach); i++ {
		if thatCue.has(words[i].Hash) || endsClause(s[words[i-1].End:words[i].Start]) {
			return false
		}
		verb := words[i].In(s)
		if (requestVerbs.has(words[i].Hash) || orderVerbs.has(words[i].Hash)) && !nounCues.has(words[i-1].Hash) && !isInfinitive(verb) && !isPast(verb) {
			return true
		}
	}
	return false
}

// wantsOrder reports whether what someone wants is that a court decides: "Quiero que el juzgado les ordene".
func wantsOrder(s string, words []word) bool {
	if len(words) < 2 || !thatCue.has(words[1].Hash) {
		return false
	}
	for i := 2; i < min(len(words), 2+thatReach); i++ {
		if endsClause(s[words[i-1].End:words[i].Start]) {
			return false
		}
		if requestVerbs.has(words[i].Hash) && !isInfinitive(words[i].In(s)) {
			return true
		}
	}
	return false
}

// isFirstPerson reports whether a word ends as verbs in the first person do: "quiero", "esperamos".
func isFirstPerson(word string) bool {
	return strings.HasSuffix(word, "o") || strings.HasSuffix(word, "O") || strings.HasSuffix(word, "mos") || strings.HasSuffix(word, "MOS")
}

// isPast reports whether a verb bears the accent of what was done: "entregué".
func isPast(verb string) bool { return strings.HasSuffix(verb, "é") || strings.HasSuffix(verb, "É") }

// isInfinitive reports whether a verb ends as infinitives do.
func isInfinitive(verb string) bool {
	return strings.HasSuffix(verb, "r") || strings.HasSuffix(verb, "R")
}

// beginsSentence reports whether a sentence, an item of a list or a paragraph begins at byte i.
func beginsSentence(s string, i int) bool {
	before := strings.TrimRight(s[:i], " \n\f")
	return before == "" || strings.IndexByte(".:;)-", before[len(before)-1]) >= 0 || strings.Contains(s[len(before):i], "\n\n")
}

// inSubject reports whether the word at byte start belongs to what a label on its short line says, such as the
// subject of a letter: "Asunto: TUTELA POR VIOLACIÓN AL DEBIDO PROCESO". The line begins at byte begin.
func inSubject(s string, begin, start int) bool {
	if !shortLine(s, start) {
		return false
	}
	label := strings.IndexByte(s[begin:start], ':')
	return label >= 0 && strings.Trim(s[begin+label+1:start], " ") != ""
}

// endsSentenceOfCapitals reports whether s[from:end] is the end of a sentence in capitals: "… NO HE PRESENTADO OTRA TUTELA POR
// ESTA SITUACIÓN."
func endsSentenceOfCapitals(s string, from, end int) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s[:from], " \n\f"))
	return unicode.IsUpper(last) && strings.HasPrefix(s[end:], ".") && !beginsSentence(s, from)
}

// lineEnds walks the ends of the lines and pages of a text.
type lineEnds struct {
	text          string
	newline, page int // the next ones; the length of the text when there is none
}

func newLineEnds(s string) lineEnds {
	return lineEnds{s, nextByte(s, '\n', 0), nextByte(s, '\f', 0)}
}

// passed reports whether a line or page ended before byte i and after the byte
// that was asked about last.
func (l *lineEnds) passed(i int) bool {
	if l.end() >= i {
		return false
	}
	if l.newline < i {
		l.newline = nextByte(l.text, '\n', i)
	}
	if l.page < i {
		l.page = nextByte(l.text, '\f', i)
	}
	return true
}

// end is where the line ends that the last byte asked about is in.
func (l *lineEnds) end() int { return min(l.newline, l.page) }

// nextByte returns where c stands in s from byte i on, or the end of s.
func nextByte(s string, c byte, i int) int {
	if n := strings.IndexByte(s[i:], c); n >= 0 {
		return i + n
	}
	return len(s)
}

// headingPart returns what a heading that begins with word announces; one
// misread letter of a long word is forgiven.
func headingPart(word string) (part, bool) {
	var buffer [longestFolded]byte
	folded := fold(buffer[:0], word)
	if len(folded) < shortestHeading || len(folded) > longestHeading {
		return 0, false
	}
	for i, c := range folded {
		if m := misread[c]; m != 0 {
			folded[i] = m
		}
	}
	letters := lettersOf(folded)
	for _, h := range headingWords[len(folded)] {
		if h.letters == letters && h.word == string(folded) {
			return h.part, true
		}
	}
	if len(folded) < longHeading {
		return 0, false
	}
	for n := len(folded) - 1; n <= len(folded)+1; n++ {
		for _, h := range headingWords[n] {
			// An edit adds a letter and takes one away at most.
			if bits.OnesCount32(h.letters^letters) <= 2 && len(h.word) >= longHeading && text.OneEdit(string(folded), h.word) {
				return h.part, true
			}
		}
	}
	return 0, false
}

// misread turns digits inside a word into the letters they were.
var misread = [256]byte{'0': 'o', '1': 'i', '5': 's', '8': 'b', '|': 'l', '6': 'g', '4': 'a'}

// longestFolded is longer than any word that a table of this package holds.
const longestFolded = 32

// fold appends a folded word to dst, nothing of a word that is too long to be
// in any table.
func fold(dst []byte, word string) []byte {
	if len(word) > longestFolded {
		return dst
	}
	return text.AppendFold(dst, word)
}

// Headings of at least longHeading letters may hold a misread one; none has
// fewer than shortestHeading.
const shortestHeading, longHeading, longestHeading = 5, 6, 20

// heading is a key of headings.
type heading struct {
	word    string
	letters uint32 // a bit for each letter that it has
	part    part
}

// headingWords are the headings by length, sorted, so that the choice between
// two equally near is always the same.
var headingWords = func() (t [longestHeading + 2][]heading) {
	for _, h := range slices.Sorted(maps.Keys(headings)) {
		t[len(h)] = append(t[len(h)], heading{h, lettersOf([]byte(h)), headings[h]})
	}
	return t
}()

func lettersOf(folded []byte) (set uint32) {
	for _, c := range folded {
		set |= 1 << (c & 31)
	}
	return set
}

// isLabel reports whether a colon and more text follow on the line within two
// words of byte i: "DERECHOS: salud" in the label block of the first page.
func isLabel(s string, i int) bool {
	line := s[i:min(len(s), i+80)]
	if n := strings.Index(line, "\n\n"); n >= 0 {
		line = line[:n]
	}
	before, after, ok := strings.Cut(line, ":")
	return ok && len(strings.Fields(before)) <= 2 && strings.TrimSpace(after) != ""
}

// isNumbering reports whether word is only what stands before a heading: a
// number, a roman numeral or an article.
func isNumbering(word string) bool {
	if len(word) > 4 {
		return false
	}
	var buffer [longestFolded]byte
	switch string(fold(buffer[:0], word)) {
	case "los", "las", "el", "la", "lo", "de", "mis":
		return true
	}
	return strings.Trim(word, "0123456789IVXivx") == ""
}

// isCapitals reports whether word has at least five letters, all capitals.
func isCapitals(word string) bool { return allCapitals(word) && utf8.RuneCountInString(word) >= 5 }

// allCapitals reports whether no letter of a word is lower case.
func allCapitals(word string) bool { return !strings.ContainsFunc(word, unicode.IsLower) }

// longestHeadingLine bounds, in bytes, the line that a heading stands on.
const longestHeadingLine = 100

// shortLine reports whether the line around byte i is as short as a heading
// and does not run on.
func shortLine(s string, i int) bool {
	from := max(0, i-longestHeadingLine-1)
	if n := strings.LastIndexAny(s[from:i], "\n\f"); n >= 0 {
		from += n + 1
	} else if from > 0 {
		return false
	}
	to := min(len(s), from+longestHeadingLine+1)
	if n := strings.IndexAny(s[i:to], "\n\f"); n >= 0 {
		to = i + n
	} else if to < len(s) {
		return false
	}
	if to-from > longestHeadingLine {
		return false
	}
	line := strings.TrimSpace(s[from:to])
	words := 0
	for range strings.FieldsSeq(line) {
		words++
	}
	return words <= maxHeadingWords && !strings.HasSuffix(line, ",") && !strings.HasSuffix(line, ";")
}

// isolated reports whether the word that ends at byte i ends its sentence, or
// the next word is not in capitals: an inline heading of a flattened text.
func isolated(s string, i int) bool {
	rest := strings.TrimLeft(s[i:], " ")
	if rest == "" || strings.ContainsRune(":.\n\f", rune(rest[0])) {
		return true
	}
	return followedBy(s, i, factual)
}

// runsIn reports whether what a heading that ends at byte i is about follows on its line: "Petición: revocar…".
func runsIn(s string, i int) bool {
	return strings.HasPrefix(s[i:], ": ") || strings.HasPrefix(s[i:], ". ") || strings.HasPrefix(s[i:], ".- ")
}

// followedBy reports whether one of the next three words after byte i is in set.
func followedBy(s string, i int, set map[string]bool) bool {
	var buffer [longestFolded]byte
	w := text.NewWords(s[i:min(len(s), i+60)])
	for n := 0; n < 3 && w.Next(); n++ {
		if set[string(fold(buffer[:0], s[i+w.Start:i+w.End]))] {
			return true
		}
	}
	return false
}
