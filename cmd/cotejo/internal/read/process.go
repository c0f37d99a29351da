package read

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/adapters/folder"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/batch"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/remote"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// Where --move puts files, below the folder that it names.
const (
	doneFolder   = "procesados"
	failedFolder = "fallidos"
)

const processHelp = `Toma los PDF, los documentos de Word (.docx) y las imágenes (JPG, PNG, TIFF) de una
carpeta y de las que contiene, o un solo archivo, los lee, encuentra las partes y avisa
cuáles ya se presentaron, como si se enviaran al servicio. Sirve con el servidor en
marcha (que entonces los lee él) o sin él.

De un correo (.eml, .msg) o un archivo ZIP toma cada escrito que trae, y dice qué no
se pudo leer.

Un archivo se toma cuando está completo: cuando deja de cambiar. Los ocultos y
los enlaces no se toman; los de otro tipo, tampoco, y se dice cuáles. Lo tomado
se recuerda por su lugar y su contenido: repetir la orden, también después de un
corte, no toma nada dos veces y sigue donde quedó. Lo que no se pudo leer se
intenta otra vez.

Con --server los archivos se envían a ese servidor, que los lee; después de «cotejo
login» sirve desde cualquier puesto. El servidor los recuerda un día: para no enviarlos
otra vez más tarde, use --move.

De dos escritos iguales el que se tomó después es el posible duplicado del otro,
aunque se termine de leer antes. Si no hay base de datos donde dice «cotejo config»,
pregunta en un terminal si la comienza; con --create la comienza sin preguntar.

La contraseña de los PDF protegidos no se da en la línea de órdenes, donde otros la
verían, sino con --password-file o --ask-password; vale para los que la necesitan.

Con --move cada archivo pasa, ya guardado su documento, a DESTINO/` + doneFolder + `, o a
DESTINO/` + failedFolder + ` si no se pudo leer.

Con --json, una línea por archivo:

  {"file", "status", "task_id", "document_id", "document_type", "demandante",
   "demandado", "pages", "confidence", "needs_review", "poorly_read",
   "doubts": [{"field", "explanation"}], "warnings",
   "duplicates": [{"document_id", "file_name", "similarity", "reasons"}],
   "new_claims": [lo mismo, de las mismas partes por otra solicitud u otros hechos],
   "mass": [lo mismo, del mismo formato de otras personas],
   "same_case": [lo mismo, de otros escritos del mismo caso: respuesta, fallo…],
   "moved_to", "error", "error_code"}

"status" es processed (leído), known (ya se había tomado), failed (falló), skipped
(de otro tipo; no se toma), empty (un correo o ZIP sin escritos) o writing (aún se
escribe; no se tomó); los de un correo o ZIP tienen en "file" el nombre de este, « › »
y el suyo. Con --dry-run,
new (se tomaría), retry (se intentaría otra vez), known, skipped o writing. "poorly_read"
dice que algo no se leyó bien, y "warnings" qué; "doubts" son los datos que conviene
comprobar en el original; con lo uno o lo otro "needs_review" es true. El estado al
terminar es 1 si algún archivo falló, y si no, 8 si algo no se leyó bien o no se tomó por
ser de otro tipo; los datos por comprobar no lo cambian.`

func processCommand() *cobra.Command {
	var (
		typeName, moveTo string
		password         filePassword
		watch, again     bool
		settle           time.Duration
	)
	c := &cobra.Command{
		Use:   "process [opciones] CARPETA|ARCHIVO",
		Short: "Toma los PDF y las imágenes de una carpeta, los lee y avisa cuáles ya se presentaron",
		Long:  processHelp,
		Example: `  cotejo process escaneados/
  cotejo process escaneados/ --move /srv/archivo --watch
  cotejo process escaneados/ --type habeas_corpus --dry-run
  cotejo process tutela.pdf --server https://cotejo.juzgado.gov.co
  cotejo process escaneados/ --json | jq -r 'select(.duplicates != []) | .file'`,
		Args:              spanish.ExactlyOne("la carpeta de los archivos"),
		ValidArgsFunction: cli.CompleteFiles("pdf", "jpg", "jpeg", "png", "tif", "tiff"),
	}
	out := cli.NewOutput(c, "una línea JSON por archivo", true)
	create := cli.AddCreateFlag(c)
	cli.AddServerFlag(c)
	config.AddFlags(c.Flags(), append(cli.DataSettings[:len(cli.DataSettings):len(cli.DataSettings)], batch.Settings[:len(batch.Settings)-1]...)...)
	c.Flags().StringVar(&typeName, "type", string(document.Tutela), "`TIPO` de los documentos; auto: el que muestre su texto")
	c.Flags().StringVar(&moveTo, "move", "", "carpeta `DESTINO` a la que pasan los archivos ya tomados")
	c.Flags().BoolVar(&watch, "watch", false, "sigue con los archivos nuevos hasta Ctrl-C")
	c.Flags().BoolVar(&again, "again", false, "toma también lo que ya se había tomado")
	c.Flags().DurationVar(&settle, "settle", 2*time.Second, "`TIEMPO` que debe quedar igual un archivo para tomarlo; súbalo con redes lentas")
	password.addFlags(c)
	_ = c.RegisterFlagCompletionFunc("type", func(c *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		names, directive := cli.CompleteType(c, args, begun)
		return append(names, string(document.Auto)), directive
	})
	_ = c.MarkFlagDirname("move")

	c.RunE = func(c *cobra.Command, args []string) error {
		kind, err := document.ParseType(typeName)
		if err != nil {
			return spanish.Usagef("--type: %s", cli.MessageOf(err))
		}
		if settle <= 0 {
			return spanish.Usagef("--settle: debe ser más que 0, por ejemplo 2s")
		}
		inbox, err := openInbox(args[0], moveTo, settle, ownData(c))
		if err != nil {
			return err
		}
		secret, err := password.get(c)
		if err != nil {
			return err
		}
		p := &processing{
			Output:    out,
			inbox:     inbox,
			folder:    folderOf(args[0]),
			kind:      kind,
			password:  secret,
			moveTo:    moveTo,
			watch:     watch && !out.DryRun,
			again:     again,
			lookEvery: min(time.Second, settle/2),
		}
		p.backend, err = cli.OpenBackend(c, out.IfMissing(*create))
		if out.DryRun && *create && fault.KindOf(err) == fault.NotFound {
			return p.run(c.Context()) // everything would be new
		}
		if err != nil {
			return err
		}
		if client, ok := p.backend.(*remote.Client); ok {
			err = client.Check(c.Context())
		}
		if err == nil {
			err = p.run(c.Context())
		}
		return errors.Join(err, p.backend.Close())
	}
	return c
}

// folderOf is the folder whose files are taken, as the person calls it.
func folderOf(path string) string {
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return filepath.Dir(path)
	}
	return path
}

// ownData are the files of the service itself, which may lie in the folder: none is a paper.
func ownData(c *cobra.Command) []string {
	loaded, err := config.Load(config.Sources{NoServer: true, Environ: os.Environ(), Flags: c.Flags()})
	if err != nil {
		return nil // who opens the service says it
	}
	return loaded.DataFiles()
}

func openInbox(path, moveTo string, settle time.Duration, except []string) (*folder.Inbox, error) {
	o := &folder.Options{Settle: settle, Except: except}
	if moveTo != "" {
		o.Except = append(o.Except, filepath.Join(moveTo, doneFolder), filepath.Join(moveTo, failedFolder))
	}
	inbox, err := folder.Open(path, o)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, spanish.Usagef("no existe %s", cli.DisplayName(path))
	case errors.Is(err, folder.ErrNoFolder):
		return nil, spanish.Usagef("%s no es una carpeta ni un archivo", cli.DisplayName(path))
	case err != nil:
		return nil, fmt.Errorf("no se puede leer la carpeta: %w", err)
	}
	return inbox, nil
}
