package dedup_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/cotejo/cotejo/core/dedup"
)

// The same person files again in other words, and another person uses the letter.
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
		fmt.Printf("%s %s: %s\n", m.Relation, m.ID, strings.Join(dedup.Texts(m.Reasons), "; "))
	}
	// Output:
	// duplicate again: misma cédula 52.418.903; mismo nombre; mismo accionado (Nueva EPS); texto 28 % igual; coinciden 3 de 3 fechas y cifras; misma solicitud; mismos hechos con otras palabras o mal leídos
	// mass letter: distinta cédula (52.418.903 y 79.135.246); distinto nombre de quien acciona; mismo accionado (Nueva EPS); hechos 100 % iguales; coinciden 3 de 3 fechas y cifras; mismo motivo; misma solicitud; lo presenta otra persona; mismo formato de escrito
}

// Ten lines that find the repeated ones of some texts. docs/embedding.md shows
// them.
func ExampleDetector_Find_slice() {
	ctx, index := context.Background(), dedup.NewMemory()
	detector, err := dedup.NewDetector(dedup.DefaultConfig())
	if err != nil {
		log.Fatal(err)
	}
	for i, text := range []string{
		"ANA LÓPEZ RUIZ, C.C. 52.418.903. HECHOS\nLa EPS me negó el rituximab que ordenó la doctora Ortiz el 12 de marzo de 2024, orden 884120. Pido que la EPS entregue el rituximab.",
		"EVA SANZ MORA, C.C. 41.772.019. HECHOS\nMi patrono me despidió el 3 de enero de 2023 y no pagó la liquidación de 1.250.000 pesos. Pido que la pague.",
		"ANA LOPEZ RUIZ, C.C. 52418903. HECHOS\nLa EPS me negó el RITUXIMAB que ordenó la doctora Ortiz el 12/03/2024, orden 884.120. Pido que la EPS entregue el rituximab.",
	} {
		fp := detector.Fingerprint(dedup.Filing{ID: fmt.Sprint(i), Type: "tutela", Text: text})
		matches, _ := detector.Find(ctx, index, fp) // fails only when the index or ctx does
		for _, m := range matches {
			fmt.Println(i, m.Relation, m.ID)
		}
		_ = index.Put(ctx, fp) // never fails
	}
	// Output: 2 duplicate 0
}

func ExampleConfig_Validate() {
	c := dedup.DefaultConfig()
	c.Weights.Entity = 0.5
	fmt.Println(c.Validate())
	// Output: dedup: the weights sum to 1.1, must sum to 1
}
