package dedup_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestExplanations compares what clerks read about typical pairs with golden files.
func TestExplanations(t *testing.T) {
	mother := dedup.Parties{Plaintiff: "María Ruiz Soto", Cedula: "52418903", Defendant: "Nueva EPS", Email: "maria.ruiz@correo.co"}
	letter := func(child, number, illness, drug string) string {
		return "MARÍA RUIZ SOTO, identificada con la cédula de ciudadanía No. 52.418.903, actuando en representación de mi hija menor de edad " + child +
			" RUIZ, con tarjeta de identidad " + number + ", presento acción de tutela contra NUEVA EPS.\nHECHOS\n1. Mi hija padece " + illness +
			", enfermedad que exige atención permanente.\n2. El 12 de marzo de 2024 el médico tratante ordenó " + drug + ", según la orden 884120, con un copago de $ 849.000.\n" +
			"3. Pese a que se ha acudido en repetidas oportunidades a los puntos de dispensación autorizados, la última el 01/04/2024, la entidad no ha hecho entrega de lo ordenado.\n" +
			"4. La demora injustificada pone en riesgo la vida y la integridad, y obliga a soportar dolores que podrían evitarse con el tratamiento oportuno.\n" +
			"PRETENSIONES\n1. Tutelar el derecho fundamental a la salud.\n2. Ordenar a NUEVA EPS que en el término de cuarenta y ocho horas autorice y entregue " + drug + ".\n" +
			"Atentamente, MARÍA RUIZ SOTO, C.C. 52.418.903, celular 310 555 0142."
	}
	first := letter("VALENTINA", "1.098.765.432", "artritis reumatoide", "rituximab")
	asAlias := strings.NewReplacer("NUEVA EPS", "NUEVA EMPRESA PROMOTORA DE SALUD S.A.", "MARÍA RUIZ SOTO", "MARIA RUIZ", "52.418.903", "52418903",
		"12 de marzo de 2024", "12/03/2024", "$ 849.000", "849000 pesos", "artritis", "artrltis", "é", "e", "ó", "o")
	otherMother := strings.NewReplacer("MARÍA RUIZ SOTO", "CARMEN DÍAZ PEÑA", "VALENTINA RUIZ", "SARA DÍAZ", "52.418.903", "41.772.019", "1.098.765.432", "1.105.222.333",
		"310 555 0142", "311 444 0987", "12 de marzo de 2024", "9 de julio de 2024", "884120", "917733", "01/04/2024", "30/07/2024", "849.000", "912.500")
	for name, second := range map[string]dedup.Filing{
		"other-child":         {Text: letter("SAMANTA", "1.105.222.333", "artritis reumatoide", "rituximab"), Parties: mother},
		"other-child-illness": {Text: letter("SAMANTA", "1.105.222.333", "epilepsia refractaria", "levetiracetam"), Parties: mother},
		"alias": {Text: asAlias.Replace(first), Parties: dedup.Parties{Plaintiff: "Maria Ruiz", Cedula: "52418903",
			Defendant: "Nueva Empresa Promotora de Salud S.A.", Email: "maria.ruiz@correo.co"}},
		"half": {Text: first[:strings.Index(first, "4. La demora")], Parties: mother},
		"new-claim": {Text: strings.NewReplacer("artritis reumatoide", "epilepsia refractaria", "rituximab", "levetiracetam", "12 de marzo de 2024", "9 de julio",
			"884120", "917733", "01/04/2024", "30/07/2024", "849.000", "912.500").Replace(first), Parties: mother},
		"mass": {Text: otherMother.Replace(first), Parties: dedup.Parties{Plaintiff: "Carmen Díaz Peña", Cedula: "41772019", Defendant: "Nueva EPS"}},
	} {
		t.Run(name, func(t *testing.T) {
			m := compareTexts(t, detector(t), dedup.Filing{Type: "tutela", Text: first, Parties: mother}, dedup.Filing{Type: "tutela", Text: second.Text, Parties: second.Parties})
			var b strings.Builder
			fmt.Fprintf(&b, "%s: parties %s, facts %s, claims %s\n", m.Relation, m.Parties.Verdict, m.Facts.Verdict, m.Claims.Verdict)
			for _, r := range m.Ranked() {
				fmt.Fprintf(&b, "%s: %s", r.Code, r.Text)
				if r.Left+r.Right != "" {
					fmt.Fprintf(&b, " [%s | %s]", r.Left, r.Right)
				}
				b.WriteByte('\n')
			}
			file := filepath.Join("testdata", "explanations", name+".golden")
			if *update {
				if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if b.String() != string(want) {
				t.Errorf("the explanation is\n%swant\n%s", &b, want)
			}
		})
	}
}
