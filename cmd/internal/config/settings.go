package config

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/intake"
	"github.com/cotejo/cotejo/core/terms"
)

// variation is how the shared settings of one service differ from those of the other.
type variation struct {
	prefix, database, callback string
	memory, leastMemory        int // MB
}

// settings are those that both services have.
func (c *Server) settings(v variation) []setting {
	return slices.Concat([]setting{
		bind("ENVIRONMENT", "development", "production", &c.Environment, environment, "development o production"),
		bind(v.prefix+"HOST", "127.0.0.1", "0.0.0.0", &c.Host, host, "dirección en la que escucha; 0.0.0.0 para toda la red"),
		bind(v.prefix+"PORT", "8000", "", &c.Port, wholeNumber(0, 65535), "puerto en el que escucha; 0 para uno libre"),
		bind(v.prefix+"CORS_ORIGINS", `["http://localhost:3000","http://localhost:8501"]`, `["https://consulta.example.org"]`, &c.CORSOrigins, listOf(origin),
			"orígenes web permitidos, una lista JSON"),
		bind(v.prefix+"TRUSTED_PROXIES", `[]`, `["10.0.0.0/8","192.168.1.7"]`, &c.TrustedProxies, listOf(network),
			"redes de los intermediarios de confianza, una lista JSON"),
		bind(v.prefix+"REQUEST_MEMORY_MB", fmt.Sprint(v.memory), fmt.Sprint(2*v.memory), &c.RequestMemory, megabytes(v.leastMemory, 65536),
			"memoria para los textos de las peticiones que se atienden a la vez, en MB"),
		bind(v.prefix+"DATABASE_PATH", "data/database/"+v.database+".db", "", &c.DatabasePath, path, "archivo de la base de datos"),
		bind(v.prefix+"DATABASE_URL", "", "postgres://cotejo:PASSWORD@db.example.org:5432/"+strings.ReplaceAll(v.database, "-", "_")+"?sslmode=verify-full", &c.DatabaseURL, postgresURL,
			"base de datos PostgreSQL en lugar del archivo"),
	}, c.OIDC.settings(v), []setting{
		bind(v.prefix+"JWT_SECRET", "", DevelopmentSecret, &c.JWTSecret, anySecret, "secreto que firma los tokens"),
		bind(v.prefix+"SESSION_IDLE_MINUTES", "30", "", &c.SessionIdle, span(time.Minute, 1440*time.Minute),
			"minutos sin uso tras los cuales termina la sesión de un navegador"),
		bind(v.prefix+"SESSION_HOURS", "12", "", &c.SessionLife, span(time.Hour, 720*time.Hour),
			"horas tras las cuales termina la sesión de un navegador, aunque se use"),
		bind(v.prefix+"LOG_LEVEL", "info", "debug", &c.LogLevel, logLevel, "nivel del registro: debug, info, warn o error"),
		bind(v.prefix+"LOG_FORMAT", "text", "json", &c.LogFormat, oneOf(TextLog, JSONLog), "forma del registro: text o json"),
		bind(v.prefix+"METRICS_TOKEN", "", "a-token-for-prometheus-alone", &c.MetricsToken, bearerToken,
			"token que abre /metrics desde cualquier lugar"),
	})
}

func (c *OIDC) settings(v variation) []setting {
	prefix := v.prefix + "OIDC_"
	return []setting{
		bind(prefix+"ISSUER", "", "https://identidad.example.org/realms/rama", &c.Issuer, webAddress,
			"proveedor de identidad (OpenID Connect) de la entidad"),
		bind(prefix+"CLIENT_ID", "", "cotejo", &c.ClientID, word, "nombre de este servicio ante el proveedor de identidad"),
		bind(prefix+"CLIENT_SECRET", "", "the-secret-of-that-client", &c.ClientSecret, anySecret,
			"secreto de este servicio ante el proveedor de identidad"),
		bind(prefix+"REDIRECT_URL", "", v.callback, &c.RedirectURL, webAddress,
			"dirección a la que vuelve el navegador: …/auth/oidc/callback"),
		bind(prefix+"ROLES_CLAIM", "groups", "roles", &c.RolesClaim, word, "dato del proveedor que lista los grupos o roles de un usuario"),
		bind(prefix+"ADMINS", `["cotejo-admin"]`, "", &c.Admins, listOf(word), "grupos o roles de los administradores, una lista JSON"),
		bind(prefix+"USERS", `["cotejo"]`, `["cotejo","relatoria"]`, &c.Users, listOf(word),
			"grupos o roles de los demás usuarios, una lista JSON"),
		bind(prefix+"TRUST_EMAIL", "false", "true", &c.TrustEmail, yesNo,
			"el proveedor comprobó los correos aunque no diga email_verified (true o false)"),
	}
}

func (c *Server) rules(prefix string) []rule {
	weak, issuer := weakSecret(c.JWTSecret), c.OIDC.Issuer
	return []rule{
		{prefix + "JWT_SECRET", ofServer, c.weakProductionSecret() != "", c.weakProductionSecret()},
		{prefix + "OIDC_ISSUER", always, issuer != "" && (c.OIDC.ClientID == "" || c.OIDC.RedirectURL == ""),
			"necesita también " + prefix + "OIDC_CLIENT_ID y " + prefix + "OIDC_REDIRECT_URL"},
		{prefix + "OIDC_ISSUER", always, issuer != "" && c.Production() && !strings.HasPrefix(issuer, "https:"),
			"debe empezar por https:// con ENVIRONMENT=production"},
		{prefix + "DATABASE_PATH", always, isFolder(c.DatabasePath), aFolder},
		{"ENVIRONMENT", unwise, c.Environment != Development && c.Environment != Production,
			"ENVIRONMENT=" + shortened(string(c.Environment)) + " no es development ni production: el servicio arranca como en desarrollo"},
		{prefix + "JWT_SECRET", unwise, c.DatabaseURL != "" && c.JWTSecret == "",
			prefix + "JWT_SECRET falta: otro servidor de la misma base de datos no aceptaría las sesiones de este; dé a todos el mismo"},
		{prefix + "JWT_SECRET", unwise, weak != "" && c.JWTSecret != "" && !c.Production(),
			prefix + "JWT_SECRET " + weak + "; con ENVIRONMENT=production el servicio no arrancaría"},
	}
}

const aFolder = "es una carpeta; indique un archivo"

func (c *Intake) prefix() string { return intakePrefix }

func (c *Intake) settings() []setting {
	shared := c.Server.settings(variation{intakePrefix, "cotejo", "https://cotejo.example.org/api/v1/auth/oidc/callback", 256, 128})
	return slices.Concat(shared, c.ofServer(), c.ofReading())
}

// ofServer are the settings of the requests that are served, of users and of files.
func (c *Intake) ofServer() []setting {
	return slices.Concat([]setting{
		bind("SVC_ROLES", "api,worker", "", &c.Roles, roles, "papeles de este servidor: api, worker o los dos"),
		bind("SVC_API_PREFIX", "/api/v1", "", &c.APIPrefix, apiPrefix, "prefijo de las rutas; / para ninguno"),
		bind("SVC_NOTIFY_URL", "", "https://notificaciones.example.org", &c.NotifyURL, webAddress,
			"dirección del servicio de notificaciones, a la que enlaza la consola"),
		bind("SVC_BLOB_URL", "", "file:///srv/cotejo/originals", &c.BlobURL, blobURL,
			"carpeta de los originales, como dirección file://, o bucket s3://"),
		bind("SVC_BLOB_ACCESS_KEY", "", "COTEJO", &c.BlobAccess, masked, "clave de acceso del bucket de S3"),
		bind("SVC_BLOB_SECRET_KEY", "", "the-secret-of-that-key", &c.BlobSecret, anySecret, "secreto de la clave del bucket de S3"),
		bind("SVC_TMP_DIR", "", "/var/tmp", &c.TempDir, path, "carpeta de los archivos temporales"),
		bind("SVC_MIN_FREE_DISK_MB", "256", "1024", &c.MinFreeDisk, megabytes(0, 1<<20),
			"MB libres en disco por debajo de los cuales no se reciben archivos ni se preparan descargas grandes"),
	}, c.Mail.settings(intakePrefix, "imaps://reparto@mail.example.org/INBOX", "buzones de los que se reciben correos, separados por espacios o comas"), []setting{
		bind("SVC_AUTH_ENABLED", "true", "false", &c.AuthEnabled, yesNo, "exigir inicio de sesión (true o false)"),
		bind("SVC_AUTH_CONFIG_PATH", ".cotejo/users.yaml", "", &c.UsersFile, path, "archivo YAML de usuarios"),
		bind("AUTH_USERS", "", `{"admin":{"password":"BCRYPT_HASH","role":"admin"}}`, &c.AuthUsers, jsonText,
			"usuarios en JSON, en lugar del archivo"),
		bind("SVC_JWT_ALGORITHM", "HS256", "", &c.JWTAlgorithm, oneOf("HS256", "HS384", "HS512"),
			"algoritmo de los tokens: HS256, HS384 o HS512"),
		bind("SVC_JWT_EXPIRY_HOURS", "8", "", &c.JWTExpiry, span(time.Hour, 720*time.Hour), "horas de validez de un token"),
		bind("SVC_JWT_MAX_REFRESHES", "5", "", &c.MaxRefreshes, wholeNumber(0, 1000), "renovaciones por sesión"),
		bind("SVC_MAX_UPLOAD_SIZE_MB", strconv.Itoa(document.DefaultMaxUpload>>20), "", &c.MaxUpload, megabytes(1, 4096), "tamaño máximo de un archivo, en MB"),
		bind("SVC_QUEUE_LIMIT", strconv.Itoa(intake.DefaultQueueLimit), "", &c.QueueLimit, wholeNumber(1, 1_000_000),
			"tareas sin terminar a partir de las cuales no se reciben archivos"),
		bind("SVC_TASK_TTL_HOURS", strconv.Itoa(int(intake.DefaultTaskTTL.Hours())), "", &c.TaskTTL, span(time.Hour, 87600*time.Hour), "horas que se conserva una tarea terminada"),
		bind("SVC_BIN_DAYS", strconv.Itoa(intake.DefaultBinDays), "", &c.BinDays, wholeNumber(0, 3650),
			"días que un documento borrado queda en la papelera; con 0 se elimina de inmediato"),
	})
}

// ofReading are the settings of the processes that read documents.
func (c *Intake) ofReading() []setting {
	return []setting{
		bind("SVC_OCR_WORKERS", "2", "", &c.OCRWorkers, wholeNumber(1, 64), "documentos que se leen a la vez"),
		bind("SVC_OCR_MODE", "auto", "force", &c.OCRMode, oneOf("auto", "force", "never"),
			"cuándo se reconoce la imagen: auto, force (siempre) o never (nunca)"),
		bind("SVC_OCR_LANGUAGES", "spa", "spa+eng", &c.OCRLanguages, languages, "idiomas en que se reconocen las páginas, unidos por +"),
		bind("SVC_MAX_PAGES", strconv.Itoa(intake.DefaultMaxPages), "", &c.MaxPages, wholeNumber(1, 100_000), "páginas máximas de un documento"),
		bind("SVC_MAX_TEXT_MB", "6", "", &c.MaxText, megabytes(1, 4096), "texto máximo de un documento, en MB"),
		bind("SVC_SPOOL_LIMIT_MB", "256", "", &c.MaxSpool, megabytes(1, 1<<20),
			"disco que ocupan las páginas de un documento mientras se lee, en MB"),
		bind("SVC_EXTRA_DOC_TYPES", `[]`, `["incidente","queja"]`, &c.ExtraTypes, listOf(documentType),
			"tipos de documento además de los conocidos, una lista JSON"),
		bind("SVC_TERMS", `[]`, `[{"type":"tutela","purpose":"Proyecto de fallo","days":8,"basis":"Acuerdo 1"}]`, &c.Terms, termRules,
			"términos del despacho en lugar de los de ley, una lista JSON"),
		bind("SVC_CLOSED_DAYS", `[]`, `["2026-05-15"]`, &c.ClosedDays, listOf(calendarDay),
			"días de cierre además de los de ley, una lista JSON"),
		bind("SVC_READ_ATTEMPTS", "3", "", &c.ReadAttempts, wholeNumber(1, 10), "intentos con un documento que no avanza"),
		bind("SVC_READER_MEMORY_MB", "2048", "", &c.ReaderMemory, megabytes(256, 1<<20), "memoria de cada proceso de lectura, en MB"),
		bind("SVC_PAGE_TIMEOUT_SECONDS", "60", "", &c.PageTimeout, span(time.Second, time.Hour), "segundos que puede tardar una página"),
		bind("SVC_READ_TIMEOUT_MINUTES", "60", "", &c.ReadTimeout, span(time.Minute, 7*24*time.Hour),
			"minutos que puede tardar la lectura de un documento"),
		bind("SVC_REQUIRE_SANDBOX", "false", "true", &c.RequireSandbox, yesNo,
			"no iniciar si el sistema no puede aislar los procesos que abren los PDF (true o false)"),
		bind("SVC_PREWARM_MODELS", "false", "true", &c.PrewarmModels, yesNo, "preparar los modelos al iniciar (true o false)"),
	}
}

func (c *Intake) rules() []rule {
	return append(append(c.Server.rules(intakePrefix), c.Mail.rules(intakePrefix, c.Production())...),
		rule{"SVC_AUTH_ENABLED", ofServer, c.Production() && !c.AuthEnabled,
			"no puede ser false con ENVIRONMENT=production: cualquiera leería los expedientes"},
		rule{"SVC_BLOB_SECRET_KEY", always, (c.BlobAccess == "") != (c.BlobSecret == ""), "y SVC_BLOB_ACCESS_KEY van juntas: indique las dos o ninguna"},
		rule{"SVC_ROLES", ofServer, !c.Roles.All() && c.DatabaseURL == "",
			"solo sirve con PostgreSQL (SVC_DATABASE_URL): la base de datos de un archivo la usa un solo servidor, que hace los dos papeles; quite la variable"},
		rule{"SVC_TERMS", always, c.hasTermOfUnknownType(), "nombra un tipo de escrito que no existe: use uno de «cotejo import --help» o de SVC_EXTRA_DOC_TYPES"},
		rule{"SVC_AUTH_CONFIG_PATH", always, isFolder(c.UsersFile), aFolder},
		rule{"SVC_AUTH_ENABLED", unwise, !c.AuthEnabled, "SVC_AUTH_ENABLED=false: cualquiera que alcance el servicio puede leer y cambiar los expedientes"})
}

func (c *Intake) hasTermOfUnknownType() bool {
	known := document.KnownTypes(c.ExtraTypes)
	return slices.ContainsFunc(c.Terms, func(r terms.Rule) bool { return !slices.Contains(known, r.Type) })
}

func (c *Intake) complete(folder string) {
	c.DatabasePath = RealPath(within(folder, c.DatabasePath))
	c.UsersFile = within(folder, c.UsersFile)
	c.Mail.complete(folder)
	c.secretFile = filepath.Join(filepath.Dir(c.UsersFile), "jwt-secret")
	c.TempDir = within(folder, cmp.Or(c.TempDir, os.TempDir()))
	if c.BlobURL == "" {
		c.BlobURL = fileURL(originalsFolder(c.DatabasePath))
	} else if path, ok := filePath(c.BlobURL); ok {
		c.BlobURL = fileURL(within(folder, path))
	}
}

// DataFiles returns the files and folders in which the services keep their data, which may be missing.
func (c *Intake) DataFiles() []string {
	files := []string{c.UsersFile, c.secretFile}
	if folder := filepath.Dir(c.DatabasePath); filepath.Base(folder) == databaseFolder {
		files = append(files, folder)
	}
	for _, end := range []string{"", "-wal", "-shm", "-journal", ".lock", ".use"} {
		files = append(files, c.DatabasePath+end)
	}
	if originals, ok := filePath(c.BlobURL); ok {
		files = append(files, originals)
	}
	return files
}

// databaseFolder has the databases of both services and nothing else, wherever they are kept.
const databaseFolder = "database"

// originalsFolder returns data/originals for data/database/cotejo.db, and FOLDER/originals for
// a database in any other folder.
func originalsFolder(database string) string {
	folder := filepath.Dir(database)
	if filepath.Base(folder) == databaseFolder {
		folder = filepath.Dir(folder)
	}
	return filepath.Join(folder, "originals")
}

func (c *Notify) prefix() string { return notifyPrefix }

func (c *Notify) settings() []setting {
	shared := c.Server.settings(variation{notifyPrefix, "cotejo-notify", "https://notificaciones.example.org/auth/oidc/callback", 64, 16})
	return slices.Concat(shared, []setting{
		bind("NOTIFY_INTAKE_URL", "", "https://cotejo.example.org", &c.IntakeURL, webAddress,
			"dirección del servicio de recepción, a la que enlaza la consola"),
		bind("NOTIFY_TOKEN_MINUTES", "480", "", &c.TokenLife, span(time.Minute, 43200*time.Minute), "minutos de validez de un token"),
		bind("NOTIFY_MAX_FAILED_LOGINS", "5", "", &c.MaxFailedLogins, wholeNumber(1, 100),
			"intentos fallidos seguidos que bloquean una cuenta"),
		bind("NOTIFY_LOCKOUT_MINUTES", "15", "", &c.Lockout, span(time.Minute, 43200*time.Minute),
			"minutos que dura el bloqueo de una cuenta"),
		bind("NOTIFY_ADMIN_EMAIL", "", "admin@juzgado.example.org", &c.AdminEmail, email, "correo del primer administrador"),
		bind("NOTIFY_ADMIN_PASSWORD", "", "a long password of twelve characters", &c.AdminPassword, newPassword,
			"contraseña del primer administrador"),
		bind("NOTIFY_SMTP_URL", "", "smtp://user:password@mail.example.org:587", &c.SMTPURL, smtpURL, "servidor de correo"),
		bind("NOTIFY_MAIL_FROM", "", "Juzgado Primero <notificaciones@juzgado.example.org>", &c.MailFrom, sender,
			"remitente de los correos"),
	}, c.Mail.settings(notifyPrefix, "imaps://notificaciones@mail.example.org/INBOX",
		"buzones a los que llegan las devoluciones y los acuses, separados por espacios o comas"), []setting{
		bind("NOTIFY_OVERDUE_DAYS", "5", "", &c.OverdueDays, wholeNumber(1, 1000),
			"días hábiles tras los cuales una notificación está vencida"),
		bind("NOTIFY_CLOSED_DAYS", `[]`, `["2026-05-15"]`, &c.ClosedDays, listOf(calendarDay),
			"días de cierre además de los de ley, una lista JSON"),
	})
}

func (c *Notify) rules() []rule {
	return append(append(c.Server.rules(notifyPrefix), c.Mail.rules(notifyPrefix, c.Production())...),
		rule{"NOTIFY_MAIL_FROM", ofServer, c.SMTPURL != "" && c.MailFrom == "", "falta, y con NOTIFY_SMTP_URL es obligatorio"})
}

func (c *Notify) complete(folder string) {
	c.DatabasePath = RealPath(within(folder, c.DatabasePath))
	c.Mail.complete(folder)
	c.secretFile = filepath.Join(filepath.Dir(c.DatabasePath), "notify-jwt-secret")
}
