// Package duplicates has the command that finds the duplicates of a collection of texts.
package duplicates

import (
	"cmp"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/batch"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/collection"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
)

// dedupOptions is what the flags of «cotejo dedup» say.
type dedupOptions struct {
	out, clusters, work string
	threshold           string
	weights             string
	docType             string
	memory              string
	workers             int
	database            bool
	onlySigned          bool
	noExtraction        bool
	quiet               bool
}

// Command returns «cotejo dedup».
func Command() *cobra.Command {
	var o dedupOptions
	c := &cobra.Command{
		Use:   "dedup [opciones] ENTRADA…",
		Short: "Encuentra los escritos repetidos de una colección",
		Long: `Encuentra qué escritos de una colección cuentan el mismo caso, y cuáles solo
comparten un formato. ENTRADA puede ser:

  .jsonl      un objeto {"id", "text", "doc_type", "entities"} por línea; también
              .jsonl.gz y .jsonl.zst. «-» lee de la entrada estándar.
  .csv, .tsv, .xlsx con una columna «text» (o «texto») y, si las hay, «id», «doc_type»,
              «demandante», «demandado», «cedula», «correo», «radicado», «direccion»
  una carpeta con archivos .txt y .pdf; o los archivos mismos
  --database  los documentos del servicio

"entities" es un objeto con lo que se sabe de las partes, {"demandante",
"demandado", "cedula", "correo", "radicado", "direccion"}, o lo que escribe
«cotejo extract». Cuando falta, se busca en el texto de los escritos parecidos.

Por cada par escribe una línea JSON:

  {"a", "b", "relation", "minhash_score", "tfidf_score", "entity_score",
   "ensemble_score", "adjustments", "similarity", "parties", "facts", "claims",
   "reasons"}

"relation" es "duplicate" (las mismas partes, los mismos hechos y la misma
solicitud), "new_claim" (las mismas partes piden otra cosa o por otros hechos: no
es un duplicado), "same_case" (escritos de un mismo caso, como la tutela y su
respuesta, el fallo o la impugnación: tampoco lo es) o "mass" (otra persona usa el
mismo formato: tampoco).
"similarity" es lo que "adjustments" hace de "ensemble_score", la suma ponderada.
Con --clusters escribe además los grupos de duplicados: {"representative",
"members", "edges"}.

El avance queda en la carpeta de trabajo (--work; OUT.work si no se indica): la
misma orden sigue donde quedó la anterior.`,
		Example: `  cotejo dedup tutelas.jsonl.zst --out pares.jsonl --clusters grupos.jsonl
  cotejo dedup carpeta/ otros.csv --out pares.jsonl --threshold 0.8
  cotejo dedup --database --type tutela --out pares.jsonl
  cotejo dedup --signatures-only tutelas.jsonl`,
		ValidArgsFunction: cli.CompleteFiles("jsonl", "gz", "zst", "csv", "tsv", "xlsx", "txt", "pdf"),
		RunE:              func(c *cobra.Command, paths []string) error { return o.run(c, paths) },
	}
	f := c.Flags()
	f.StringVarP(&o.out, "out", "o", "", "`ARCHIVO` para los pares; por defecto, la salida estándar")
	f.StringVar(&o.clusters, "clusters", "", "`ARCHIVO` para los grupos de duplicados")
	f.StringVar(&o.threshold, "threshold", "", "`PUNTAJE` desde el cual un par es duplicado, de 0 a 1; por defecto, el de cada tipo")
	f.StringVar(&o.weights, "weights", "", "pesos `M,T,E` de texto, términos y partes, por ejemplo 0.3,0.3,0.4")
	f.StringVar(&o.docType, "type", "", "solo escritos de este `TIPO`; los que no dicen cuál se toman por tales")
	f.StringVar(&o.memory, "memory", "", "`TAMAÑO` de la memoria que puede usar; lo demás va al disco; por defecto 2GB")
	f.IntVar(&o.workers, "workers", 0, "`NÚMERO` de documentos a la vez; por defecto, uno por procesador")
	f.StringVar(&o.work, "work", "", "`CARPETA` para el avance; por defecto, OUT.work")
	f.BoolVar(&o.database, "database", false, "compara los documentos del servicio")
	f.BoolVar(&o.onlySigned, "signatures-only", false, "solo firma los textos y dice a qué velocidad")
	f.BoolVar(&o.noExtraction, "no-extraction", false, "no busca las partes en los textos que no las traen")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "no muestra el avance")
	config.AddFlags(f, append(batch.Settings, cli.DataSettings...)...)
	c.RegisterFlagCompletionFunc("type", cli.CompleteType)
	c.AddCommand(dedupTuneCommand(), dedupUndoCommand())
	return c
}

func (o *dedupOptions) run(c *cobra.Command, paths []string) (failed error) {
	if len(paths) == 0 && !o.database {
		return spanish.Usagef("falta la ENTRADA: un .jsonl, un .csv, un .xlsx, una carpeta o --database")
	}
	detection, err := o.detection()
	if err != nil {
		return err
	}
	for _, path := range []string{o.out, o.clusters} {
		if err := cli.CheckExtension(path, ".jsonl", ".ndjson", ".json", ".txt"); err != nil {
			return err
		}
	}
	memory, err := parseSize(cmp.Or(o.memory, "2GB"))
	if err != nil {
		return err
	}
	// Most of what is allocated is dropped at once: to look for it less often
	// costs memory that is there.
	debug.SetMemoryLimit(memory / 8 * 7)
	debug.SetGCPercent(300)
	room, temporary, err := o.openWork(memory)
	if err != nil {
		return err
	}
	defer func() { // what is half done is of use where the same command continues with it
		if temporary || failed == nil || errors.Is(failed, cli.ErrSomeFailed) || room.State() == nil {
			if err := room.Remove(); err != nil {
				failed = errors.Join(failed, fmt.Errorf("no se pudo borrar la carpeta de trabajo: %w", err))
			}
		}
		room.Close()
	}()
	texts, err := room.Records("texts")
	if err != nil {
		return err
	}
	display := cli.NewDisplay(c.ErrOrStderr(), 0, "documentos", o.quiet)
	defer display.Close()
	what := collection.Options{Type: o.docType, Stdin: c.InOrStdin(), Texts: texts, Note: display.Attention}
	if o.database {
		services, _, err := cli.OpenServices(c, cli.Refuse)
		if err != nil {
			return err
		}
		defer services.Close()
		what.Documents = services.DB.Documents()
	}
	all, err := collection.Open(paths, what)
	if err != nil {
		return spanish.Usagef("%s", err)
	}
	if all.NeedsReader() {
		closeReaders, err := readWith(c, all)
		if err != nil {
			return err
		}
		defer closeReaders()
	}
	if o.onlySigned {
		return o.sign(c, all, display)
	}
	done, err := o.compare(c, all, room, detection, display)
	if err != nil {
		return err
	}
	display.Close()
	if !o.quiet {
		cli.Say(c.ErrOrStderr(), summaryText(done))
	}
	if done.Failed > 0 {
		return cli.ErrSomeFailed
	}
	return nil
}
