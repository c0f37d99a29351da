package duplicates

import (
	"fmt"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/core/batchdedup"
)

// stageNames are the stages as a person reads them, and what is counted in each.
var stageNames = map[batchdedup.Stage]struct{ does, unit string }{
	batchdedup.Reading:   {"lee", "documentos"},
	batchdedup.Pairing:   {"busca candidatos", "claves"},
	batchdedup.Comparing: {"compara", "documentos"},
	batchdedup.Grouping:  {"agrupa", "grupos"},
}

// stages tells a display how far each stage of a batch is. size is how large the
// files are, from which the number of documents is estimated while they are
// read; 0 when not known.
func stages(d *cli.Display, size int64) func(stage batchdedup.Stage, done, total, bytes int64) {
	var now batchdedup.Stage
	return func(stage batchdedup.Stage, done, total, bytes int64) {
		if stage == batchdedup.Reading && size > 0 && bytes > 0 {
			total = max(done, int64(float64(done)*float64(size)/float64(bytes)))
		}
		if stage != now {
			now = stage
			s := stageNames[stage]
			d.Begin(s.does, s.unit, int(done), int(total))
		}
		d.Expect(int(total))
		d.Reached(int(done), "")
	}
}

func summaryText(s batchdedup.Summary) string {
	text := fmt.Sprintf("%s, %s: %s, %s de otra solicitud de las mismas partes, %s del mismo caso, %s del mismo formato", cli.Pluralize(s.Documents, "documento", "documentos"),
		cli.Pluralize(int(s.Candidates), "par comparado", "pares comparados"), cli.Pluralize(int(s.Duplicates), "duplicado", "duplicados"),
		cli.Pluralize(int(s.NewClaims), "par", "pares"), cli.Pluralize(int(s.SameCase), "par", "pares"), cli.Pluralize(int(s.Mass), "par", "pares"))
	if s.Extracted > 0 {
		text += fmt.Sprintf("; se buscaron las partes en %d", s.Extracted)
	}
	if s.Repeated > 0 {
		text += fmt.Sprintf("; %s un id que ya tenía otro, y sus pares no se distinguen", cli.Pluralize(s.Repeated, "documento repite", "documentos repiten"))
	}
	if s.Failed > 0 {
		text += fmt.Sprintf("; %s leer", cli.Pluralize(s.Failed, "no se pudo", "no se pudieron"))
	}
	return text
}
