package ner_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/ner"
)

// Ways of asking that somebody be heard besides the two sides, or of saying that
// somebody was; %[1]s and %[2]s stand for those who are named.
var linking = []struct {
	sentence string
	named    int
}{
	{"Solicito vincular a %[1]s y a %[2]s.", 2},
	{"Sírvase vincular al presente trámite a %[1]s y %[2]s, por tener interés.", 2},
	{"Ruego al despacho que vincule a %[1]s, por cuanto puede resultar afectada.", 1},
	{"Vincúlese a %[1]s y a %[2]s.", 2},
	{"Pido se integre el contradictorio con %[1]s y %[2]s.", 2},
	{"Pido que se integre al contradictorio a %[1]s.", 1},
	{"Como terceros con interés legítimo deben comparecer %[1]s y %[2]s.", 2},
	{"Se solicita la vinculación de %[1]s y de %[2]s en calidad de terceros interesados.", 2},
	{"Téngase como tercero interesado a %[1]s.", 1},
	{"Deben ser vinculados %[1]s y %[2]s.", 2},
	{"Debe vincularse igualmente a %[1]s, entidad que maneja los recursos.", 1},
	{"Que se vincule como litisconsorte necesario a %[1]s.", 1},
	{"Considero necesario vincular también a %[1]s y a %[2]s.", 2},
	{"Terceros con interés: %[1]s; %[2]s.", 2},
	{"Entidades que deben ser vinculadas: %[1]s y %[2]s.", 2},
	{"Entidad vinculada: %[1]s", 1},
	{"Solicito se cite a %[1]s para que se pronuncie.", 1},
	{"Solicito que al trámite se llame a %[1]s y a %[2]s.", 2},
	{"Para integrar debidamente el contradictorio, vincúlese a %[1]s y %[2]s.", 2},
	{"Solicito, además, que se ordene la vinculación de %[1]s, dado que intervino en los hechos.", 1},
	{"Es preciso que concurran al proceso %[1]s y %[2]s, a quienes pido notificar.", 2},
	{"Podrían verse afectados con el fallo %[1]s y %[2]s, por lo que pido vincularlos.", 2},
	{"En calidad de vinculada: %[1]s.", 1},
	{"Solicito comedidamente vincular de oficio a %[1]s.", 1},
	{"Le pido al juez que también haga parte a %[1]s.", 1},
	{"Comedidamente pido que se haga comparecer a %[1]s.", 1},
	{"También debería responder %[1]s, a la que pido vincular.", 1},
	{"Notifíquese de esta acción a %[1]s como tercera interesada.", 1},
	{"Conviene oír a %[1]s y a %[2]s, que conocen el caso.", 2},
	{"Igualmente, se debe vincular a %[1]s toda vez que es quien gira los dineros.", 1},
	{"Vinculados:\n- %[1]s\n- %[2]s", 2},
	{"Solicito la intervención de %[1]s como tercero.", 1},
	{"Que se ordene correr traslado también a %[1]s.", 1},
	{"Pido que se entere de esta tutela a %[1]s y a %[2]s.", 2},
	{"Vinculadas de oficio: %[1]s, %[2]s.", 2},
	{"Le ruego a su señoría hacer extensiva la acción a %[1]s.", 1},
	{"Imploro que se cite a %[1]s.", 1},
	{"Estimo que debe ser oída %[1]s.", 1},
	{"Pido que %[1]s sea vinculada a este trámite.", 1},
	{"Solicito que %[1]s sea llamada a intervenir.", 1},
	{"Que se ponga en conocimiento de %[1]s la presente acción, por tener interés en su resultado.", 1},
	{"Que se dé participación en este asunto a %[1]s.", 1},
	{"Pido que también sea parte de este trámite %[1]s.", 1},
	{"Solicito se dé aviso de esta tutela a %[1]s para que se pronuncie.", 1},
	{"Que se comunique la admisión de esta tutela a %[1]s, como interesada.", 1},
	{"Que se tenga como interviniente a %[1]s.", 1},
	{"Quiero que %[1]s también responda.", 1},
	{"A %[1]s también la deben vincular.", 1},
	{"Creo que tienen que ver %[1]s y %[2]s, por eso pido que los vinculen.", 2},
	{"Debe conformarse el contradictorio con %[1]s y con %[2]s.", 2},
	{"Es menester que se vincule a %[1]s, dada su competencia.", 1},
	{"Deberá vincularse a %[1]s y notificarle el auto admisorio.", 1},
	{"Téngase por vinculada a %[1]s.", 1},
	{"Terceros: %[1]s.", 1},
	{"Solicitud de vinculación: %[1]s.", 1},
	{"Como tercero, %[1]s.", 1},
	{"Cítese a %[1]s.", 1},
	{"Pido que como entidad interesada se cite a %[1]s.", 1},
	{"Sírvase citar en calidad de accionada a %[1]s.", 1},
	{"Solicito la vinculación formal de %[1]s.", 1},
	{"Solicito vincular mediante auto a %[1]s.", 1},
	{"Pido que me llamen también a %[1]s.", 1},
	{"Pido que se le corra el traslado a %[1]s.", 1},
	{"Pido que se extienda la citación a %[1]s.", 1},
	{"Pido citar, además de la accionada, a %[1]s.", 1},
	{"Ruego que con la accionada comparezca %[1]s.", 1},
	{"Pido que a %[1]s se la llame al trámite.", 1},
	{"Ruego correr traslado de la demanda a %[1]s.", 1},
	{"Conviene oír la versión de %[1]s y de %[2]s.", 2},
	{"Hágase parte a %[1]s y a %[2]s.", 2},
	{"Hago extensiva esta tutela a %[1]s.", 1},
	{"Hay que llamar también a %[1]s.", 1},
}

// third are parties that are neither of the two sides.
var third = [][2]string{
	{"la Superintendencia Nacional de Salud", "el Hospital San Vicente de Arauca"},
	{"la Secretaría de Salud de Arauca", "la IPS Cuidarte del Llano S.A.S."},
	{"el Departamento de Arauca", "la ADRES"},
	{"el Ministerio de Salud y Protección Social", "la Clínica San Roque"},
}

// TestThirdParties reads each sentence in the label block, in the presentation or
// among the claims, with line ends and without.
func TestThirdParties(t *testing.T) {
	const (
		head = "Arauca, 4 de junio de 2024\n\nSeñor\nJUEZ MUNICIPAL DE ARAUCA\nE. S. D.\n\n"
		who  = "NUBIA ESTHER CAMEJO, mayor de edad, identificada con la cédula de ciudadanía 68.222.333, en nombre propio, interpongo acción de tutela contra Nueva EPS, con base en los siguientes hechos. "
		fact = "\n\nHECHOS\n1. Tengo un problema de riñón.\n"
		asks = "\nPRETENSIONES\n1. Tutelar mi derecho a la salud.\n2. Ordenar la cirugía.\n3. "
		sign = "\n\nPRUEBAS\nHistoria clínica.\n\nAtentamente,\n\nNUBIA ESTHER CAMEJO\nC.C. 68.222.333\n"
	)
	label := regexp.MustCompile(`^(Vinculad|Terceros|Entidad|En calidad)`)
	article := regexp.MustCompile(`(^|: |, |\n- )(la|el) `)
	e := ensemble(t, nil)
	wrong := 0
	for i, way := range linking {
		names := third[i%len(third)]
		s := strings.NewReplacer(" a el ", " al ", " de el ", " del ").Replace(fmt.Sprintf(way.sentence+"%[3]s", names[0], names[1], ""))
		want := article.ReplaceAllString(names[0], "$1")
		if way.named == 2 {
			want += "; " + article.ReplaceAllString(names[1], "$1")
		}
		papers := []string{head + who + s + fact, head + who + fact + asks + s + sign}
		if label.MatchString(s) {
			papers = []string{head + "Accionante: Nubia Esther Camejo\nAccionada: Nueva EPS\n" + article.ReplaceAllString(s, "$1") + "\n\n" + who + fact}
		}
		for _, paper := range papers {
			for _, text := range []string{paper, strings.Join(strings.Fields(paper), " ")} {
				r := e.Extract(text)
				if got := r.Joined(ner.LinkedParty); got != want || r.Joined(ner.Defendant) != "Nueva EPS" {
					t.Logf("%s\n got %q, defendant %q\nwant %q\n%s", s, got, r.Joined(ner.Defendant), want, text)
					wrong++
				}
			}
		}
	}
	const may = 5 // of more than two hundred: a model decides who is sued
	if wrong > may {
		t.Errorf("%d sentences are read wrongly, %d may be", wrong, may)
	}
}

// TestThirdPartiesAnywhere reads what who files asks of the judge where the section
// does not say that something is asked for, and in capitals.
func TestThirdPartiesAnywhere(t *testing.T) {
	e := ensemble(t, nil)
	const facts = "NUBIA ESTHER CAMEJO, identificada con la cédula de ciudadanía 68.222.333, en nombre propio, interpongo acción de tutela contra Nueva EPS.\n\nHECHOS\n1. Tengo un problema de riñón.\n2. "
	const capitals = "NUBIA ESTHER CAMEJO, IDENTIFICADA CON LA CÉDULA DE CIUDADANÍA NO. 68.222.333, EN\nNOMBRE PROPIO, INTERPONGO ACCIÓN DE TUTELA CONTRA NUEVA EPS POR VIOLACIÓN DE MIS\nDERECHOS A LA SALUD Y A LA VIDA DIGNA.\n\n"
	for _, s := range []string{
		"Pido que se cite a la ADRES.",
		"Además de la accionada, pido que se escuche a la ADRES.",
		"Ordénese la vinculación de la ADRES.",
		"Tercera con interés: la ADRES.",
		"Cítese a la ADRES.",
		"Se impone la vinculación de la ADRES.",
		"Interviene como tercera con interés la ADRES.",
		"SOLICITO VINCULAR COMO TERCERO A LA ADRES.",
		"DEBE SER LLAMADA AL TRÁMITE LA ADRES.",
		"SE RUEGA VINCULAR DE MANERA OFICIOSA A LA ADRES.",
	} {
		head := facts
		if s == strings.ToUpper(s) {
			head = capitals
		}
		r := e.Extract("Señor\nJUEZ MUNICIPAL DE ARAUCA\n\n" + head + s + "\n\nPRUEBAS\nHistoria clínica.\n")
		if got := r.Joined(ner.LinkedParty); got != "ADRES" {
			t.Errorf("%s\ngot %q", s, got)
		}
	}
}

// TestNoThirdParties holds sentences in which somebody is joined to something
// else than the case, or asked for something else than to be heard.
func TestNoThirdParties(t *testing.T) {
	e := ensemble(t, nil)
	for _, s := range []string{
		"Estoy vinculada a la Clínica San Roque desde 2010 como enfermera.",
		"Mi vinculación con el Departamento de Arauca terminó en mayo.",
		"Fui vinculada por contrato a la Clínica San Roque.",
		"Mi hijo fue vinculado a la nómina de la Secretaría de Salud de Arauca.",
		"Solicito que se ordene a Nueva EPS citar a la Clínica San Roque mis controles.",
		"Pido que me den la cita con Oncología Clínica San Roque.",
		"El vínculo con la Clínica San Roque era laboral.",
		"Que se responda de fondo la petición al Departamento de Arauca.",
	} {
		r := e.Extract("Señor\nJUEZ MUNICIPAL DE ARAUCA\n\nNUBIA ESTHER CAMEJO, identificada con la cédula de ciudadanía 68.222.333, en nombre propio, interpongo acción de tutela contra Nueva EPS. " +
			s + "\n\nHECHOS\n1. Tengo un problema de riñón.\n")
		if got := r.Joined(ner.LinkedParty); got != "" {
			t.Errorf("%s\ngot %q", s, got)
		}
	}
}
