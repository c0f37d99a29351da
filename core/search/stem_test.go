package search_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/search"
)

// Words of a line are found by one another; those of different lines are not.
func TestInflectionsShareAStem(t *testing.T) {
	families := []string{
		"tutela tutelas tutelar tutelado tutelados tutelaron",
		"pension pensiones pensionado pensionados pensionada",
		"vulneracion vulneraciones vulnerado vulnerados vulneradas vulnerar vulneraron vulnera",
		"derecho derechos",
		"accion acciones accionante accionantes accionado accionada",
		"peticion peticiones",
		"notificar notificacion notificaciones notificado notificarle notificarles notifique notificaron",
		"aplicar aplicacion aplique aplicaron",
		"juicio juicios",
		"municipio municipios",
		"servicio servicios",
		"juez jueces",
		"sentencia sentencias",
		"presidente presidentes presidencia presidencias",
		"medico medica medicos medicas",
		"enfermedad enfermedades",
		"medicamento medicamentos",
		"tratamiento tratamientos",
		"institucion instituciones",
		"constitucional constitucionales",
		"orden ordenes ordenar ordenado ordeno ordenara ordenaran",
		"amparo amparos ampara amparar ampararon",
		"negar negado negaron nego negada",
		"pagar pague pagaron pagado pagos pago",
		"indemnizacion indemnizaciones indemnizar indemnizado",
		"victima victimas",
		"alcance alcances",
		"nino ninos nina ninas",
		"administrativo administrativa administrativos administracion",
		"demandante demandantes demandado demandados demanda demandas",
		"autorizacion autorizaciones autorizar autorizado autorizo",
		"cirugia cirugias",
		"laboral laborales",
		"cotizacion cotizaciones cotizar",
		"desplazamiento desplazamientos",
		"vejez",
		"salud",
		"eps",
	}
	stems := map[string]string{}
	for _, family := range families {
		words := strings.Fields(family)
		stem := search.Stem(words[0])
		if other, ok := stems[stem]; ok {
			t.Errorf("%s and %s share the stem %s", words[0], other, stem)
		}
		stems[stem] = words[0]
		for _, w := range words {
			if got := search.Stem(w); got != stem {
				t.Errorf("%s: %s, but %s: %s", w, got, words[0], stem)
			}
		}
	}
}

func TestStemIsABeginningOfTheWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.OneOf(rapid.StringMatching(`[a-z]{1,6}(a|o|ent|amient|ic|at|iv|gu|qu|c|z)?(e|as|os|es|cion|idad|mente|iendome|arles|amente)?`), rapid.String()).Draw(t, "word")
		s := search.Stem(w)
		if !strings.HasPrefix(w, s) || w != "" && s == "" {
			t.Fatalf("%q: stem %q", w, s)
		}
	})
}

func TestWhatIsNoSpanishWordStaysWhole(t *testing.T) {
	for _, w := range []string{"", "eps", "52418903", "t760", "tutelaś", "москва", "x"} {
		if got := search.Stem(w); got != w {
			t.Errorf("%s: %s", w, got)
		}
	}
}
