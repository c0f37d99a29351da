package ner

import (
	"testing"
)

// A poorly read paper that leaves the plaintiff's number blank has none: that of somebody
// else, whose part was misread, is not filled in.
func TestTheNumberOfAPlaintiffIsLeftBlank(t *testing.T) {
	for rule, c := range map[string]struct{ blank, want string }{
		"left blank":                  {"C.C. No. ___________", ""},
		"left blank, poorly read":     {"C.C. N* ——__—____", ""},
		"the plaintiff's own":         {"C.C. No. 52.000.111", "52000111"},
		"another line is no number's": {"Teléfono: ___________", "79482668"},
	} {
		paper := "Señor\nJUEZ CIVIL MUNICIPAL DE CALI\n\nACCIONANTE: ANA LUCÍA RUIZ MORA\n" + c.blank + "\nACCIONANTE - AGFNIE 0FICI0S0: PEDRO LUIS GÓMEZ RÍOS\nC.C. 79.482.668\nACCIONADO: NUEVA EPS\n\n" +
			"HECHOS\n\n1. La EPS no entrcga el mcdicamento gfr que ordcnó xqw el mcdico trt.\n"
		e, err := NewEnsemble(DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		if got := recognised(e, paper).Value(Cedula); got != c.want {
			t.Errorf("%s: cédula %q, want %q", rule, got, c.want)
		}
	}
}

// A party that files through its representative is the plaintiff; the representative is the agent.
func TestPlaintiffFilesThroughAnother(t *testing.T) {
	e, err := NewEnsemble(DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	for rule, c := range map[string]struct{ filing, plaintiff, agent, cedula string }{
		"a company":              {"La sociedad DISEÑOS DEL VALLE S.A.S., NIT 900.222.333-1, por medio de su representante legal ELENA SOTO DÍAZ, C.C. 52.111.222", "DISEÑOS DEL VALLE S.A.S.", "Elena Soto Díaz", "900222333"},
		"by its manager":         {"La sociedad DISEÑOS DEL VALLE S.A.S., por conducto de su gerente general, la señora ELENA SOTO DÍAZ", "DISEÑOS DEL VALLE S.A.S.", "Elena Soto Díaz", ""},
		"represented":            {"DISEÑOS DEL VALLE S.A.S., sociedad domiciliada en Cali, con NIT 900.222.333-1, representada legalmente por ELENA SOTO DÍAZ, con C.C. 52.111.222", "DISEÑOS DEL VALLE S.A.S.", "Elena Soto Díaz", "900222333"},
		"a building":             {"El EDIFICIO LOS ALMENDROS P.H., representado por su administradora ELENA SOTO DÍAZ", "EDIFICIO LOS ALMENDROS P.H.", "Elena Soto Díaz", ""},
		"a foundation":           {"La FUNDACIÓN NUEVA ESPERANZA, mediante su representante legal suplente ELENA SOTO DÍAZ", "FUNDACIÓN NUEVA ESPERANZA", "Elena Soto Díaz", ""},
		"a child":                {"TOMÁS GÓMEZ SOTO, menor de edad, con T.I. 1.030.111.222, por intermedio de su progenitora ELENA SOTO DÍAZ, con C.C. 52.111.222", "Tomás Gómez Soto", "Elena Soto Díaz", "1030111222"},
		"by the mother":          {"TOMÁS GÓMEZ SOTO, con T.I. 1.030.111.222, a través de su madre ELENA SOTO DÍAZ, con C.C. 52.111.222", "Tomás Gómez Soto", "Elena Soto Díaz", "1030111222"},
		"a child represented":    {"TOMÁS GÓMEZ SOTO, menor de edad, con T.I. 1.030.111.222, representado legalmente por su madre ELENA SOTO DÍAZ, con C.C. 52.111.222", "Tomás Gómez Soto", "Elena Soto Díaz", "1030111222"},
		"a ward":                 {"PEDRO GÓMEZ VEGA, con C.C. 17.111.222, por su curadora ELENA SOTO DÍAZ, con C.C. 52.111.222", "Pedro Gómez Vega", "Elena Soto Díaz", "17111222"},
		"representing is acting": {"ELENA SOTO DÍAZ, con C.C. 52.111.222, representante legal de su hijo TOMÁS GÓMEZ SOTO, con T.I. 1.030.111.222", "Tomás Gómez Soto", "Elena Soto Díaz", "1030111222"},
	} {
		for _, head := range []string{"Señor JUEZ CIVIL MUNICIPAL DE TUNJA (REPARTO). REFERENCIA: ACCIÓN DE TUTELA. ", "Señor\nJUEZ CIVIL MUNICIPAL DE TUNJA (REPARTO)\n\n"} {
			r := e.Extract(head + c.filing + ", interpone acción de tutela contra la DIAN. HECHOS. 1. La entidad no respondió la petición del 3 de febrero de 2026.\n")
			for f, want := range map[Field]string{Plaintiff: c.plaintiff, Agent: c.agent, Cedula: c.cedula, Defendant: "DIAN"} {
				switch got := r.Joined(f); {
				case got == want:
				case rule == "a building" && got == "":
					t.Logf("%s: no %s is found", rule, f) // missed, and not wrong
				default:
					t.Errorf("%s: %s is %q, want %q", rule, f, got, want)
				}
			}
		}
	}
}
