package config

import (
	"net/netip"
	"slices"
	"time"

	"github.com/cotejo/cotejo/core/document"
)

//go:generate go test -tags sqlite_fts5 -run TestEnvExample . -update

// intakeSettings is every setting of the intake service, in the order of
// .env.example, which is made from it.
var intakeSettings = slices.Concat([]setting[Intake]{
	{
		Name: "ENVIRONMENT", fallback: "development", example: "production",
		doc:   "development or production. Production hides the documentation pages and accepts no made-up secret or user. Anything else is development, with a warning; near misses of production are refused.",
		help:  "development o production",
		value: at(func(c *Intake) *Environment { return &c.Environment }, environment),
	},
	{
		Name: "SVC_ROLES", fallback: "api,worker", example: "api,worker",
		doc: "What this server does: api answers requests, worker reads what was uploaded. With PostgreSQL any number of servers of either role work together; " +
			"a worker alone answers only health and /metrics.",
		help:  "papeles de este servidor: api, worker o los dos",
		value: at(func(c *Intake) *Roles { return &c.Roles }, roles),
	},
	{
		Name: "SVC_HOST", fallback: "127.0.0.1", example: "0.0.0.0",
		doc:   "Address to listen on. The default is this machine alone, since filings hold personal data and the service speaks plain HTTP; 0.0.0.0 (in a container, or behind a proxy with TLS) opens it to the network.",
		help:  "dirección en la que escucha; 0.0.0.0 para toda la red",
		value: at(func(c *Intake) *string { return &c.Host }, host),
	},
	{
		Name: "SVC_PORT", fallback: "8000", example: "8000",
		doc:   "Port to listen on; 0 lets the system choose one.",
		help:  "puerto en el que escucha; 0 para uno libre",
		value: at(func(c *Intake) *int { return &c.Port }, wholeNumber(0, 65535)),
	},
	{
		Name: "SVC_API_PREFIX", fallback: "/api/v1", example: "/api/v1",
		doc:   "Path before all endpoints; / for none.",
		help:  "prefijo de las rutas; / para ninguno",
		value: at(func(c *Intake) *string { return &c.APIPrefix }, apiPrefix),
	},
	{
		Name: "SVC_CORS_ORIGINS", fallback: `["http://localhost:3000","http://localhost:8501"]`, example: `["https://consulta.example.org"]`,
		doc:   "Web origins that may call the service from a browser, a JSON array; [] for none.",
		help:  "orígenes web permitidos, una lista JSON",
		value: at(func(c *Intake) *[]string { return &c.CORSOrigins }, listOf(origin)),
	},
	{
		Name: "SVC_TRUSTED_PROXIES", fallback: `[]`, example: `["10.0.0.0/8","192.168.1.7"]`,
		doc:   "Addresses or networks whose X-Forwarded-For is believed, a JSON array.",
		help:  "redes de los intermediarios de confianza, una lista JSON",
		value: at(func(c *Intake) *[]netip.Prefix { return &c.TrustedProxies }, listOf(network)),
	},
	{
		Name: "SVC_NOTIFY_URL", example: "https://notificaciones.example.org",
		doc:   "Address of the notification service for browsers, which the console links to. `cotejod all` needs none unless a proxy stands before it.",
		help:  "dirección del servicio de notificaciones, a la que enlaza la consola",
		value: at(func(c *Intake) *string { return &c.NotifyURL }, webAddress),
	},

	{
		Name: "SVC_DATABASE_PATH", fallback: "data/database/cotejo.db", example: "data/database/cotejo.db",
		doc:   "Database file, made on first start.",
		help:  "archivo de la base de datos",
		value: at(func(c *Intake) *string { return &c.DatabasePath }, path),
	},
	{
		Name: "SVC_DATABASE_URL", example: "postgres://cotejo:PASSWORD@db.example.org:5432/cotejo?sslmode=verify-full", secret: true,
		doc:   "PostgreSQL (13 or later) instead of the file: an existing database that stores UTF-8, whose owner the user is. Any number of servers may share it that share the folder of the originals, too. Connect to the server itself, not to a pool that shares connections between transactions.",
		help:  "base de datos PostgreSQL en lugar del archivo",
		value: at(func(c *Intake) *Masked { return &c.DatabaseURL }, postgresURL),
	},
	{
		Name: "SVC_BLOB_URL", example: "file:///srv/cotejo/originals",
		doc: "Where the uploaded originals are kept: a folder as a file:// address, or an S3 bucket that several servers share, as " +
			"s3://BUCKET?endpoint=https://SERVER (Amazon's: s3://BUCKET?region=REGION). Default: the folder originals, beside that of the database.",
		help:  "carpeta de los originales, como dirección file://, o bucket s3://",
		value: at(func(c *Intake) *string { return &c.BlobURL }, blobURL),
	},
	{
		Name: "SVC_BLOB_ACCESS_KEY", example: "COTEJO",
		doc:   "Access key of the bucket. Without it the usual places are asked: AWS_ACCESS_KEY_ID, ~/.aws, the machine's role.",
		help:  "clave de acceso del bucket de S3",
		value: at(func(c *Intake) *Masked { return &c.BlobAccess }, masked),
	},
	{
		Name: "SVC_BLOB_SECRET_KEY", example: "the-secret-of-that-key", secret: true,
		doc:   "Secret of that access key.",
		help:  "secreto de la clave del bucket de S3",
		value: at(func(c *Intake) *Masked { return &c.BlobSecret }, masked),
	},
	{
		Name: "SVC_TMP_DIR", example: "/var/tmp",
		doc:   "Folder for temporary files. Default: the system's.",
		help:  "carpeta de los archivos temporales",
		value: at(func(c *Intake) *string { return &c.TempDir }, path),
	},
	{
		Name: "SVC_MIN_FREE_DISK_MB", fallback: "256", example: "1024",
		doc:   "Free disk, in MB, under which uploads are refused with 503; 0 switches the check off.",
		help:  "MB libres en disco por debajo de los cuales no se reciben archivos",
		value: at(func(c *Intake) *int64 { return &c.MinFreeDisk }, megabytes(0, 1<<20)),
	},

	{
		Name: "SVC_AUTH_ENABLED", fallback: "true", example: "false",
		doc:   "Whether callers must log in. Only development may switch it off.",
		help:  "exigir inicio de sesión (true o false)",
		value: at(func(c *Intake) *bool { return &c.AuthEnabled }, yesNo),
	},
	{
		Name: "SVC_AUTH_CONFIG_PATH", fallback: ".cotejo/users.yaml", example: ".cotejo/users.yaml",
		doc:   "YAML file of the users and their bcrypt hashes.",
		help:  "archivo YAML de usuarios",
		value: at(func(c *Intake) *string { return &c.UsersFile }, path),
	},
	{
		Name: "AUTH_USERS", example: `{"admin":{"password":"BCRYPT_HASH","role":"admin"}}`, secret: true,
		doc:   "Users as JSON, instead of the file: {NAME: HASH}, {NAME: {\"password\": HASH, \"role\": \"admin\"}}, a list of users, or the form {\"credentials\": {\"usernames\": {NAME: {…}}}}.",
		help:  "usuarios en JSON, en lugar del archivo",
		value: at(func(c *Intake) *Masked { return &c.AuthUsers }, jsonText),
	},
}, oidcSettings(intakePrefix, "https://cotejo.example.org/api/v1/auth/oidc/callback",
	"the address of this service, the API prefix and /auth/oidc/callback.", func(c *Intake) *OIDC { return &c.OIDC }), []setting[Intake]{
	{
		Name: "SVC_JWT_SECRET", example: DevelopmentSecret, secret: true,
		doc:   "Secret that signs tokens, 32 bytes or more (openssl rand -hex 32). In development without one, a random secret is made and kept beside the users file.",
		help:  "secreto que firma los tokens",
		value: at(func(c *Intake) *Masked { return &c.JWTSecret }, masked),
	},
	{
		Name: "SVC_JWT_ALGORITHM", fallback: "HS256", example: "HS256",
		doc:   "Algorithm that signs tokens: HS256, HS384 or HS512.",
		help:  "algoritmo de los tokens: HS256, HS384 o HS512",
		value: at(func(c *Intake) *string { return &c.JWTAlgorithm }, oneOf("HS256", "HS384", "HS512")),
	},
	{
		Name: "SVC_JWT_EXPIRY_HOURS", fallback: "8", example: "8",
		doc:   "Hours that a token is valid.",
		help:  "horas de validez de un token",
		value: at(func(c *Intake) *time.Duration { return &c.JWTExpiry }, span(time.Hour, time.Second, 720*time.Hour)),
	},
	{
		Name: "SVC_JWT_MAX_REFRESHES", fallback: "5", example: "5",
		doc:   "Refreshes of one session, after which a new login is needed.",
		help:  "renovaciones por sesión",
		value: at(func(c *Intake) *int { return &c.MaxRefreshes }, wholeNumber(0, 1000)),
	},
	{
		Name: "SVC_SESSION_IDLE_MINUTES", fallback: "30", example: "30",
		doc:   "Minutes without a request after which the session of a browser ends.",
		help:  "minutos sin uso tras los cuales termina la sesión de un navegador",
		value: at(func(c *Intake) *time.Duration { return &c.SessionIdle }, span(time.Minute, time.Second, 1440*time.Minute)),
	},
	{
		Name: "SVC_SESSION_HOURS", fallback: "12", example: "12",
		doc:   "Hours after which the session of a browser ends, however much it is used.",
		help:  "horas tras las cuales termina la sesión de un navegador, aunque se use",
		value: at(func(c *Intake) *time.Duration { return &c.SessionLife }, span(time.Hour, time.Second, 720*time.Hour)),
	},

	{
		Name: "SVC_MAX_UPLOAD_SIZE_MB", fallback: "50", example: "50",
		doc:   "Largest upload, in MB of 1,048,576 bytes.",
		help:  "tamaño máximo de un archivo, en MB",
		value: at(func(c *Intake) *int64 { return &c.MaxUpload }, megabytes(1, 4096)),
	},
	{
		Name: "SVC_REQUEST_MEMORY_MB", fallback: "256", example: "512",
		doc:   "Memory for the texts and data of all requests that are served at once, in MB, uploads aside; beyond it requests get 503. One byte sent counts six.",
		help:  "memoria para los textos de las peticiones que se atienden a la vez, en MB",
		value: at(func(c *Intake) *int64 { return &c.RequestMemory }, megabytes(128, 65536)),
	},
	{
		Name: "SVC_QUEUE_LIMIT", fallback: "1000", example: "1000",
		doc:   "Unfinished tasks from which on uploads are refused with 503.",
		help:  "tareas sin terminar a partir de las cuales no se reciben archivos",
		value: at(func(c *Intake) *int { return &c.QueueLimit }, wholeNumber(1, 1_000_000)),
	},
	{
		Name: "SVC_TASK_TTL_HOURS", fallback: "168", example: "168",
		doc:   "Hours that a task can be asked for after it ended.",
		help:  "horas que se conserva una tarea terminada",
		value: at(func(c *Intake) *time.Duration { return &c.TaskTTL }, span(time.Hour, time.Second, 87600*time.Hour)),
	},

	{
		Name: "SVC_OCR_WORKERS", fallback: "2", example: "2",
		doc:   "Documents that are read at once, each in a process of its own.",
		help:  "documentos que se leen a la vez",
		value: at(func(c *Intake) *int { return &c.OCRWorkers }, wholeNumber(1, 64)),
	},
	{
		Name: "SVC_OCR_MODE", fallback: "auto", example: "force",
		doc:   "When pages are recognised: auto, where their own text is missing or bad; force, always; never.",
		help:  "cuándo se reconoce la imagen: auto, force (siempre) o never (nunca)",
		value: at(func(c *Intake) *string { return &c.OCRMode }, oneOf("auto", "force", "never")),
	},
	{
		Name: "SVC_MAX_PAGES", fallback: "2000", example: "2000",
		doc:   "Pages above which a document is refused.",
		help:  "páginas máximas de un documento",
		value: at(func(c *Intake) *int { return &c.MaxPages }, wholeNumber(1, 100_000)),
	},
	{
		Name: "SVC_MAX_TEXT_MB", fallback: "6", example: "6",
		doc:   "Text of a document, in MB, above which it is refused: 2,000 full pages have as much. The server needs fifteen times as much memory for the longest one.",
		help:  "texto máximo de un documento, en MB",
		value: at(func(c *Intake) *int64 { return &c.MaxText }, megabytes(1, 4096)),
	},
	{
		Name: "SVC_SPOOL_LIMIT_MB", fallback: "256", example: "256",
		doc:   "Disk, in MB, that the pages of a document may take until it is done; a document that needs more is refused.",
		help:  "disco que ocupan las páginas de un documento mientras se lee, en MB",
		value: at(func(c *Intake) *int64 { return &c.MaxSpool }, megabytes(1, 1<<20)),
	},
	{
		Name: "SVC_EXTRA_DOC_TYPES", fallback: `[]`, example: `["incidente","queja"]`,
		doc:   "Types of documents beside those that the service knows, a JSON array: letters without accents, digits, _ and -. Any other type is refused.",
		help:  "tipos de documento además de los conocidos, una lista JSON",
		value: at(func(c *Intake) *[]document.Type { return &c.ExtraTypes }, listOf(documentType)),
	},
	{
		Name: "SVC_READ_ATTEMPTS", fallback: "3", example: "3",
		doc:   "How often a document is tried that gets no further: whose page ends the reader or the server, or fails for a reason that is not known.",
		help:  "intentos con un documento que no avanza",
		value: at(func(c *Intake) *int { return &c.ReadAttempts }, wholeNumber(1, 10)),
	},
	{
		Name: "SVC_READER_MEMORY_MB", fallback: "2048", example: "2048",
		doc:   "Memory, in MB, that a reading process may take beyond what it starts with.",
		help:  "memoria de cada proceso de lectura, en MB",
		value: at(func(c *Intake) *int64 { return &c.ReaderMemory }, megabytes(256, 1<<20)),
	},
	{
		Name: "SVC_PAGE_TIMEOUT_SECONDS", fallback: "60", example: "60",
		doc:   "Seconds that one page may take.",
		help:  "segundos que puede tardar una página",
		value: at(func(c *Intake) *time.Duration { return &c.PageTimeout }, span(time.Second, time.Second, time.Hour)),
	},
	{
		Name: "SVC_READ_TIMEOUT_MINUTES", fallback: "60", example: "60",
		doc:   "Minutes that the pages of one document may take to read. Past them the pages that are left are named in a warning, and the document needs a review.",
		help:  "minutos que puede tardar la lectura de un documento",
		value: at(func(c *Intake) *time.Duration { return &c.ReadTimeout }, span(time.Minute, time.Second, 7*24*time.Hour)),
	},
	{
		Name: "SVC_REQUIRE_SANDBOX", fallback: "false", example: "true",
		doc:   "Refuse to start where the processes that open PDFs cannot be kept from the network, all other files and the rights of root (seccomp, Landlock, another user).",
		help:  "no iniciar si el sistema no puede aislar los procesos que abren los PDF (true o false)",
		value: at(func(c *Intake) *bool { return &c.RequireSandbox }, yesNo),
	},
	{
		Name: "SVC_PREWARM_MODELS", fallback: "false", example: "true",
		doc:   "Start the readers and load the models at start instead of at the first document.",
		help:  "preparar los modelos al iniciar (true o false)",
		value: at(func(c *Intake) *bool { return &c.PrewarmModels }, yesNo),
	},

	{
		Name: "SVC_LOG_LEVEL", fallback: "info", example: "debug",
		doc:   "Least severe log line that is written: debug, info, warn or error.",
		help:  "nivel del registro: debug, info, warn o error",
		value: at(func(c *Intake) *slogLevel { return (*slogLevel)(&c.LogLevel) }, logLevel),
	},
	{
		Name: "SVC_LOG_FORMAT", fallback: "text", example: "json",
		doc:   "Form of a log line: text or json.",
		help:  "forma del registro: text o json",
		value: at(func(c *Intake) *LogFormat { return &c.LogFormat }, oneOf(TextLog, JSONLog)),
	},
	{
		Name: "SVC_METRICS_TOKEN", example: "a-token-for-prometheus-alone", secret: true,
		doc:   "Bearer token that opens /metrics from anywhere. Without one it is shown on this machine alone.",
		help:  "token que abre /metrics desde cualquier lugar",
		value: at(func(c *Intake) *Masked { return &c.MetricsToken }, bearerToken),
	},
})

var intakeRules = []rule[Intake]{
	{"SVC_JWT_SECRET", true, func(c *Intake) string { return weakProductionSecret(c.Production(), c.JWTSecret) }},
	{"SVC_AUTH_ENABLED", true, func(c *Intake) string {
		if c.Production() && !c.AuthEnabled {
			return "no puede ser false con ENVIRONMENT=production: cualquiera leería los expedientes"
		}
		return ""
	}},
	{"SVC_BLOB_SECRET_KEY", false, func(c *Intake) string {
		if (c.BlobAccess == "") != (c.BlobSecret == "") {
			return "y SVC_BLOB_ACCESS_KEY van juntas: indique las dos o ninguna"
		}
		return ""
	}},
	{"SVC_ROLES", true, splitFile},
	oidcRule(intakePrefix, func(c *Intake) *OIDC { return &c.OIDC }),
	{"SVC_DATABASE_PATH", false, func(c *Intake) string {
		if isFolder(c.DatabasePath) {
			return "es una carpeta; indique un archivo"
		}
		return ""
	}},
	{"SVC_AUTH_CONFIG_PATH", false, func(c *Intake) string {
		if isFolder(c.UsersFile) {
			return "es una carpeta; indique un archivo"
		}
		return ""
	}},
}

// unwiseIntake is what may stand, but should be said.
func unwiseIntake(c *Intake) []string {
	var warnings []string
	if !c.AuthEnabled {
		warnings = append(warnings, "SVC_AUTH_ENABLED=false: cualquiera que alcance el servicio puede leer y cambiar los expedientes")
	}
	if c.DatabaseURL != "" && c.JWTSecret == "" {
		warnings = append(warnings, "SVC_JWT_SECRET "+notShared)
	}
	warnings = append(warnings, odd(c.Environment)...)
	if why := weakSecret(c.JWTSecret); why != "" && c.JWTSecret != "" && !c.Production() {
		warnings = append(warnings, "SVC_JWT_SECRET "+why+"; con ENVIRONMENT=production el servicio no arrancaría")
	}
	return warnings
}
