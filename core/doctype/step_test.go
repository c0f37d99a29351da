package doctype_test

import (
	"testing"

	"github.com/cotejo/cotejo/core/doctype"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/papers"
)

func TestSteps(t *testing.T) {
	for _, c := range []struct {
		rule, text string
		want       doctype.Step
	}{
		{"a tutela", "Señor\nJUEZ MUNICIPAL DE TUNJA (REPARTO)\n\nInterpongo acción de tutela contra Nueva EPS.", doctype.Request},
		{"a tutela against a ruling", "Señores\nTRIBUNAL (REPARTO)\nPromuevo acción de tutela contra el fallo de 3 de mayo, radicado 15001-40-03-002-2024-00123-00.", doctype.Request},
		{"an answer", "Señora Juez\nRef: Tutela 2024-00123\nEn calidad de apoderada de la EPS descorro el traslado. A los hechos: no nos consta.", doctype.Answer},
		{"an answer without a heading", "Señor Juez\nMe pronuncio dentro del término concedido. La entidad que represento no negó nada; solicito declarar improcedente la tutela.", doctype.Answer},
		{"an answer to a demand of the court", "Doctor\nJUEZ PRIMERO PROMISCUO MUNICIPAL DE SARAVENA\n\nRADICADO: 81736 40 89 001 2023 00112 00\nACCIONANTE: ANA RUIZ MORA\nASUNTO: RESPUESTA AL REQUERIMIENTO\n\nLUZ GIL, apoderada especial de NUEVA EPS S.A., dentro del término señalado en el auto: el servicio fue autorizado. INEXISTENCIA DE VULNERACIÓN. Ruego que se deniegue el amparo.", doctype.Answer},
		{"an order", "JUZGADO SEGUNDO CIVIL MUNICIPAL\nTunja, 3 de mayo de 2024\n\nSe admite la acción de tutela de Ana Ruiz. Córrase traslado a la EPS.", doctype.Order},
		{"a secretary's report before an order", "INFORME SECRETARIAL. Al Despacho de la señora Juez la tutela recibida por reparto. Sírvase proveer.\nJUZGADO PRIMERO DE TUNJA\nAuto de sustanciación 12. Admitir la acción.", doctype.Order},
		{"a ruling", "JUZGADO SEGUNDO CIVIL MUNICIPAL\nProcede el despacho a decidir la tutela.\nAdministrando justicia, RESUELVE: amparar.", doctype.Ruling},
		{"an appeal", "Señora Juez\nRef: Tutela 2024-00123\nImpugno el fallo que negó el amparo.", doctype.Appeal},
		{"an incidente", "Señora Juez\nINCIDENTE DE DESACATO\nLa EPS no ha cumplido el fallo.", doctype.Contempt},
		{"a withdrawal", "Señora Juez\nRef: Tutela 2024-00123\nManifiesto que desisto de la acción de tutela, porque ya me entregaron todo.", doctype.Withdrawal},
		{"a withdrawal in plain words", "Señores Juzgado 2 Civil\nLes informo que ya no quiero seguir con la tutela que puse el 10 de octubre. Les pido que la archiven.", doctype.Withdrawal},
		{"new evidence", "Juzgado Primero de Riohacha\nMemorial aportando pruebas\nAccionante en la tutela contra la empresa de gas, allego al expediente unas facturas.", doctype.Memorial},
		{"a question how it stands", "Señora Juez\nPregunto por la tutela que presenté en mayo. Dígame en qué estado va.", doctype.Memorial},
		{"a list of things to buy", "Pan, leche y huevos.", doctype.UnknownStep},
	} {
		if got := doctype.StepOf(c.text); got != c.want {
			t.Errorf("%s: %q, want %q", c.rule, got, c.want)
		}
	}
}

func TestStepsOfKinds(t *testing.T) {
	for kind, want := range map[string]bool{doctype.Tutela: true, doctype.Demanda: true, doctype.Other: true, doctype.Sentencia: false, doctype.Impugnacion: false, doctype.Desacato: false} {
		if got := doctype.StepOfKind(kind).Opens(); got != want {
			t.Errorf("%s opens a case: %v", kind, got)
		}
	}
}

// Papers that open a case are hardly ever taken for another step, which would hide that they are filed twice.
func TestRequestsOpenCases(t *testing.T) {
	opens := map[document.Type]bool{document.Tutela: true, document.HabeasCorpus: true, document.HabeasData: true, document.DerechoPeticion: true}
	g := filings.New(31, filings.HeldOut())
	wrong, all := 0, 0
	for range 1000 {
		f := g.Filing()
		all++
		if step := doctype.StepOf(f.Text); step.Opens() != opens[f.Type] {
			wrong++
			t.Logf("%s taken for %q", f.Type, step)
		}
	}
	if wrong > all/50 {
		t.Errorf("%d of %d generated filings", wrong, all)
	}
	written, err := papers.ToLearn()
	if err != nil {
		t.Fatal(err)
	}
	wrong, all = 0, 0
	for _, p := range written {
		if opens, isKind := opens[document.Type(p.Gold.Type)]; isKind && opens {
			all++
			if step := doctype.StepOf(p.Text); !step.Opens() {
				wrong++
				t.Logf("%s: %s taken for %q", p.ID, p.Gold.Type, step)
			}
		}
	}
	if all == 0 || wrong > all/50 {
		t.Errorf("%d of %d papers of people", wrong, all)
	}
}
