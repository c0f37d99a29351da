package filings

// Municipalities and courts.

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// City is a municipality.
type City struct {
	DANE       string // five digits
	Name       string
	Department string
}

var cities = func() (out []City) {
	for _, line := range lines("municipalities.txt") {
		f := strings.Split(line, "|")
		c := City{DANE: f[0], Name: f[1], Department: f[2]}
		out = append(out, c)
		if strings.HasSuffix(c.DANE, "001") { // capitals are where most filings are made
			out = append(out, c, c, c)
		}
	}
	return out
}()

func pickCity(rng *rand.Rand) City { return pick(rng, cities) }

// Short is the name as people say it: Bogotá.
func (c City) Short() string { return strings.TrimSuffix(c.Name, " D.C.") }

// Court is a court that hears tutelas.
type Court struct {
	Kind   int // index into courtKinds
	Number int // 0 for the only one of its kind, or when the filing is not yet assigned
	City   City
}

type courtKind struct {
	name    string
	code    string // entity and specialty, digits 6 to 9 of a radicado
	largest int    // how many of them a city has at most
}

var courtKinds = []courtKind{
	{"Civil Municipal", "4003", 40},
	{"Penal Municipal con Función de Control de Garantías", "4088", 60},
	{"Penal Municipal con Función de Conocimiento", "4009", 30},
	{"Promiscuo Municipal", "4089", 4},
	{"de Pequeñas Causas y Competencia Múltiple", "4189", 30},
	{"de Pequeñas Causas Laborales", "4105", 12},
	{"Civil del Circuito", "3103", 40},
	{"Penal del Circuito con Función de Conocimiento", "3109", 30},
	{"Laboral del Circuito", "3105", 30},
	{"de Familia", "3110", 25},
	{"Promiscuo de Familia", "3184", 3},
	{"Administrativo Oral", "3333", 40},
	{"Penal del Circuito Especializado", "3107", 8},
	{"de Ejecución de Penas y Medidas de Seguridad", "3187", 10},
	{"Promiscuo del Circuito", "3189", 2},
	{"Penal Municipal", "4004", 20},
	{"Administrativo del Circuito", "3333", 30},
}

func newCourt(rng *rand.Rand, c City) Court {
	k := rng.IntN(len(courtKinds))
	return Court{Kind: k, Number: 1 + rng.IntN(courtKinds[k].largest), City: c}
}

func (c Court) kind() courtKind { return courtKinds[c.Kind] }

// String is the normalised name: Juzgado 5 Civil Municipal de Cali.
func (c Court) String() string {
	if c.Number == 0 {
		return fmt.Sprintf("Juzgado %s de %s", c.kind().name, c.City.Short())
	}
	return fmt.Sprintf("Juzgado %d %s de %s", c.Number, c.kind().name, c.City.Short())
}

var ordinals = [...]string{"", "Primero", "Segundo", "Tercero", "Cuarto", "Quinto", "Sexto", "Séptimo", "Octavo", "Noveno",
	"Décimo", "Once", "Doce", "Trece", "Catorce", "Quince", "Dieciséis", "Diecisiete", "Dieciocho", "Diecinueve", "Veinte"}

var tens = [...]string{"", "", "Veinti", "Treinta", "Cuarenta", "Cincuenta", "Sesenta"}
var units = [...]string{"", "uno", "dos", "trés", "cuatro", "cinco", "séis", "siete", "ocho", "nueve"}

func ordinal(n int) string {
	switch {
	case n < len(ordinals):
		return ordinals[n]
	case n < 30:
		return tens[2] + units[n%10]
	case n%10 == 0:
		return tens[n/10]
	default:
		return tens[n/10] + " y " + []string{"", "Uno", "Dos", "Tres", "Cuatro", "Cinco", "Seis", "Siete", "Ocho", "Nueve"}[n%10]
	}
}

// format writes the court as papers do: with head ("Juzgado", "Juez"), its
// number in one of five ways and the city in one of four.
func (c Court) format(rng *rand.Rand, head string) string {
	number := [...]string{ordinal(c.Number), fmt.Sprintf("%d°", c.Number), fmt.Sprintf("%03d", c.Number),
		fmt.Sprint(c.Number), ordinal(c.Number) + fmt.Sprintf(" (%d°)", c.Number)}[rng.IntN(5)]
	department := c.City.Department
	if c.City.DANE == "11001" { // its own department in the table, Cundinamarca's capital to most people
		department = "Cundinamarca"
	}
	place := [...]string{"de " + c.City.Short(), "de " + c.City.Name, "de " + c.City.Short() + ", " + department,
		c.City.Short(), "de " + c.City.Short() + "-" + department}[[]int{0, 0, 0, 1, 2, 3, 4}[rng.IntN(7)]]
	kind := c.kind().name
	if rng.IntN(4) == 0 {
		kind = strings.Replace(kind, "con Función", "con Funciones", 1)
	}
	if c.Number == 0 {
		return fmt.Sprintf("%s %s %s", head, kind, place)
	}
	return fmt.Sprintf("%s %s %s %s", head, number, kind, place)
}
