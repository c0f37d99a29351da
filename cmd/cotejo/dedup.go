package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/adapters/spill"
	"github.com/cotejo/cotejo/cmd/internal/collection"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/cmd/internal/wire"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/pairing"
	"github.com/cotejo/cotejo/ports"
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

func dedupCommand() *cobra.Command {
	var o dedupOptions
	c := &cobra.Command{
		Use:   "dedup [opciones] ENTRADA…",
		Short: "Encuentra los escritos repetidos de una colección",
		Long: `Encuentra qué escritos de una colección cuentan el mismo caso, y cuáles solo
comparten un formato. ENTRADA puede ser:

  .jsonl      un objeto {"id", "text", "doc_type", "entities"} por línea; también
              .jsonl.gz y .jsonl.zst. «-» lee de la entrada estándar.
  .csv, .xlsx con una columna «text» (o «texto») y, si las hay, «id», «doc_type»,
              «demandante», «demandado», «cedula», «correo», «radicado», «direccion»
  una carpeta con archivos .txt y .pdf; o los archivos mismos
  --database  los documentos del servicio

"entities" es un objeto con lo que se sabe de las partes, {"demandante",
"demandado", "cedula", "correo", "radicado", "direccion"}, o lo que escribe
«cotejo extract». Cuando falta, se busca en el texto de los escritos parecidos.

Por cada par escribe una línea JSON:

  {"a", "b", "relation", "minhash_score", "tfidf_score", "entity_score",
   "ensemble_score", "reasons"}

"relation" es "duplicate" (la misma persona cuenta los mismos hechos) o "mass"
(otra persona usa el mismo formato: no es un duplicado). Con --clusters escribe
además los grupos de duplicados: {"representative", "members", "edges"}.

El avance queda en la carpeta de trabajo (--work; OUT.work si no se indica): la
misma orden sigue donde quedó la anterior.`,
		Example: `  cotejo dedup tutelas.jsonl.zst --out pares.jsonl --clusters grupos.jsonl
  cotejo dedup carpeta/ otros.csv --out pares.jsonl --threshold 0.8
  cotejo dedup --database --type tutela --out pares.jsonl
  cotejo dedup --signatures-only tutelas.jsonl`,
		ValidArgsFunction: completeFiles("jsonl", "gz", "zst", "csv", "xlsx", "txt", "pdf"),
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
	config.AddFlags(f, append(readingSettings, dataSettings...)...)
	c.RegisterFlagCompletionFunc("type", completeType)
	return c
}

func (o *dedupOptions) run(c *cobra.Command, paths []string) error {
	if len(paths) == 0 && !o.database {
		return spanish.Usagef("falta la ENTRADA: un .jsonl, un .csv, un .xlsx, una carpeta o --database")
	}
	detection, err := o.detection()
	if err != nil {
		return err
	}
	memory, err := parseSize(cmp.Or(o.memory, "2GB"))
	if err != nil {
		return err
	}
	debug.SetMemoryLimit(memory / 8 * 7)
	room, removable, err := o.openWork(memory)
	if err != nil {
		return err
	}
	defer room.Close()
	texts, err := room.Records("texts")
	if err != nil {
		return err
	}
	what := collection.Options{Type: o.docType, Stdin: c.InOrStdin(), Texts: texts}
	if o.database {
		services, _, err := openServices(c, false)
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
	display := newDisplay(c.ErrOrStderr(), 0, o.quiet)
	display.unit = "documentos"
	defer display.close()
	if o.onlySigned {
		err := o.sign(c, all, display)
		return errors.Join(err, room.Remove())
	}
	done, err := o.compare(c, all, room, detection, display)
	if err != nil {
		return err
	}
	display.close()
	if !o.quiet {
		say(c.ErrOrStderr(), summaryText(done))
	}
	if removable {
		if err := room.Remove(); err != nil {
			return fmt.Errorf("no se pudo borrar la carpeta de trabajo: %w", err)
		}
	}
	if done.Failed > 0 {
		return errSomeFailed
	}
	return nil
}

// readWith gives a collection what reads PDFs and workbooks. The caller closes
// that.
func readWith(c *cobra.Command, all *collection.Collection) (closeAll func(), err error) {
	loaded, err := load(c, config.Sources{NoServer: true})
	if err != nil {
		return nil, err
	}
	silent := slog.New(slog.DiscardHandler)
	pool, err := wire.Readers(loaded.Intake, silent)
	if err != nil {
		return nil, err
	}
	workbooks, err := wire.Workbooks(loaded.TempDir, silent)
	if err != nil {
		pool.Close()
		return nil, err
	}
	reader := patient{pool, loaded.ReadAttempts}
	all.ReadWith(func(ctx context.Context, path string) (string, error) {
		r, err := reader.read(ctx, document.ReadRequest{Path: path}, func(int, int) {})
		return r.Text(), err
	}, workbooks)
	return func() {
		workbooks.Close()
		pool.Close()
	}, nil
}

// detection is the configuration that the flags ask for.
func (o *dedupOptions) detection() (dedup.Config, error) {
	d := dedup.DefaultConfig()
	if o.threshold != "" {
		v, err := strconv.ParseFloat(o.threshold, 64)
		if err != nil {
			return d, spanish.Usagef("--threshold %s: no es un número", o.threshold)
		}
		d.Thresholds = dedup.Thresholds{Tutela: v, Habeas: v, Default: v}
	}
	if o.weights != "" {
		parts := strings.Split(o.weights, ",")
		to := []*float64{&d.Weights.MinHash, &d.Weights.TFIDF, &d.Weights.Entity}
		if len(parts) != len(to) {
			return d, spanish.Usagef("--weights %s: deben ser tres números separados por comas, por ejemplo 0.3,0.3,0.4", o.weights)
		}
		for i, p := range parts {
			v, err := strconv.ParseFloat(strings.TrimSpace(p), 64)
			if err != nil {
				return d, spanish.Usagef("--weights %s: «%s» no es un número", o.weights, p)
			}
			*to[i] = v
		}
	}
	if d.Validate() != nil {
		return d, spanish.Usagef("--threshold y --weights van de 0 a 1, y los tres pesos suman 1")
	}
	return d, nil
}

// openWork opens the folder for what memory cannot hold. Without --out there is
// no result to go on with, and the folder is a temporary one.
func (o *dedupOptions) openWork(memory int64) (room *spill.Folder, removable bool, err error) {
	path := o.work
	switch {
	case path != "":
	case o.out == "" || o.onlySigned:
		if path, err = os.MkdirTemp("", "cotejo-dedup-"); err != nil {
			return nil, false, fmt.Errorf("no se pudo hacer una carpeta temporal: %w", err)
		}
	default:
		path = o.out + ".work"
	}
	room, err = spill.Open(path, int(memory/8))
	if errors.Is(err, os.ErrExist) {
		return nil, false, spanish.Usagef("la carpeta de trabajo %s contiene otros archivos; indique otra con --work", path)
	}
	if err != nil {
		return nil, false, fmt.Errorf("no se puede usar la carpeta de trabajo %s: %w", path, err)
	}
	return room, true, nil
}

func (o *dedupOptions) compare(c *cobra.Command, all *collection.Collection, room ports.Spill, detection dedup.Config, display *display) (pairing.Summary, error) {
	detector, err := dedup.NewDetector(detection)
	if err != nil {
		return pairing.Summary{}, err
	}
	b := pairing.Batch{Job: o.job(all, detection), Detector: detector, Spill: room, Workers: o.workers,
		Progress: stages(display, all.Bytes()),
		Fault: func(_ int, err error) {
			display.print(func(w io.Writer) { say(w, messageOf(err)) })
		},
	}
	if !o.noExtraction {
		ensemble, err := ner.NewEnsemble(ner.DefaultConfig())
		if err != nil {
			return pairing.Summary{}, err
		}
		b.Extract = func(text string) dedup.Parties { return partiesOf(ensemble.Extract(text)) }
	}
	pairs, err := openLines(o.out, c.OutOrStdout())
	if err != nil {
		return pairing.Summary{}, err
	}
	defer pairs.close()
	var clusters *lines
	var emit func(pairing.Cluster) error
	if o.clusters != "" {
		if clusters, err = openLines(o.clusters, nil); err != nil {
			return pairing.Summary{}, err
		}
		defer clusters.close()
		if err := clusters.Rewind(0); err != nil {
			return pairing.Summary{}, err
		}
		emit = func(g pairing.Cluster) error { return clusters.write(clusterLineOf(g)) }
	}
	done, err := b.Run(c.Context(), all, pairs, emit)
	if errors.Is(err, pairing.ErrOtherJob) {
		return done, fault.New(fault.Conflict, "other_work",
			"La carpeta de trabajo guarda el avance de otra orden, o las entradas cambiaron; bórrela o indique otra con --work.")
	}
	if err != nil {
		return done, err
	}
	if err := pairs.finish(); err != nil {
		return done, err
	}
	if clusters != nil {
		return done, clusters.finish()
	}
	return done, nil
}

// job names what is done to what, so that another order does not go on with it.
func (o *dedupOptions) job(all *collection.Collection, detection dedup.Config) []byte {
	out, _ := filepath.Abs(o.out)
	sum := sha256.Sum256(fmt.Appendf(all.Identity(), "%+v %v %v %q %d", detection, o.noExtraction, o.clusters != "", out, dedup.Format))
	return sum[:]
}

func partiesOf(r ner.Result) dedup.Parties {
	return dedup.Parties{Plaintiff: r.Value(ner.Plaintiff), Defendant: r.Value(ner.Defendant), Cedula: r.Value(ner.Cedula),
		Email: r.Value(ner.Email), Radicado: r.Value(ner.Radicado), Address: r.Value(ner.PlaintiffAddress)}
}

// signingSpeed is the line that --signatures-only prints.
type signingSpeed struct {
	Documents int64   `json:"documents"`
	Failed    int64   `json:"failed"`
	Bytes     int64   `json:"bytes"`
	Workers   int     `json:"workers"`
	Seconds   float64 `json:"seconds"`
	MBPerS    float64 `json:"mb_per_s"`
}

// sign signs all texts and tells how fast that went, reading included.
func (o *dedupOptions) sign(c *cobra.Command, all *collection.Collection, display *display) error {
	workers := o.workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	start := time.Now()
	signed, err := pairing.Sign(c.Context(), all, workers, func(documents int64) { display.reached(int(documents), "") })
	if err != nil {
		return err
	}
	seconds := time.Since(start).Seconds()
	display.close()
	out := newLines("", c.OutOrStdout())
	if err := out.write(signingSpeed{signed.Documents, signed.Failed, signed.Bytes, workers, rounded(seconds), rounded(float64(signed.Bytes) / 1e6 / seconds)}); err != nil {
		return err
	}
	if err := out.finish(); err != nil {
		return err
	}
	if signed.Failed > 0 {
		return errSomeFailed
	}
	return nil
}

// parseSize reads 512MB, 2GB, 2GiB or a number of bytes.
func parseSize(s string) (int64, error) {
	number := strings.TrimRight(strings.ToUpper(strings.TrimSpace(s)), "IB")
	shift := 0
	for i, unit := range []string{"K", "M", "G", "T"} {
		if strings.HasSuffix(number, unit) {
			number, shift = strings.TrimSpace(strings.TrimSuffix(number, unit)), 10*(i+1)
			break
		}
	}
	v, err := strconv.ParseFloat(number, 64)
	if size := v * float64(int64(1)<<shift); err == nil && size >= leastMemory && size <= 1<<50 {
		return int64(size), nil
	}
	return 0, spanish.Usagef("--memory %s: debe ser un tamaño como 512MB o 2GB, al menos 128MB", s)
}

const leastMemory = 128 << 20
