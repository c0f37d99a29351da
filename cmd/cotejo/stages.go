package main

import (
	"fmt"

	"github.com/cotejo/cotejo/core/pairing"
)

// stageNames are the stages as a person reads them; the number is how much of
// the whole each is, in hundredths, on a large collection.
var stageNames = map[pairing.Stage]struct {
	text        string
	begins, len int
}{
	pairing.Reading:   {"lee", 0, 60},
	pairing.Pairing:   {"busca candidatos", 60, 15},
	pairing.Comparing: {"compara", 75, 23},
	pairing.Grouping:  {"agrupa", 98, 2},
}

// stages tells a display how far a batch is. size is how large the files are,
// from which the number of documents is estimated; 0 when not known.
func stages(d *display, size int64) func(stage pairing.Stage, done, total, bytes int64) {
	documents := int64(0)
	return func(stage pairing.Stage, done, total, bytes int64) {
		if stage == pairing.Reading {
			documents = done
			if size > 0 && bytes > 0 {
				documents = max(done, int64(float64(done)*float64(size)/float64(bytes)))
			}
			total = documents
		}
		s := stageNames[stage]
		if size == 0 && stage == pairing.Reading || total == 0 {
			d.reached(int(done), s.text)
			return
		}
		d.expect(int(documents))
		share := float64(s.begins) + float64(s.len)*min(1, float64(done)/float64(total))
		d.reached(int(share/100*float64(documents)), s.text)
	}
}

func summaryText(s pairing.Summary) string {
	text := fmt.Sprintf("%d documentos, %d pares comparados: %d duplicados, %d del mismo formato", s.Documents, s.Candidates, s.Duplicates, s.Mass)
	if s.Extracted > 0 {
		text += fmt.Sprintf("; se buscaron las partes en %d", s.Extracted)
	}
	if s.Failed > 0 {
		text += fmt.Sprintf("; %d no se pudieron leer", s.Failed)
	}
	return text
}
