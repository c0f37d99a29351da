package read

import (
	"fmt"
	"strings"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/batch"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/core/document"
)

// readable is a reading as a person reads it.
func readable(path string, r document.Reading) batch.PlainText {
	var b strings.Builder
	fmt.Fprintf(&b, "== %s: %s", cli.DisplayName(path), cli.Pluralize(len(r.Pages), "página", "páginas"))
	for _, p := range r.Pages {
		how := "texto del archivo"
		if p.Source == document.OCR {
			how = "reconocida, confianza " + cli.Percent(p.Confidence)
		}
		if p.IsEmpty() {
			how = "sin texto"
		}
		fmt.Fprintf(&b, "\n-- página %d (%s)\n%s\n", p.Number, how, strings.TrimRight(cli.Printable(p.Text), "\n"))
	}
	return batch.PlainText(b.String() + "\n")
}
