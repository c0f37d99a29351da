package duplicates

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/core/batchdedup"
)

func TestEachStageHasAPaceOfItsOwn(t *testing.T) {
	t.Parallel()
	said := func(stage batchdedup.Stage, begin, done, total int64) (text string) {
		synctest.Test(t, func(*testing.T) {
			var out bytes.Buffer
			tell := stages(cli.NewDisplay(&out, 0, "", false), 0)
			tell(stage, begin, total, 0)
			time.Sleep(10*time.Second + time.Millisecond)
			tell(stage, done, total, 0)
			text = out.String()
		})
		return text
	}
	for _, c := range []struct {
		rule              string
		stage             batchdedup.Stage
		begin, done, left int64
		want              string
	}{
		{"reading", batchdedup.Reading, 0, 1000, 3000, "lee: 1000 de 4000 documentos, 100/s, faltan 3"},
		{"what an earlier run did is no pace", batchdedup.Reading, 90_000, 91_000, 1000, "lee: 91000 de 92000 documentos, 100/s, faltan 1"},
		{"pairing", batchdedup.Pairing, 0, 5000, 5000, "busca candidatos: 5000 de 10000 claves, 500/s, faltan 1"},
		{"comparing", batchdedup.Comparing, 0, 10, 90, "compara: 10 de 100 documentos, 60/min, faltan 2 min"},
		{"grouping", batchdedup.Grouping, 0, 200, 0, "agrupa: 200 de 200 grupos, 20/s"},
	} {
		if got := said(c.stage, c.begin, c.done, c.done+c.left); !strings.HasPrefix(strings.TrimPrefix(got, "cotejo: "), c.want) {
			t.Errorf("%s: said %q, want %q", c.rule, got, c.want)
		}
	}
}

func TestTheSummaryCountsAsSpanishDoes(t *testing.T) {
	t.Parallel()
	for want, s := range map[string]batchdedup.Summary{
		"1 documento, 0 pares comparados: 0 duplicados, 0 pares de otra solicitud de las mismas partes, 0 pares del mismo caso, 0 pares del mismo formato":                                                                            {Documents: 1},
		"2 documentos, 1 par comparado: 1 duplicado, 0 pares de otra solicitud de las mismas partes, 0 pares del mismo caso, 0 pares del mismo formato; 1 no se pudo leer":                                                            {Documents: 2, Candidates: 1, Duplicates: 1, Failed: 1},
		"3 documentos, 2 pares comparados: 0 duplicados, 0 pares de otra solicitud de las mismas partes, 0 pares del mismo caso, 1 par del mismo formato; 2 no se pudieron leer":                                                      {Documents: 3, Candidates: 2, Mass: 1, Failed: 2},
		"3 documentos, 0 pares comparados: 0 duplicados, 0 pares de otra solicitud de las mismas partes, 0 pares del mismo caso, 0 pares del mismo formato; 1 documento repite un id que ya tenía otro, y sus pares no se distinguen": {Documents: 3, Repeated: 1},
	} {
		if got := summaryText(s); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
