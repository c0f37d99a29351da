package dedup_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/cotejo/cotejo/core/dedup"
)

// A filing is told anew by the same person, and used as a form letter by
// another.
func Example() {
	detector, err := dedup.NewDetector(dedup.DefaultConfig())
	if err != nil {
		log.Fatal(err)
	}
	const first = `HECHOS
1. Padezco artritis reumatoide y el 12 de marzo de 2024 el reumatólogo me ordenó rituximab, orden 884120.
2. El 20 de marzo de 2024 la EPS me negó la autorización por falta de convenio.`
	const again = `ANTECEDENTES
El reumatólogo formuló rituximab (orden 884120) el 12/03/2024 por mi artritis reumatoide.
La EPS no lo autorizó: dijo el 20/03/2024 que no había convenio.`
	ana := dedup.Parties{Plaintiff: "Ana María López Ruiz", Cedula: "52.418.903", Defendant: "Nueva EPS"}
	carlos := dedup.Parties{Plaintiff: "Carlos Ríos Vega", Cedula: "79.135.246", Defendant: "NUEVA E.P.S. S.A."}

	ctx, index := context.Background(), dedup.NewMemory()
	for _, f := range []dedup.Filing{
		{ID: "again", Type: "tutela", Text: again, Parties: ana},
		{ID: "letter", Type: "tutela", Text: first, Parties: carlos},
	} {
		if err := index.Put(ctx, detector.Fingerprint(f)); err != nil {
			log.Fatal(err)
		}
	}
	matches, err := detector.Find(ctx, index, detector.Fingerprint(dedup.Filing{ID: "first", Type: "tutela", Text: first, Parties: ana}))
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range matches {
		fmt.Printf("%s %s: %s\n", m.Relation, m.ID, strings.Join(m.Reasons, "; "))
	}
	// Output:
	// duplicate again: misma cédula 52.418.903; mismo nombre; mismo accionado (Nueva EPS); hechos 28 % iguales; coinciden 3 de 3 fechas y cifras; mismos hechos con otra redacción
	// mass letter: distinta cédula (52.418.903 y 79.135.246); distinto nombre de quien acciona; mismo accionado (Nueva EPS); hechos 100 % iguales; coinciden 3 de 3 fechas y cifras; lo presenta otra persona; mismo formato de escrito
}

func ExampleConfig_Validate() {
	c := dedup.DefaultConfig()
	c.Weights.Entity = 0.5
	fmt.Println(c.Validate())
	// Output: dedup: the weights sum to 1.1, must sum to 1
}
