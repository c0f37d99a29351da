package ner_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/cotejo/cotejo/core/ner"
)

// Papers of shapes that the invented filings do not have. A field that is not
// listed must not be found.
func TestPapers(t *testing.T) {
	fields := []ner.Field{ner.Plaintiff, ner.Defendant, ner.Cedula, ner.Email, ner.Radicado, ner.Court, ner.Agent, ner.Attorney}
	for name, want := range map[string]map[ner.Field]string{
		"personero": {ner.Plaintiff: "Eusebio Rentería Mena", ner.Agent: "Harvey Mosquera Palacios", ner.Cedula: "4800333",
			ner.Defendant: `EPS BARRIOS UNIDOS DE QUIBDÓ "AMBUQ"; Secretaría de Salud Departamental del Chocó`, ner.Court: "Juzgado Promiscuo Municipal de Istmina"},
		"habeas-corpus": {ner.Plaintiff: "Wilmer Antonio Bautista Contreras", ner.Cedula: "1090444555",
			ner.Defendant: "JUZGADO SEGUNDO PENAL DEL CIRCUITO DE CÚCUTA; INPEC", ner.Court: "Juzgado Penal de Cúcuta"},
		"tabla": {ner.Plaintiff: "María Eugenia Toro de Arango", ner.Cedula: "24888777", ner.Defendant: "NUEVA EPS S.A.", ner.Email: "mariatoro@une.net.co"},
		"madre-hospitalizada": {ner.Plaintiff: "Gladys León de Castro", ner.Agent: "Jhon Fredy Castro Leon", ner.Cedula: "21222333", ner.Email: "jhoncastro86@gmail.com",
			ner.Defendant: "E.P.S. SANITAS S.A.S.; HOSPITAL DEPARTAMENTAL DE VILLAVICENCIO E.S.E.", ner.Court: "Juzgado Municipal de Villavicencio"},
		"desacato": {ner.Plaintiff: "Blanca Stella Niño Pulido", ner.Cedula: "41555666", ner.Defendant: "Famisanar E.P.S. S.A.S.",
			ner.Radicado: "11001410502320240045600", ner.Court: "Juzgado 23 Laboral Municipal de Pequeñas Causas de Bogotá"},
		"correo": {ner.Plaintiff: "Carlos Andrés Pino Salcedo", ner.Cedula: "80111999", ner.Email: "candrespino@hotmail.com",
			ner.Defendant: "Secretaría Distrital de Movilidad de Bogotá"},
		"pensiones": {ner.Plaintiff: "José del Carmen Suárez Ardila", ner.Cedula: "5666777", ner.Email: "suarezardilajose@hotmail.com",
			ner.Defendant: "ADMINISTRADORA COLOMBIANA DE PENSIONES - COLPENSIONES; ADMINISTRADORA DE FONDOS DE PENSIONES Y CESANTÍAS PORVENIR S.A.",
			ner.Court:     "Juzgado Laboral del Circuito de Bucaramanga"},
		"sociedad-contra-juzgado": {ner.Plaintiff: "Inversiones El Roble S.A.S.", ner.Attorney: "Diana Carolina Vélez Mesa",
			ner.Defendant: "Juzgado Catorce Civil del Circuito de Medellín", ner.Court: "Tribunal Superior del Distrito Judicial de Medellín"},
		"sentencia": {ner.Plaintiff: "Yadira del Socorro Petro Argumedo", ner.Cedula: "50888999", ner.Defendant: "Mutual Ser EPS",
			ner.Radicado: "23001400900320240012300", ner.Court: "Juzgado 3 Penal Municipal con Función de Conocimiento de Montería"},
		"sin-mayusculas": {ner.Plaintiff: "Maria Nelly Rojas de Parra", ner.Cedula: "28555666", ner.Defendant: "nueva eps", ner.Email: "marianelly28@gmail.com"},
	} {
		text, err := os.ReadFile(filepath.Join("testdata", "papers", name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		r := ensemble(t, nil).Extract(string(text))
		for _, f := range fields {
			got := r.Value(f)
			if f == ner.Defendant {
				got = r.Joined(f)
			}
			if got != want[f] {
				t.Errorf("%s: %s is %q, want %q", name, f, got, want[f])
			}
		}
	}
}
