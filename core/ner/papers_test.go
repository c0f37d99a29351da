package ner_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/ner"
)

// shapes are the papers of testdata/papers and what they name; spellings that are as good are separated by |.
var shapes = map[string]map[ner.Field]string{
	"personero": {ner.Plaintiff: "Eusebio Rentería Mena", ner.Agent: "Harvey Mosquera Palacios", ner.Cedula: "4800333", ner.Email: "personeria@istmina-choco.gov.co",
		ner.Defendant: `EPS BARRIOS UNIDOS DE QUIBDÓ "AMBUQ"; Secretaría de Salud Departamental del Chocó`, ner.Court: "Juzgado Promiscuo Municipal de Istmina"},
	"habeas-corpus": {ner.Plaintiff: "Wilmer Antonio Bautista Contreras", ner.Cedula: "1090444555",
		ner.Defendant: "JUZGADO SEGUNDO PENAL DEL CIRCUITO DE CÚCUTA; INPEC", ner.Court: "Juzgado Penal de Cúcuta"},
	"tabla": {ner.Plaintiff: "María Eugenia Toro de Arango", ner.Cedula: "24888777", ner.Defendant: "NUEVA EPS S.A.", ner.Email: "mariatoro@une.net.co"},
	"madre-hospitalizada": {ner.Plaintiff: "Gladys León de Castro", ner.Agent: "Jhon Fredy Castro Leon|Jhon Fredy Castro León", ner.Cedula: "21222333", ner.Email: "jhoncastro86@gmail.com",
		ner.Defendant: "E.P.S. SANITAS S.A.S.; HOSPITAL DEPARTAMENTAL DE VILLAVICENCIO E.S.E.", ner.Court: "Juzgado Municipal de Villavicencio"},
	"desacato": {ner.Plaintiff: "Blanca Stella Niño Pulido", ner.Cedula: "41555666", ner.Defendant: "Famisanar E.P.S. S.A.S.",
		ner.Radicado: "11001410502320240045600", ner.Court: "Juzgado 23 Laboral Municipal de Pequeñas Causas de Bogotá"},
	"correo": {ner.Plaintiff: "Carlos Andrés Pino Salcedo", ner.Cedula: "80111999", ner.Email: "candrespino@hotmail.com",
		ner.Defendant: "Secretaría Distrital de Movilidad de Bogotá"},
	"pensiones": {ner.Plaintiff: "José del Carmen Suárez Ardila", ner.Cedula: "5666777", ner.Email: "suarezardilajose@hotmail.com",
		ner.Defendant: "ADMINISTRADORA COLOMBIANA DE PENSIONES - COLPENSIONES; ADMINISTRADORA DE FONDOS DE PENSIONES Y CESANTÍAS PORVENIR S.A.",
		ner.Court:     "Juzgado Laboral del Circuito de Bucaramanga"},
	"sociedad-contra-juzgado": {ner.Plaintiff: "Inversiones El Roble S.A.S.", ner.Cedula: "900156264", ner.Attorney: "Diana Carolina Vélez Mesa",
		ner.Defendant: "JUZGADO CATORCE CIVIL DEL CIRCUITO DE MEDELLÍN", ner.Court: "Tribunal Superior del Distrito Judicial de Medellín"},
	"sentencia": {ner.LinkedParty: "ADRES", ner.Plaintiff: "L.M.P.", ner.Agent: "Yadira del Socorro Petro Argumedo", ner.Defendant: "Mutual Ser EPS",
		ner.Radicado: "23001400900320240012300", ner.Court: "Juzgado 3 Penal Municipal con Función de Conocimiento de Montería"},
	"aplanado-madre": {ner.Plaintiff: "Transito Roa de Quintana", ner.Agent: "Martha Liliana Quintana Roa", ner.Cedula: "20987111",
		ner.Defendant: "FAMISANAR EPS S.A.S.", ner.Email: "marthaquintana74@gmail.com", ner.Court: "Juzgado Municipal de Soacha"},
	"etiquetas-rotas": {ner.Plaintiff: "Nubia Stella Caicedo Valencia", ner.Cedula: "31144567", ner.Email: "nubia.caicedo@hotmail.com",
		ner.Defendant: "ADMINISTRADORA COLOMBIANA DE PENSIONES - COLPENSIONES|COLPENSIONES", ner.Court: "Juzgado 5 Civil Municipal de Palmira"},
	"apoderado-tp": {ner.Plaintiff: "Jesús Arbey Insuasty Benavides", ner.Attorney: "Julio César Eraso Muñoz", ner.Cedula: "98333222",
		ner.Email: "jesusinsuasty@yahoo.es", ner.Court: "Tribunal Administrativo de Nariño",
		ner.Defendant: "NACIÓN - MINISTERIO DE DEFENSA - POLICÍA NACIONAL; DIRECCIÓN DE SANIDAD DE LA POLICÍA NACIONAL"},
	"comas-en-nombres": {ner.Plaintiff: "Yolanda Pinzón Carreño", ner.Cedula: "63345678", ner.Email: "yolandapinzonc@outlook.com",
		ner.Defendant: "Caja Santandereana de Subsidio Familiar; Departamento Administrativo Distrital de Salud, DADIS; Constructora Marval, Urbanismo y Vivienda S.A.; Instituto de Salud de Bucaramanga, ISABU"},
	"persona-demandada": {ner.Plaintiff: "Hernán Darío Lenis Posso", ner.Cedula: "6287345", ner.Email: "hlenis@gmail.com",
		ner.Defendant: "Álvaro José Libreros Cruz; ALCALDÍA MUNICIPAL DE EL CERRITO", ner.Court: "Juzgado Promiscuo Municipal de El Cerrito"},
	"actor-demandado": {ner.Plaintiff: "Edilberto Enrique Orozco Cantillo", ner.Cedula: "7456123", ner.Radicado: "08001310501620230021100",
		ner.Defendant: "FONDO DE PASIVO SOCIAL DE FERROCARRILES NACIONALES DE COLOMBIA", ner.Court: "Juzgado 16 Laboral del Circuito de Barranquilla",
	},
	"habeas-detenido": {ner.Defendant: "Estación de Policía de Tumaco; FISCALÍA 23 LOCAL DE TUMACO", ner.Plaintiff: "Luis Carlos Cortés Angulo", ner.Agent: "Rosa Elvira Cortés Angulo", ner.Cedula: "1087654321",
		ner.Court: "Juzgado de Control de Garantías de Tumaco"},
	"peticion": {ner.Plaintiff: "Luz Dary Guzmán Ospina", ner.Cedula: "65744321", ner.Email: "luzdguzman@gmail.com",
		ner.Defendant: "EMPRESA IBAGUEREÑA DE ACUEDUCTO Y ALCANTARILLADO S.A. E.S.P. OFICIAL - IBAL"},
	"tres-hermanos": {ner.Plaintiff: "Jorge Eliécer Valencia Henao", ner.Cedula: "7544111", ner.Email: "valenciahenao@gmail.com",
		ner.Defendant: "DEPARTAMENTO DEL QUINDÍO - SECRETARÍA DE EDUCACIÓN; FIDUPREVISORA S.A.", ner.Court: "Juzgado 3 de Familia de Armenia",
	},
	"hijo-menor": {ner.Plaintiff: "Samuel Arango Giraldo", ner.Agent: "Leidy Johana Giraldo Ceballos", ner.Cedula: "1054222333", ner.Email: "leidygiraldo92@hotmail.com",
		ner.Defendant: "Salud Total EPS-S S.A.; CLÍNICA OSPEDALE", ner.LinkedParty: "SECRETARÍA DE SALUD DE CALDAS",
		ner.Court: "Juzgado Penal Municipal con Función de Control de Garantías de Manizales"},
	"tutela-contra-sentencia": {ner.Plaintiff: "AGROINDUSTRIAS SAN ISIDRO LTDA", ner.Cedula: "890312456", ner.Agent: "Camilo Andrés Restrepo Lloreda", ner.Email: "gerencia@sanisidro.co",
		ner.Defendant: "SALA CIVIL DEL TRIBUNAL SUPERIOR DE CALI", ner.Court: "Corte Suprema de Justicia Sala de Casación Civil"},
	"corte-de-renglon": {ner.Plaintiff: "Wilson Ferney Meneses Ordóñez", ner.Cedula: "76321654",
		ner.Defendant: "ESTABLECIMIENTO PENITENCIARIO DE MEDIANA SEGURIDAD DE POPAYÁN", ner.Court: "Juzgado de Ejecución de Penas y Medidas de Seguridad de Popayán"},
	"sin-mayusculas": {ner.Plaintiff: "Maria Nelly Rojas de Parra", ner.Cedula: "28555666", ner.Defendant: "nueva eps", ner.Email: "marianelly28@gmail.com"},
}

// Papers of shapes that the invented filings do not have. A field that is not
// listed must not be found. Their parties are among what TestWriteParties learns from.
func TestPapers(t *testing.T) {
	// Found, but not surely enough to be filled in.
	unsure := map[string]ner.Field{"madre-hospitalizada": ner.Email, "etiquetas-rotas": ner.Court, "sentencia": ner.Plaintiff}
	fields := []ner.Field{ner.Plaintiff, ner.Defendant, ner.Cedula, ner.Email, ner.Radicado, ner.Court, ner.Agent, ner.Attorney, ner.LinkedParty}
	for name, want := range shapes {
		text, err := os.ReadFile(filepath.Join("testdata", "papers", name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		var recognised []ner.Span
		if name == "etiquetas-rotas" {
			recognised = ner.Recognised(string(text))
		}
		r, _ := ensemble(t, nil).ExtractContext(t.Context(), string(text), recognised...)
		for _, f := range fields {
			got := r.Value(f)
			if unsure[name] == f && got == "" {
				got = ner.Result{Entities: r.Alternatives}.Value(f)
			}
			if f == ner.Defendant {
				got = r.Joined(f)
			}
			if !slices.Contains(strings.Split(want[f], "|"), got) {
				t.Errorf("%s: %s is %q, want %q", name, f, got, want[f])
			}
		}
	}
}
