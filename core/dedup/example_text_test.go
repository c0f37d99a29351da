package dedup_test

import (
	"context"
	"fmt"
	"log"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/ner"
)

// From texts to duplicates: the parties are read from the texts themselves, and
// tell a person who files again from a neighbour with the same letter.
func Example_fromText() {
	const letter = `Señor
JUEZ MUNICIPAL DE CALI (REPARTO)

ACCIONANTE: %s
ACCIONADO: NUEVA EPS S.A.

%s, identificada con la cédula de ciudadanía No. %s, interpongo acción de tutela contra NUEVA EPS S.A.

HECHOS
1. El 12 de marzo de 2024 la doctora Ortiz ordenó rituximab 500 mg, orden 884120.
2. NUEVA EPS S.A. negó la entrega y aplazó dos veces la cita de control.
`
	texts := []string{
		fmt.Sprintf(letter, "ANA LÓPEZ RUIZ", "ANA LÓPEZ RUIZ", "52.418.903"),
		fmt.Sprintf(letter, "EVA SANZ MORA", "EVA SANZ MORA", "41.772.019"),
		fmt.Sprintf(letter, "ANA LOPEZ RUIZ", "ANA LOPEZ RUIZ", "52418903"),
	}

	ctx, index := context.Background(), dedup.NewMemory()
	ensemble, err := ner.NewEnsemble(ner.DefaultConfig())
	if err != nil {
		log.Fatal(err)
	}
	detector, err := dedup.NewDetector(dedup.DefaultConfig())
	if err != nil {
		log.Fatal(err)
	}
	for i, text := range texts {
		found, err := ensemble.ExtractContext(ctx, text)
		if err != nil {
			log.Fatal(err) // ctx has ended
		}
		fp := detector.Fingerprint(dedup.Filing{ID: fmt.Sprint(i), Type: "tutela", Text: text, Parties: found.Parties()})
		matches, err := detector.Find(ctx, index, fp)
		if err != nil {
			log.Fatal(err)
		}
		for _, m := range matches {
			fmt.Println(i, m.Relation, m.ID)
		}
		if err := index.Put(ctx, fp); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// 1 mass 0
	// 2 duplicate 0
	// 2 mass 1
}
