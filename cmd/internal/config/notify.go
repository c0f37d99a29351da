package config

import (
	"errors"
	"log/slog"
	"net/mail"
	"net/netip"
	"slices"
	"time"

	"github.com/cotejo/cotejo/adapters/smtp"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// Notify is the configuration of the notification service and of the commands
// that work on the same data. Paths are absolute.
type Notify struct {
	Environment Environment

	Host           string
	Port           int // 0 lets the system choose
	CORSOrigins    []string
	TrustedProxies []netip.Prefix
	IntakeURL      string // of the console of the intake service; empty when not configured

	RequestMemory int64 // bytes that the bodies of requests may take together

	DatabasePath string
	DatabaseURL  Masked // of PostgreSQL; wins over the path

	JWTSecret       Masked // as configured; TokenSecret has the one to sign with
	TokenLife       time.Duration
	SessionIdle     time.Duration // of a browser
	SessionLife     time.Duration
	MaxFailedLogins int
	Lockout         time.Duration
	AdminEmail      string // of the first administrator; empty when not configured
	AdminPassword   Masked

	OIDC OIDC // no provider unless Issuer is set

	SMTPURL  Masked // it may hold a password; empty: nothing is sent
	MailFrom string

	OverdueDays int // business days
	ClosedDays  []document.Day

	LogLevel     slog.Level
	LogFormat    LogFormat
	MetricsToken Masked // empty: /metrics is for this machine alone
}

// Production reports whether the service runs in earnest.
func (c Notify) Production() bool { return c.Environment == Production }

// notifySettings is every setting of the notification service, in the order of
// .env.example.
var notifySettings = slices.Concat([]setting[Notify]{
	{
		Name: "ENVIRONMENT", fallback: "development", example: "production",
		doc:   "development or production. Anything else is development, with a warning; near misses of production are refused.",
		help:  "development o production",
		value: at(func(c *Notify) *Environment { return &c.Environment }, environment),
	},
	{
		Name: "NOTIFY_HOST", fallback: "127.0.0.1", example: "0.0.0.0",
		doc:   "Address to listen on. The default is this machine alone; 0.0.0.0 (in a container, or behind a proxy with TLS) opens it to the network.",
		help:  "dirección en la que escucha; 0.0.0.0 para toda la red",
		value: at(func(c *Notify) *string { return &c.Host }, host),
	},
	{
		Name: "NOTIFY_PORT", fallback: "8000", example: "8001",
		doc:   "Port to listen on; 0 lets the system choose one. `cotejod all` runs both services, this one then on 8001 unless told otherwise.",
		help:  "puerto en el que escucha; 0 para uno libre",
		value: at(func(c *Notify) *int { return &c.Port }, wholeNumber(0, 65535)),
	},
	{
		Name: "NOTIFY_CORS_ORIGINS", fallback: `["http://localhost:3000","http://localhost:8501"]`, example: `["https://notificaciones.example.org"]`,
		doc:   "Web origins that may call the service from a browser, a JSON array; [] for none.",
		help:  "orígenes web permitidos, una lista JSON",
		value: at(func(c *Notify) *[]string { return &c.CORSOrigins }, listOf(origin)),
	},
	{
		Name: "NOTIFY_TRUSTED_PROXIES", fallback: `[]`, example: `["10.0.0.0/8","192.168.1.7"]`,
		doc:   "Addresses or networks whose X-Forwarded-For is believed, a JSON array.",
		help:  "redes de los intermediarios de confianza, una lista JSON",
		value: at(func(c *Notify) *[]netip.Prefix { return &c.TrustedProxies }, listOf(network)),
	},
	{
		Name: "NOTIFY_INTAKE_URL", example: "https://cotejo.example.org",
		doc:   "Address of the intake service for browsers, which the console links to, as SVC_NOTIFY_URL.",
		help:  "dirección del servicio de recepción, a la que enlaza la consola",
		value: at(func(c *Notify) *string { return &c.IntakeURL }, webAddress),
	},

	{
		Name: "NOTIFY_REQUEST_MEMORY_MB", fallback: "64", example: "128",
		doc:   "Memory for the texts and data of all requests that are served at once, in MB, uploads aside; beyond it requests get 503. One byte sent counts six.",
		help:  "memoria para los textos de las peticiones que se atienden a la vez, en MB",
		value: at(func(c *Notify) *int64 { return &c.RequestMemory }, megabytes(16, 65536)),
	},
	{
		Name: "NOTIFY_DATABASE_PATH", fallback: "data/database/cotejo-notify.db", example: "data/database/cotejo-notify.db",
		doc:   "Database file, made on first start. It is not that of the intake service.",
		help:  "archivo de la base de datos",
		value: at(func(c *Notify) *string { return &c.DatabasePath }, path),
	},
	{
		Name: "NOTIFY_DATABASE_URL", example: "postgres://cotejo:PASSWORD@db.example.org:5432/cotejo_notify?sslmode=verify-full", secret: true,
		doc:   "PostgreSQL instead of the file, as for the intake service but a database of its own. Any number of servers may share it; one of them at a time sends e-mails.",
		help:  "base de datos PostgreSQL en lugar del archivo",
		value: at(func(c *Notify) *Masked { return &c.DatabaseURL }, postgresURL),
	},

	{
		Name: "NOTIFY_JWT_SECRET", example: DevelopmentSecret, secret: true,
		doc:   "Secret that signs tokens, 32 bytes or more (openssl rand -hex 32). In development without one, a random secret is made and kept beside the database.",
		help:  "secreto que firma los tokens",
		value: at(func(c *Notify) *Masked { return &c.JWTSecret }, masked),
	},
	{
		Name: "NOTIFY_TOKEN_MINUTES", fallback: "480", example: "480",
		doc:   "Minutes that a token is valid.",
		help:  "minutos de validez de un token",
		value: at(func(c *Notify) *time.Duration { return &c.TokenLife }, span(time.Minute, time.Second, 43200*time.Minute)),
	},
	{
		Name: "NOTIFY_SESSION_IDLE_MINUTES", fallback: "30", example: "30",
		doc:   "Minutes without a request after which the session of a browser ends.",
		help:  "minutos sin uso tras los cuales termina la sesión de un navegador",
		value: at(func(c *Notify) *time.Duration { return &c.SessionIdle }, span(time.Minute, time.Second, 1440*time.Minute)),
	},
	{
		Name: "NOTIFY_SESSION_HOURS", fallback: "12", example: "12",
		doc:   "Hours after which the session of a browser ends, however much it is used.",
		help:  "horas tras las cuales termina la sesión de un navegador, aunque se use",
		value: at(func(c *Notify) *time.Duration { return &c.SessionLife }, span(time.Hour, time.Second, 720*time.Hour)),
	},
	{
		Name: "NOTIFY_MAX_FAILED_LOGINS", fallback: "5", example: "5",
		doc:   "Failed logins in a row that lock an account.",
		help:  "intentos fallidos seguidos que bloquean una cuenta",
		value: at(func(c *Notify) *int { return &c.MaxFailedLogins }, wholeNumber(1, 100)),
	},
	{
		Name: "NOTIFY_LOCKOUT_MINUTES", fallback: "15", example: "15",
		doc:   "Minutes that an account is locked.",
		help:  "minutos que dura el bloqueo de una cuenta",
		value: at(func(c *Notify) *time.Duration { return &c.Lockout }, span(time.Minute, time.Second, 43200*time.Minute)),
	},
	{
		Name: "NOTIFY_ADMIN_EMAIL", example: "admin@juzgado.example.org",
		doc:   "E-mail of the administrator who is made when there are no users yet. In development, without it, admin@localhost.",
		help:  "correo del primer administrador",
		value: at(func(c *Notify) *string { return &c.AdminEmail }, email),
	},
	{
		Name: "NOTIFY_ADMIN_PASSWORD", example: "a long password of twelve characters", secret: true,
		doc:   "Password of that administrator, 12 characters to 72 bytes. In development, without it, a random one is printed once.",
		help:  "contraseña del primer administrador",
		value: at(func(c *Notify) *Masked { return &c.AdminPassword }, newPassword),
	},
}, oidcSettings(notifyPrefix, "https://notificaciones.example.org/auth/oidc/callback",
	"the address of this service and /auth/oidc/callback.", func(c *Notify) *OIDC { return &c.OIDC }), []setting[Notify]{
	{
		Name: "NOTIFY_SMTP_URL", example: "smtp://user:password@mail.example.org:587", secret: true,
		doc:   "Mail server through which the service sends notifications by e-mail when a user asks for it: smtp:// (STARTTLS) or smtps://; ?tls=none for a server on this machine. Without it nothing is sent: people send and register it.",
		help:  "servidor de correo",
		value: at(func(c *Notify) *Masked { return &c.SMTPURL }, smtpURL),
	},
	{
		Name: "NOTIFY_MAIL_FROM", example: "Juzgado Primero <notificaciones@juzgado.example.org>",
		doc:   "Sender of those e-mails; required with NOTIFY_SMTP_URL.",
		help:  "remitente de los correos",
		value: at(func(c *Notify) *string { return &c.MailFrom }, sender),
	},

	{
		Name: "NOTIFY_OVERDUE_DAYS", fallback: "5", example: "5",
		doc:   "Business days after which a notification that is still PENDIENTE or EN_PROCESO is overdue.",
		help:  "días hábiles tras los cuales una notificación está vencida",
		value: at(func(c *Notify) *int { return &c.OverdueDays }, wholeNumber(1, 1000)),
	},
	{
		Name: "NOTIFY_CLOSED_DAYS", fallback: `[]`, example: `["2026-05-15"]`,
		doc:   "Days on which the courts are closed beside those of the law, a JSON array.",
		help:  "días de cierre además de los de ley, una lista JSON",
		value: at(func(c *Notify) *[]document.Day { return &c.ClosedDays }, listOf(calendarDay)),
	},

	{
		Name: "NOTIFY_LOG_LEVEL", fallback: "info", example: "debug",
		doc:   "Least severe log line that is written: debug, info, warn or error.",
		help:  "nivel del registro: debug, info, warn o error",
		value: at(func(c *Notify) *slogLevel { return (*slogLevel)(&c.LogLevel) }, logLevel),
	},
	{
		Name: "NOTIFY_LOG_FORMAT", fallback: "text", example: "json",
		doc:   "Form of a log line: text or json.",
		help:  "forma del registro: text o json",
		value: at(func(c *Notify) *LogFormat { return &c.LogFormat }, oneOf(TextLog, JSONLog)),
	},
	{
		Name: "NOTIFY_METRICS_TOKEN", example: "a-token-for-prometheus-alone", secret: true,
		doc:   "Bearer token that opens /metrics from anywhere. Without one it is shown on this machine alone.",
		help:  "token que abre /metrics desde cualquier lugar",
		value: at(func(c *Notify) *Masked { return &c.MetricsToken }, bearerToken),
	},
})

var notifyRules = []rule[Notify]{
	{"NOTIFY_MAIL_FROM", true, func(c *Notify) string {
		if c.SMTPURL != "" && c.MailFrom == "" {
			return "falta, y con NOTIFY_SMTP_URL es obligatorio"
		}
		return ""
	}},
	{"NOTIFY_JWT_SECRET", true, func(c *Notify) string { return weakProductionSecret(c.Production(), c.JWTSecret) }},
	oidcRule(notifyPrefix, func(c *Notify) *OIDC { return &c.OIDC }),
	{"NOTIFY_DATABASE_PATH", false, func(c *Notify) string {
		if isFolder(c.DatabasePath) {
			return "es una carpeta; indique un archivo"
		}
		return ""
	}},
}

func completeNotify(c *Notify, folder string) {
	c.DatabasePath = RealPath(within(folder, c.DatabasePath))
}

// unwiseNotify is what may stand, but should be said.
func unwiseNotify(c *Notify) []string {
	warnings := odd(c.Environment)
	if c.DatabaseURL != "" && c.JWTSecret == "" {
		warnings = append(warnings, "NOTIFY_JWT_SECRET "+notShared)
	}
	if why := weakSecret(c.JWTSecret); why != "" && c.JWTSecret != "" && !c.Production() {
		warnings = append(warnings, "NOTIFY_JWT_SECRET "+why+"; con ENVIRONMENT=production el servicio no arrancaría")
	}
	return warnings
}

// email is an e-mail address, or none.
var email = kind[string]{
	parse: func(text string) (string, error) {
		if text != "" && !account.ValidEmail(account.EmailKey(text)) {
			return "", errors.New("debe ser un correo")
		}
		return text, nil
	},
	format: func(s string) string { return s },
}

// smtpURL is the address of a mail server, or none.
var smtpURL = kind[Masked]{
	parse: func(text string) (Masked, error) {
		if text == "" {
			return "", nil
		}
		if _, err := smtp.New(text, "cotejo@localhost"); err != nil {
			return "", errors.New("debe ser como smtp://usuario:clave@servidor:587 o smtps://servidor")
		}
		return Masked(text), nil
	},
	format: Masked.String,
}

// sender is an e-mail address with a name beside it, or none.
var sender = kind[string]{
	parse: func(text string) (string, error) {
		if text == "" {
			return "", nil
		}
		if a, err := mail.ParseAddress(text); err != nil || !account.ValidEmail(a.Address) {
			return "", errors.New("debe ser un correo, con un nombre si se quiere")
		}
		return text, nil
	},
	format: func(s string) string { return s },
}

// newPassword is a password that a user may have, or none.
var newPassword = kind[Masked]{
	parse: func(text string) (Masked, error) {
		if f, refused := fault.As(account.CheckPassword(text)); refused && text != "" {
			return "", errors.New(f.Message)
		}
		return Masked(text), nil
	},
	format: Masked.String,
}

// calendarDay is a day in Colombia.
var calendarDay = kind[document.Day]{
	parse: func(text string) (document.Day, error) {
		d, err := document.ParseDay(text)
		if err != nil {
			return 0, errors.New("debe ser una fecha como 2026-05-15")
		}
		return d, nil
	},
	format: document.Day.String,
}
