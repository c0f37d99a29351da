package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/cotejo/cotejo/adapters/blobstore"
	"github.com/cotejo/cotejo/adapters/readerproc"
	"github.com/cotejo/cotejo/adapters/smtp"
	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/adapters/sqlstore/notifystore"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/adapters/tesseract"
	"github.com/cotejo/cotejo/adapters/usersfile"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/pdftext"
	"github.com/cotejo/cotejo/ports"
)

// Verdict is how one thing was found.
type Verdict string

const (
	Sound   Verdict = "ok"
	Unwise  Verdict = "warning" // works, and should be changed
	Failing Verdict = "error"   // the service does not start, or refuses uploads
)

// Finding is one thing that was looked at. Title, Detail and Action are Spanish.
type Finding struct {
	Name    string  `json:"name"`
	Title   string  `json:"-"`
	Verdict Verdict `json:"status"`
	Detail  string  `json:"detail"`
	Action  string  `json:"action,omitempty"` // what to do; empty when all is well
}

// Diagnosis has the findings of all checks.
type Diagnosis []Finding

// Worst returns the worst verdict of all findings.
func (d Diagnosis) Worst() Verdict {
	worst := Sound
	for _, f := range d {
		if f.Verdict == Failing || worst == Sound {
			worst = cmp.Or(f.Verdict, worst)
		}
		if worst == Failing {
			break
		}
	}
	return worst
}

// Log tells log of what is not sound.
func (d Diagnosis) Log(log *slog.Logger) {
	for _, f := range d {
		switch f.Verdict {
		case Failing:
			log.Error("diagnosis", "check", f.Name, "detail", f.Detail, "action", f.Action)
		case Unwise:
			log.Warn("diagnosis", "check", f.Name, "detail", f.Detail, "action", f.Action)
		}
	}
}

// Components are the findings as /health shows them to everybody: without
// paths and addresses, and without what is only unwise.
func (d Diagnosis) Components() []document.Component {
	var components []document.Component
	for _, f := range d {
		c := document.Component{Name: f.Name, Status: document.ComponentOK}
		if f.Verdict == Failing {
			c.Status, c.Blocks, c.Detail = document.ComponentError, true, "En el servidor, ejecute «cotejo doctor»: dice qué está mal y qué hacer."
		}
		components = append(components, c)
	}
	return components
}

func sound(name, title, detail string) Finding { return Finding{name, title, Sound, detail, ""} }

// finding is sound with detail, or failing with the sentence of err.
func finding(name, title, detail string, err error, action string) Finding {
	if err == nil {
		return sound(name, title, detail)
	}
	return Finding{name, title, Failing, sentence(err), action}
}

// Settings is the finding of settings that cannot be used, one for each.
func Settings(faults config.Faults) Diagnosis {
	var d Diagnosis
	for _, f := range faults {
		d = append(d, Finding{"settings", "ajustes", Failing, f.String(), "corrija " + f.Name + "; «cotejo config» dice de dónde viene cada valor"})
	}
	return d
}

// warnings are the findings of settings that may stand and should be looked at.
func warnings(r config.Report) Diagnosis {
	d := Diagnosis{}
	for _, w := range r.Warnings {
		d = append(d, Finding{"settings", "ajustes", Unwise, w, "corrija el ajuste; «cotejo config» dice de dónde viene cada valor"})
	}
	if len(d) == 0 {
		d = Diagnosis{sound("settings", "ajustes", "se pueden usar")}
	}
	return d
}

// Diagnose looks at all that the intake service needs of its machine. It makes
// and changes nothing. now is the time by the machine's clock.
func Diagnose(ctx context.Context, c config.Intake, now time.Time) Diagnosis {
	d := warnings(c.Report)
	d = append(d, user(filepath.Dir(c.DatabasePath)))
	d = append(d, local(c, now)...)
	d = append(d, room(writtenFolders(c), c.MinFreeDisk, "no se reciben archivos", "; el mínimo es SVC_MIN_FREE_DISK_MB"))
	database := databaseOf(c.Server)
	found, err := sqlstore.Examine(ctx, database)
	d = append(d, databaseFinding(database, "SVC", found, err), originals(ctx, c), secret(c.Server, "SVC_JWT_SECRET"))
	d = append(d, diagnoseMail(ctx, mailSource{c.Mail, "SVC_"})...)
	return append(d, reading(ctx, c)...)
}

// local looks at what costs nothing to look at: folders, users and the clock.
func local(c config.Intake, now time.Time) Diagnosis {
	folders := writtenFolders(c)
	d := Diagnosis{writable(folders), clock(now)}
	if c.Roles.API {
		d = append(d, usersFinding(c))
	}
	return d
}

// DiagnoseNotify is Diagnose for the notification service.
func DiagnoseNotify(ctx context.Context, c config.Notify, now time.Time) Diagnosis {
	database := databaseOf(c.Server)
	d := warnings(c.Report)
	if database.URL == "" {
		folder := filepath.Dir(c.DatabasePath)
		d = append(d, user(folder), writable([]string{folder}), room([]string{folder}, leastRoom, "la base de datos puede dejar de guardar", ""))
	}
	found, err := notifystore.Examine(ctx, database)
	base := databaseFinding(database, "NOTIFY", found, err)
	d = append(d, base)
	if base.Verdict == Sound {
		d = append(d, registerUsers(ctx, c, found.Migration > 0))
	}
	d = append(d, secret(c.Server, "NOTIFY_JWT_SECRET"))
	if c.SMTPURL != "" {
		d = append(d, mailServer(ctx, c))
	}
	d = append(d, diagnoseMail(ctx, mailSource{c.Mail, "NOTIFY_"})...)
	return append(d, clock(now))
}

func databaseFinding(o sqlstore.Options, prefix string, found sqldb.Examination, err error) Finding {
	const name, title = "database", "base de datos"
	setting, engine := prefix+"_DATABASE_PATH", "SQLite"
	if o.URL != "" {
		setting, engine = prefix+"_DATABASE_URL", "PostgreSQL"
	}
	if o.URL == "" && errors.Is(err, fs.ErrNotExist) {
		return sound(name, title, o.Place()+" aún no existe; se crea al iniciar el servicio")
	}
	if err != nil {
		action := "revise " + setting + ", y que la base de datos esté en marcha y sea de este servicio"
		if o.URL == "" && errors.Is(err, fs.ErrPermission) {
			action = giveFile(o.Path + "*")
		}
		return finding(name, title, "", at(o.Place(), err), action)
	}
	detail := fmt.Sprintf("%s %s en %s, esquema %d", engine, found.Version, o.Place(), found.Migration)
	switch {
	case found.Migration == 0:
		detail += "; las tablas se crean al iniciar el servicio"
	case found.Migration < found.Known:
		detail += fmt.Sprintf("; al iniciar el servicio pasa a %d", found.Known)
	}
	return sound(name, title, detail)
}

func originals(ctx context.Context, c config.Intake) Finding {
	const name, title = "originals", "archivos originales"
	if at, err := url.Parse(c.BlobURL); err == nil && at.Scheme == "file" {
		f := writable([]string{filepath.FromSlash(at.Path)})
		f.Name, f.Title = name, title
		if f.Verdict == Sound {
			f.Detail = "en la carpeta " + at.Path
		}
		return f
	}
	place := blobstore.Redacted(c.BlobURL)
	store, err := openBlobs(ctx, c)
	if err == nil {
		ctx, cancel := context.WithTimeout(ctx, doctorPatience)
		defer cancel()
		if remote, ok := store.(ports.RemoteBlobs); ok {
			err = at(place, remote.Ping(ctx))
		}
		err = errors.Join(err, store.Close())
	}
	return finding(name, title, "el almacén "+place+" responde", err,
		"revise SVC_BLOB_URL, SVC_BLOB_ACCESS_KEY y SVC_BLOB_SECRET_KEY, y que el almacén esté en marcha; mientras tanto no se reciben archivos")
}

// doctorPatience is how long another machine may take to answer.
const doctorPatience = 5 * time.Second

func usersFinding(c config.Intake) Finding {
	const name, title = "users", "usuarios"
	add := "agregue un administrador: «cotejo user add NOMBRE --role admin»"
	if !c.AuthEnabled {
		return sound(name, title, "no se piden (SVC_AUTH_ENABLED=false)")
	}
	source, users, err := "AUTH_USERS", []account.User(nil), error(nil)
	if c.AuthUsers != "" {
		users, err = usersfile.ListValue(string(c.AuthUsers))
	} else {
		source = c.UsersFile
		users, err = usersfile.List(c.UsersFile)
	}
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(users) == 0 {
		if c.Production() {
			return Finding{name, title, Failing, "no hay usuarios en " + source, add}
		}
		return sound(name, title, "aún no hay; el servicio crea el usuario admin al iniciar y muestra su contraseña una vez")
	}
	if err != nil {
		action := "corrija el archivo, o restaure su copia"
		if errors.Is(err, fs.ErrPermission) {
			action = giveFile(source)
		}
		return finding(name, title, "", at(source, err), action)
	}
	if !slices.ContainsFunc(users, func(u account.User) bool { return u.Role == account.Admin && !u.Disabled }) {
		return Finding{name, title, Unwise, fmt.Sprintf("en %s hay %d usuarios y ninguno es administrador", source, len(users)), add}
	}
	if f := private(source); c.AuthUsers == "" && f != "" {
		return Finding{name, title, Unwise, f, "chmod 600 " + source}
	}
	return sound(name, title, fmt.Sprintf("%d en %s", len(users), source))
}

// registerUsers looks whether anybody can enter the register of notifications; some reports whether its tables exist.
func registerUsers(ctx context.Context, c config.Notify, some bool) Finding {
	const name, title = "users", "usuarios"
	var err error
	if some {
		some, err = notifystore.HasUsers(ctx, databaseOf(c.Server))
	}
	switch {
	case err != nil || some:
		return finding(name, title, "hay", err, "revise la base de datos")
	case c.AdminEmail != "" && c.AdminPassword != "" || !c.Production():
		return sound(name, title, "aún no hay; el servicio crea el administrador al iniciar")
	}
	return Finding{name, title, Failing, "no hay usuarios",
		"agregue un administrador: «cotejo user add --service notify CORREO --name NOMBRE --role ADMINISTRADOR»"}
}

// private says why a file is not for its owner alone, if so.
func private(path string) string {
	if info, err := os.Stat(path); err == nil && info.Mode().Perm()&0o077 != 0 {
		return path + " lo pueden leer otros usuarios de la máquina"
	}
	return ""
}

func secret(c config.Server, setting string) Finding {
	const name, title = "secret", "secreto de las sesiones"
	detail, err := c.DescribeSecret()
	return finding(name, title, detail, err, "indique "+setting+"; haga uno con: openssl rand -hex 32")
}

// reading starts a reader, as the service would, and describes Tesseract and of
// how far a reader can be shut off from the rest.
func reading(ctx context.Context, c config.Intake) Diagnosis {
	if !c.Roles.Worker {
		return Diagnosis{sound("ocr", "lectura", "este servidor no lee escritos (SVC_ROLES)")}
	}
	readers, err := Readers(c, slog.New(slog.DiscardHandler))
	if err != nil {
		return Diagnosis{finding("ocr", "lectura", "", err, "")}
	}
	defer readers.Close()
	box, err := readers.Check(ctx)
	languages := tesseract.Languages(c.OCRLanguages...)
	detail := "el lector arranca; Tesseract " + tesseract.Version() + " con " + strings.Join(languages, ", ")
	if c.OCRMode == string(pdftext.Never) {
		detail = "el lector arranca, sin Tesseract (SVC_OCR_MODE=never): no lee lo escaneado"
	}
	d := Diagnosis{finding("ocr", "lectura", detail, err,
		"sin Tesseract y sus idiomas (tesseract-ocr, "+strings.Join(tesseract.Packages(languages...), ", ")+") cada escrito termina como fallido; "+
			"los idiomas de las páginas están en SVC_OCR_LANGUAGES")}
	if err != nil {
		return d
	}
	return append(d, isolation(box, c.RequireSandbox))
}

func isolation(box document.Sandbox, required bool) Finding {
	f := sound(
		"sandbox",
		"aislamiento",
		"los procesos que abren los PDF no tienen red ni ven otros archivos (seccomp, Landlock "+strconv.Itoa(readerproc.Landlock())+")",
	)
	if box.Complete() {
		return f
	}
	f.Verdict, f.Action = Unwise, "use Linux 5.13 o posterior con Landlock y seccomp activados"
	switch {
	case box.Calls && box.Files:
		f.Detail = "los procesos que abren los PDF conservan permisos de root: este sistema no deja que los cambien"
		f.Action = "ejecute el servicio como un usuario que no sea root"
	case box.Calls:
		f.Detail = "el núcleo no tiene Landlock: los procesos que abren los PDF podrían ver otros archivos"
	case box.Files:
		f.Detail = "el núcleo no tiene seccomp: los procesos que abren los PDF tienen red"
	default:
		f.Detail = "el núcleo no tiene seccomp ni Landlock: los procesos que abren los PDF tienen red y podrían ver otros archivos"
	}
	if required {
		f.Verdict = Failing
		f.Action += ", o acepte el riesgo con SVC_REQUIRE_SANDBOX=false"
	}
	return f
}

// clock looks at the time: terms are counted in days, and tokens by it.
func clock(now time.Time) Finding {
	const name, title = "clock", "reloj"
	detail := now.In(document.Colombia()).Format("2006-01-02 15:04:05") + " en Colombia"
	const action = "ponga la hora y active su sincronización: timedatectl set-ntp true"
	if now.Before(built) {
		return Finding{name, title, Failing, detail + ": el reloj está atrasado", action}
	}
	if status, err := unix.Adjtimex(&unix.Timex{}); err == nil && status == unix.TIME_ERROR {
		return Finding{name, title, Unwise, detail + "; el sistema no sabe si es la hora correcta", action}
	}
	return sound(name, title, detail)
}

// built is a day before which no program of this version ran.
var built = time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC)

// Port looks whether the service could listen, where it is not running.
func Port(c config.Intake) Finding {
	const name, title = "port", "puerto"
	address := net.JoinHostPort(c.Host, strconv.Itoa(c.Port))
	listener, err := net.Listen("tcp", address)
	if err == nil {
		listener.Close()
		return sound(name, title, address+" está libre: el servicio no está en marcha")
	}
	if isCotejo(address, c.APIPrefix) {
		return sound(name, title, "el servicio está en marcha en "+address)
	}
	action := "detenga el otro programa o elija otro puerto con SVC_PORT"
	switch {
	case errors.Is(err, syscall.EACCES):
		action = "elija un puerto desde 1024 con SVC_PORT"
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		action = "corrija SVC_HOST"
	}
	return finding(name, title, "", fmt.Errorf("no se puede escuchar en %s: %s", address, sentence(err)), action)
}

// mailServer connects and logs in as the service does to send e-mails, and sends nothing.
func mailServer(ctx context.Context, c config.Notify) Finding {
	const name, title = "mail", "correo saliente"
	mailer, err := smtp.New(string(c.SMTPURL), cmp.Or(c.MailFrom, "cotejo@localhost"))
	if err != nil {
		return finding(name, title, "", errors.New("la dirección no se entiende"), "corrija NOTIFY_SMTP_URL y NOTIFY_MAIL_FROM")
	}
	ctx, cancel := context.WithTimeout(ctx, mailPatience)
	defer cancel()
	session, err := mailer.Check(ctx)
	if err == nil {
		detail := mailer.Server() + map[bool]string{true: " acepta la conexión cifrada", false: " acepta la conexión sin cifrar"}[session.Encrypted] +
			map[bool]string{true: " y el usuario", false: ", sin usuario"}[session.LoggedIn] + "; no se envió nada"
		return sound(name, title, detail)
	}
	var advice string
	if f, ok := fault.As(err); ok {
		advice = smtpAdvice[f.Code]
		if text := reason(err); f.Code == smtp.Unreachable && text != err.Error() {
			err = errors.New(text)
		}
	}
	return finding(name, title, "", at(mailer.Server(), err), advice+"; mientras tanto no salen correos")
}

// smtpAdvice says what to do about faults of the mail server, by their code.
var smtpAdvice = map[string]string{
	smtp.Unreachable: "revise el servidor y el puerto de NOTIFY_SMTP_URL, la red y el cortafuegos: " +
		"esta máquina debe llegar a ese puerto (587 con smtp://, 465 con smtps://)",
	smtp.Certificate: "escriba en NOTIFY_SMTP_URL el nombre que está en el certificado, o agregue la entidad que lo firma: " + trustAuthority,
	smtp.NoTLS:       "use en NOTIFY_SMTP_URL smtp:// con el puerto 587 o smtps:// con el 465; solo para un servidor de esta misma máquina, agregue ?tls=none",
	smtp.NoLogin: "quite el usuario y la clave de NOTIFY_SMTP_URL si el servidor no los pide; " +
		"si los pide, use el puerto 587, o el 465 con smtps://, sin ?tls=none",
	smtp.LoginRefused: "revise el usuario y la clave de NOTIFY_SMTP_URL (los signos como @, / o % se escriben %40, %2F o %25); " +
		"muchos proveedores piden una contraseña de aplicación y que se habilite SMTP para ese usuario",
}

// isCotejo reports whether a service of this program answers at an address.
func isCotejo(at, prefix string) bool {
	client := http.Client{Timeout: doctorPatience}
	answer, err := client.Get("http://" + at + prefix + "/health")
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	var health struct {
		Version    string `json:"version"`
		Components []any  `json:"components"`
	}
	return json.NewDecoder(io.LimitReader(answer.Body, 1<<20)).Decode(&health) == nil && health.Version != "" && len(health.Components) > 0
}
