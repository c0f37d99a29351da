package filings

// Rendering: a recipe becomes a filing. The same recipe always gives the same
// filing, and random choices do not depend on the case's words, so that two
// cases in one recipe give one form letter filled in twice.

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
)

// recipe is all that determines a filing.
type recipe struct {
	kase    filingCase
	layout  string
	wording string
	seed    uint64 // of the choices within layout and wording
	wrap    int    // line width, 0 for paragraphs in one line
	shuffle bool   // neighbouring facts change places
	hand    hand
}

func newRecipe(rng *rand.Rand, m *matter, c filingCase, o Options) recipe {
	r := recipe{kase: c, seed: rng.Uint64()}
	var fit []string
	for _, l := range layouts {
		if l.fits(m.kind) && o.Layouts.allows(l.id) {
			fit = append(fit, l.id)
		}
	}
	r.layout = pick(rng, fit)
	fit = nil
	for _, w := range wordings {
		if o.Wordings.allows(w.id) {
			fit = append(fit, w.id)
		}
	}
	r.wording = pick(rng, fit)
	if width := 72 + rng.IntN(34); !o.Unwrapped && rng.IntN(4) > 0 {
		r.wrap = width
	}
	switch rng.IntN(20) {
	case 0, 1:
		r.hand = accentless
	case 2:
		r.hand = capitals
	}
	return r
}

func (r recipe) render() Filing {
	w := newWriter(r)
	for i, p := range w.layout.parts {
		w.rng = rand.New(rand.NewPCG(r.seed, uint64(i+1))) // a choice in one part leaves the others alone
		p(w)
	}
	f := Filing{Type: r.kase.matter.kind, Layout: r.layout, Wording: r.wording, Matter: r.kase.matter.id, Blocks: w.blocks, recipe: r}
	f.Text = r.hand.write(w.text.String())
	for i := range f.Blocks {
		f.Blocks[i].Text = r.hand.write(f.Blocks[i].Text)
	}
	if r.wrap > 0 {
		f.Text = paginate(wrap(f.Text, r.wrap), 44+int(r.seed%12))
	}
	f.Gold = newGold(f.Text, w.spans)
	f.Gold.aliases = r.kase.aliases()
	return f
}

// paginate turns the line end after every so many lines into a page break. It
// changes no offset.
func paginate(s string, perPage int) string {
	out := []rune(s)
	n := 0
	for i, r := range out {
		switch r {
		case '\f':
			n = 0
		case '\n':
			if n++; n >= perPage && i+1 < len(out) && out[i+1] != '\n' {
				out[i], n = '\f', 0
			}
		}
	}
	return string(out)
}

// writer tells a case in a layout and a wording.
type writer struct {
	composer
	kase     filingCase
	layout   layout
	wording  wording
	shuffle  bool
	date     int // style
	money    int
	idAtFoot bool // the presentation leaves the cédula to the signature
	titles   int  // written so far
	mainForm int  // of the defendants' names
	labels   labelWords
}

func newWriter(r recipe) *writer {
	w := &writer{kase: r.kase, shuffle: r.shuffle}
	w.layout = layouts[slices.IndexFunc(layouts, func(l layout) bool { return l.id == r.layout })]
	w.wording = wordings[slices.IndexFunc(wordings, func(x wording) bool { return x.id == r.wording })]
	w.rng = rand.New(rand.NewPCG(r.seed, 0))
	w.date, w.money = w.rng.IntN(7), w.rng.IntN(4)
	w.idAtFoot = w.layout.idAtFoot && r.kase.capacity == inPerson
	w.mainForm = w.rng.IntN(10)
	w.labels = pick(w.rng, w.layout.labels)
	w.fill()
	return w
}

// say writes a part of the wording as a block.
func (w *writer) say(style Style, key string) { w.block(style, w.wording.get(w.rng, key)) }

// set gives a slot plain text or a template.
func (w *writer) set(slot, template string) { w.scope.slots[slot] = value{text: template} }

// entity gives a slot the mention of an entity.
func (w *writer) entity(slot string, f ner.Field, text, norm string) {
	w.scope.slots[slot] = value{field: f, text: text, norm: norm}
}

// fill sets all slots.
func (w *writer) fill() {
	c := w.kase
	w.scope = scope{slots: map[string]value{}, female: c.plaintiffs[0].Female, signerFemale: c.filer.Female,
		defendantFemale: c.defendants[0].Female, firstPerson: c.capacity == inPerson && !w.isRuling()}
	w.fillPeople()
	w.fillDefendants()
	w.fillContacts()
	w.fillFacts()
	w.set("ciudad", c.city.Short())
	w.set("depto", c.city.Department)
	w.set("fecha", formatDate(w.date, c.filed))
	w.set("derechos", enumerate(c.matter.rights))
	w.set("asunto", c.matter.subject)
	w.fillCourt()
}

func (w *writer) fillPeople() {
	c := w.kase
	form := pickCedulaForm(w.rng)
	issued, phrase := w.rng.IntN(4), w.rng.IntN(6)
	documentOf := func(p Person, number string) string {
		doc := map[string]string{
			"CC":  "[la cédula de ciudadanía|cédula de ciudadanía|la cédula de ciudadanía|la C.C.|c.c.] [No.|Nº|número|No|N.º] " + number,
			"CE":  "cédula de extranjería No. " + number,
			"PPT": "permiso por protección temporal No. " + number,
			"TI":  "tarjeta de identidad No. " + number,
			"RC":  "registro civil NUIP " + number,
		}[p.Kind]
		if p.Kind == "CC" {
			doc += []string{"", " de " + p.IssuedAt.Short(), " expedida en " + p.IssuedAt.Short(),
				" expedida en " + p.IssuedAt.Short() + " (" + p.IssuedAt.Department + ")"}[issued]
		}
		return doc
	}
	identify := func(p Person, number, gender string) string {
		return []string{"identificad" + gender + " con ", "identificad" + gender + " con ", "identificad" + gender + " con ", "identificado(a) con ",
			"con ", "titular de "}[phrase] + documentOf(p, number)
	}
	var all, withID []string
	for i, p := range c.plaintiffs {
		n := string(rune('1' + i))
		w.entity("p"+n, ner.Plaintiff, p.Name(), p.Name())
		w.entity("cedula"+n, ner.Cedula, form(p.Number), p.Number)
		all = append(all, "{p"+n+"}")
		withID = append(withID, "{p"+n+"}, "+identify(p, "{cedula"+n+"}", map[bool]string{true: "a", false: "o"}[p.Female]))
	}
	w.set("demandante", enumerate(all))
	w.set("demandantes_con_cedula", enumerate(withID))
	w.entity("demandante_al_reves", ner.Plaintiff, c.plaintiffs[0].Registered(), c.plaintiffs[0].Name())
	w.scope.slots["cedula"] = w.scope.slots["cedula1"]
	w.set("identificado", identify(c.plaintiffs[0], "{cedula1}", "{o/a}"))
	w.set("documento", documentOf(c.plaintiffs[0], "{cedula1}"))
	if w.idAtFoot {
		w.set("documento", "la cédula que aparece al pie de mi firma")
		w.set("identificado", "identificad{o/a} como aparece al pie de mi firma")
	}
	w.set("expedida", c.plaintiffs[0].IssuedAt.Short())
	w.set("domiciliado", "[domiciliad{o/a} en {ciudad}|vecin{o/a} de {ciudad}|con domicilio en {ciudad}|residente en esta ciudad]")
	w.set("parentesco", c.kinship)
	w.set("tp", []string{dotted(c.barCard), c.barCard}[w.rng.IntN(2)])
	w.set("cedula_firma", form(c.filer.Number))
	w.set("expedida_firma", c.filer.IssuedAt.Short())
	filer := c.filer.Name()
	w.entity("agente", ner.Agent, filer, filer)
	w.entity("apoderado", ner.Attorney, filer, filer)
	w.set("identificado_agente", identify(c.filer, form(c.filer.Number), "{f:o/a}"))
	w.set("identificado_apoderado", identify(c.filer, form(c.filer.Number), "{f:o/a}"))
	w.set("del_senor", "{del señor/de la señora}")
	w.set("El_accionante", "[{El accionante/La accionante}|{El demandante/La demandante}|{El tutelante/La tutelante}]")
	switch {
	case w.isRuling():
		w.set("quien", "[{el accionante/la accionante}|{el actor/la actora}|{p1}]")
	case c.capacity == inPerson:
		w.set("quien", "[{el suscrito/la suscrita}|{el accionante/la accionante}]")
	case c.capacity == byAgent:
		w.set("quien", "[mi {parentesco}|mi {parentesco}|{demandante}|{el señor/la señora} {demandante}]")
	case c.capacity == byParent:
		w.set("quien", "[mi {parentesco}|{el niño/la niña}|{el menor/la menor}|{demandante}]")
	case c.capacity == byAttorney:
		w.set("quien", "[mi {poderdante/poderdante}|{el señor/la señora} {demandante}|{el accionante/la accionante}|{demandante}]")
	case c.capacity == together:
		w.set("quien", "[{el señor/la señora} {p1}|{p1}|{p1}]")
	}
	w.set("ella", "{él/ella}")
	w.set("de_quien", map[capacity]string{inPerson: "[invocados|de {quien}]", together: "de los accionantes"}[c.capacity])
	if c.capacity != inPerson && c.capacity != together {
		w.set("de_quien", "de {quien}")
	}
}

func (w *writer) fillDefendants() {
	var all, against []string
	officer := w.rng.IntN(8)
	for i, d := range w.kase.defendants {
		n := string(rune('1' + i))
		main := d.Full
		if w.mainForm < 2 {
			main = d.Short
		}
		w.entity("dm"+n, ner.Defendant, main, main)
		w.entity("ds"+n, ner.Defendant, d.Short, main)
		all = append(all, "{dm"+n+"}")
		switch {
		case officer == 0:
			against = append(against, "{dm"+n+"}, representad{d:o/a} legalmente por su gerente o quien haga sus veces")
		case officer == 1 && d.Person == nil:
			against = append(against, "{dm"+n+"}, por intermedio de su representante legal o quien haga sus veces")
		case officer == 2 && d.Person == nil && d.NIT != "" && len(w.kase.defendants) == 1:
			against = append(against, "{dm"+n+"}, "+map[bool]string{true: "identificada", false: "identificado"}[d.Female]+" con NIT "+formatNIT(w.rng, d.NIT))
		case officer == 3 && d.Person == nil:
			against = append(against, map[bool]string{true: "la ", false: "el "}[d.Female]+"{dm"+n+"}")
		case officer == 4 && d.Person == nil:
			against = append(against, "{dm"+n+"}, en cabeza de su [director|gerente|representante legal] o quien haga sus veces")
		default:
			against = append(against, "{dm"+n+"}")
		}
	}
	w.set("demandados", enumerate(all))
	w.set("demandados_coma", strings.Join(all, ", "))
	w.set("demandados_punto_y_coma", strings.Join(all, "; "))
	w.set("demandados_lineas", strings.Join(all, "\n"))
	w.set("contra", enumerate(against))
	w.set("d", "[{ds1}|{ds1}|{dm1}]")
	w.set("d_full", "{dm1}")
	w.set("d2", all[len(all)-1])
	w.set("da", "[{d:el accionado/la accionada}|{d:el demandado/la entidad demandada}]")
	w.set("La_accionada", "[{d:El accionado/La accionada}|{d:El demandado/La entidad accionada}]")
	var linked []string
	for i, d := range w.kase.linked {
		n := string(rune('1' + i))
		w.entity("vinculado"+n, ner.LinkedParty, d.Full, d.Full)
		linked = append(linked, "{vinculado"+n+"}")
	}
	w.set("vinculados", enumerate(linked))
}

// fillContacts makes the lines of the notifications: address, e-mail and
// telephone in one of several shapes.
func (w *writer) fillContacts() {
	p := w.kase.plaintiffs[0]
	w.entity("direccion", ner.PlaintiffAddress, p.Address, p.Address)
	w.entity("correo", ner.Email, p.Email, p.Email)
	w.entity("telefono", ner.Phone, formatPhone(w.rng, p.Phone), p.Phone)
	lives := p.Lives.Short()
	shape := w.rng.IntN(5)
	contact := []string{
		"la {direccion} de " + lives + "{,correo}, teléfono {telefono}",
		"la {direccion}, " + lives + "{.correo}. Celular: {telefono}",
		"la dirección {direccion} (" + lives + "){,correo}",
		"la {direccion}, municipio de " + lives + ", celular {telefono}{,correo}",
		"{direccion}, " + lives + ", tel. {telefono}{,correo}",
	}[shape]
	w.set(",correo", "")
	w.set(".correo", "")
	if p.Email != "" {
		w.set(",correo", "[, correo electrónico {correo}|, email: {correo}|, correo: {correo}]")
		w.set(".correo", ". [Correo electrónico|E-mail|Correo]: {correo}")
	}
	w.set("contacto", contact)
	w.set("datos", strings.TrimPrefix(contact, "la ")) // after a colon
	for i, d := range w.kase.defendants {
		n := string(rune('1' + i))
		w.entity("direccion_demandado"+n, ner.DefendantAddress, d.Address, d.Address)
		text := "la {direccion_demandado" + n + "} de {ciudad}"
		if d.Email != "" {
			text += []string{", correo " + d.Email, ", correo electrónico: " + d.Email, " o en el buzón " + d.Email}[w.rng.IntN(3)]
		}
		if number := formatNITOrNone(w.rng, d.NIT); number != "" && w.rng.IntN(2) == 0 {
			w.entity("nit"+n, ner.NIT, number, d.NIT)
			text += ", NIT {nit" + n + "}"
		}
		w.set("contacto_demandado"+n, text)
		w.set("datos_demandado"+n, strings.TrimPrefix(text, "la "))
	}
	w.set("contacto_demandado", "{contacto_demandado1}")
	w.set("datos_demandado", "{datos_demandado1}")
}

func formatNITOrNone(rng *rand.Rand, digits string) string {
	if digits == "" {
		return ""
	}
	return formatNIT(rng, digits)
}

func (w *writer) fillFacts() {
	style := w.date
	if style == 2 { // "marzo 2 de 2024" heads a letter but does not follow an article
		style = 0
	}
	for slot, f := range w.kase.facts {
		switch {
		case !f.day.IsZero():
			w.set(slot, formatDate(style, f.day))
		case f.pesos > 0:
			w.set(slot, formatMoney(w.money, f.pesos))
		default:
			w.set(slot, f.text)
		}
	}
}

func (w *writer) fillCourt() {
	c := w.kase.court
	if !w.assigned() {
		c.Number = 0
	}
	head := []string{"Juez", "Juez", "Juzgado", "Señor Juez"}[w.rng.IntN(4)]
	if w.assigned() {
		head = []string{"Juzgado", "Juez", "Juzgado"}[w.rng.IntN(3)]
	}
	head = strings.TrimPrefix(head, "Señor ")
	w.entity("juzgado", ner.Court, c.format(w.rng, head), c.String())
	w.entity("radicado", ner.Radicado, formatRadicado(w.rng, w.kase.radicado), w.kase.radicado)
}

// enumerate joins with commas and a last "y", or "e" before the sound of i.
func enumerate(items []string) string {
	switch len(items) {
	case 0:
		return ""
	case 1:
		return items[0]
	}
	last := items[len(items)-1]
	and := " y "
	if low := strings.ToLower(last); strings.HasPrefix(low, "i") || strings.HasPrefix(low, "hi") && !strings.HasPrefix(low, "hie") {
		and = " e "
	}
	return strings.Join(items[:len(items)-1], ", ") + and + last
}

// assigned reports whether the paper names one court.
func (w *writer) assigned() bool { return w.kase.assigned || w.layout.stamped }

func (w *writer) isAppeal() bool { return w.kase.matter.kind == document.Impugnacion }

func (w *writer) isRuling() bool { return w.kase.matter.kind == document.Sentencia }

// isMemorial reports whether the paper belongs to a proceeding under way.
func (w *writer) isMemorial() bool {
	return w.kase.matter.kind == document.Impugnacion || w.kase.matter.kind == document.Desacato
}
