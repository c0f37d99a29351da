package config

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// setup is a folder with the given files, and what the other sources say.
type setup struct {
	yaml    string // of cotejo.yaml, named by --config
	dotenv  string
	environ []string
	flags   []string
}

func (s setup) load(t *testing.T) (Intake, string, error) {
	t.Helper()
	sources := s.sources(t, AddFlags)
	loaded, err := Load(sources)
	return loaded, sources.Folder, err
}

func (s setup) loadNotify(t *testing.T) (Notify, string, error) {
	t.Helper()
	sources := s.sources(t, AddNotifyFlags)
	loaded, err := LoadNotify(sources)
	return loaded, sources.Folder, err
}

func (s setup) sources(t *testing.T, addFlags func(*pflag.FlagSet, ...string)) Sources {
	t.Helper()
	folder := t.TempDir()
	for name, text := range map[string]string{"cotejo.yaml": s.yaml, ".env": s.dotenv} {
		if text != "" {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
	addFlags(flags)
	if s.yaml != "" {
		s.flags = append(s.flags, "--config", "cotejo.yaml")
	}
	if err := flags.Parse(s.flags); err != nil {
		t.Fatal(err)
	}
	return Sources{Folder: folder, Environ: s.environ, Flags: flags}
}

func (l Report) value(name string) Value {
	for _, v := range l.Values {
		if v.Name == name {
			return v
		}
	}
	return Value{}
}

func TestDefaultsAreThoseOfTheSpecification(t *testing.T) {
	c, folder, err := setup{}.load(t)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"SVC_PORT":               "8000",
		"SVC_JWT_ALGORITHM":      "HS256",
		"SVC_JWT_EXPIRY_HOURS":   "8",
		"SVC_JWT_MAX_REFRESHES":  "5",
		"SVC_MAX_UPLOAD_SIZE_MB": "50",
		"SVC_AUTH_ENABLED":       "true",
		"SVC_AUTH_CONFIG_PATH":   filepath.Join(folder, ".cotejo/users.yaml"),
		"SVC_DATABASE_PATH":      filepath.Join(folder, "data/database/cotejo.db"),
		"SVC_BLOB_URL":           "file://" + filepath.Join(folder, "data/originals"),
		"SVC_CORS_ORIGINS":       `["http://localhost:3000","http://localhost:8501"]`,
		"SVC_API_PREFIX":         "/api/v1",
		"SVC_PREWARM_MODELS":     "false",
		"SVC_OCR_WORKERS":        "2",
		"SVC_OCR_LANGUAGES":      "spa",
		"SVC_TASK_TTL_HOURS":     "168",
		"ENVIRONMENT":            "development",
	} {
		if got := c.value(name); got.Text != want || got.Origin != FromDefault {
			t.Errorf("%s = %s (%s), want %s by default", name, got.Text, got.Origin, want)
		}
	}
	if c.MaxUpload != 50*1024*1024 || c.JWTExpiry.Seconds() != 28800 {
		t.Errorf("units: %d bytes, %v", c.MaxUpload, c.JWTExpiry)
	}
	if len(c.Warnings) != 0 {
		t.Errorf("warnings by default: %q", c.Warnings)
	}
}

func TestOCRLanguages(t *testing.T) {
	for text, want := range map[string]string{"spa": "spa", "spa+eng": "spa+eng", "spa, eng": "spa+eng", "SPA+Chi_Sim": "spa+chi_sim", "spa+eng,spa": "spa+eng",
		"+": "", "spa+": "", "español": "", "../eng": "", "spa eng": "", "osd": "", "script/Latin": "", "_eng": ""} {
		c, _, err := setup{environ: []string{"SVC_OCR_LANGUAGES=" + text}}.load(t)
		if got := c.value("SVC_OCR_LANGUAGES").Text; (err == nil) != (want != "") || err == nil && got != want {
			t.Errorf("%q is taken as %q, %v, want %q", text, got, err, want)
		} else if err != nil && !strings.Contains(err.Error(), "spa+eng") {
			t.Errorf("%q: %v names no example", text, err)
		}
	}
}

func TestPrecedence(t *testing.T) {
	all := setup{
		yaml: "SVC_PORT: 1001\n", dotenv: "SVC_PORT=1002\n",
		environ: []string{"SVC_PORT=1003"}, flags: []string{"--port", "1004"},
	}
	noFlag, noEnvironment, noDotEnv := all, all, all
	noFlag.flags = nil
	noEnvironment.flags, noEnvironment.environ = nil, []string{"SVC_PORT="}
	noDotEnv.flags, noDotEnv.environ, noDotEnv.dotenv = nil, nil, "SVC_PORT=''\n"
	for _, tc := range []struct {
		rule   string
		setup  setup
		port   int
		origin Origin
	}{
		{"a flag wins over all", all, 1004, FromFlag},
		{"the environment wins over the files", noFlag, 1003, FromEnvironment},
		{"an empty variable is not set: .env wins over the file", noEnvironment, 1002, FromDotEnv},
		{"an empty line of .env is not set: the file wins over the default", noDotEnv, 1001, FromFile},
		{"without any the default", setup{}, 8000, FromDefault},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			c, _, err := tc.setup.load(t)
			if err != nil {
				t.Fatal(err)
			}
			if got := c.value("SVC_PORT").Origin; c.Port != tc.port || got != tc.origin {
				t.Errorf("port %d from %s, want %d from %s", c.Port, got, tc.port, tc.origin)
			}
		})
	}
}

func TestYAMLTakesItsOwnForms(t *testing.T) {
	c, _, err := setup{yaml: `
SVC_PORT: 9000
SVC_AUTH_ENABLED: false
SVC_JWT_EXPIRY_HOURS: 0.5
SVC_CORS_ORIGINS: [https://a.example, "*"]
AUTH_USERS:
  ana.gomez: {password: $2a$12$x, role: admin}
`}.load(t)
	if err != nil {
		t.Fatal(err)
	}
	if c.Port != 9000 || c.AuthEnabled || c.JWTExpiry.Minutes() != 30 ||
		strings.Join(c.CORSOrigins, " ") != "https://a.example *" ||
		string(c.AuthUsers) != `{"ana.gomez":{"password":"$2a$12$x","role":"admin"}}` {
		t.Errorf("%+v users %s", c, string(c.AuthUsers))
	}
}

func TestConfigFileOfTheEnvironment(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "x.yaml")
	if err := os.WriteFile(file, []byte("SVC_PORT: 7"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Load(Sources{Folder: folder, Environ: []string{"COTEJO_CONFIG=x.yaml"}})
	if err != nil || c.Port != 7 || c.value("SVC_PORT").Place != file {
		t.Errorf("port %d from %q, %v", c.Port, c.value("SVC_PORT").Place, err)
	}
}

func TestBadValuesAreAllTold(t *testing.T) {
	_, folder, err := setup{
		dotenv:  "SVC_OCR_WORKERS=dos\n",
		environ: []string{"SVC_PORT=99999", "SVC_JWT_ALGORITHM=none", "SVC_AUTH_ENABLED=quizás"},
		flags:   []string{"--api-prefix", "api"},
	}.load(t)
	var faults Faults
	if !errors.As(err, &faults) || len(faults) != 5 {
		t.Fatalf("got %v, want five faults", err)
	}
	for _, want := range []string{
		"SVC_PORT=99999 (del entorno): debe ser un número entero entre 0 y 65535. Ejemplo: SVC_PORT=8000",
		"SVC_OCR_WORKERS=dos (de " + filepath.Join(folder, ".env") + "): debe ser un número entero entre 1 y 64. Ejemplo: SVC_OCR_WORKERS=2",
		"SVC_JWT_ALGORITHM=none (del entorno): debe ser HS256 o HS384 o HS512. Ejemplo: SVC_JWT_ALGORITHM=HS256",
		"SVC_AUTH_ENABLED=quizás (del entorno): debe ser true o false. Ejemplo: SVC_AUTH_ENABLED=false",
		"SVC_API_PREFIX=api (de la opción --api-prefix): debe empezar por /",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no line %q in\n%v", want, err)
		}
	}
}

func TestRefusedValues(t *testing.T) {
	long := strings.Repeat("a", 5000)
	for _, tc := range []struct{ rule, variable string }{
		{"tokens are signed with HMAC", "SVC_JWT_ALGORITHM=RS256"},
		{"types of documents are names", `SVC_EXTRA_DOC_TYPES=["dos palabras"]`},
		{"another kind of database server", "SVC_DATABASE_URL=mysql://u:p@h/db"},
		{"a database server without a database", "SVC_DATABASE_URL=postgres://u:p@h"},
		{"no memory database: nothing would be kept", "SVC_DATABASE_PATH=:memory:"},
		{"no database in a folder's place", "SVC_DATABASE_PATH=/"},
		{"no shell abbreviations in paths", "SVC_TMP_DIR=~/tmp"},
		{"no line breaks in paths", "SVC_AUTH_CONFIG_PATH=a\nb"},
		{"a role has its name", "SVC_ROLES=api,lector"},
		{"a server has a role", "SVC_ROLES=,"},
		{"a file is for a server of all roles", "SVC_ROLES=worker"},
		{"originals on disk or in a bucket", "SVC_BLOB_URL=gs://bucket"},
		{"no keys in addresses", "SVC_BLOB_URL=s3://key:secret@bucket"},
		{"a bucket's server has an address", "SVC_BLOB_URL=s3://bucket?endpoint=server"},
		{"a secret needs its key", "SVC_BLOB_SECRET_KEY=quite-secret"},
		{"originals need a folder", "SVC_BLOB_URL=file://"},
		{"origins are JSON", "SVC_CORS_ORIGINS=http://localhost:3000"},
		{"origins are a JSON list", `SVC_CORS_ORIGINS={"a":1}`},
		{"origins are no JSON null", "SVC_CORS_ORIGINS=null"},
		{"origins have no path", `SVC_CORS_ORIGINS=["http://a.example/x"]`},
		{"origins have no wildcard in the name", `SVC_CORS_ORIGINS=["http://*.example"]`},
		{"origins have a scheme", `SVC_CORS_ORIGINS=["a.example"]`},
		{"proxies are addresses", `SVC_TRUSTED_PROXIES=["proxy.example"]`},
		{"numbers have no units", "SVC_MAX_UPLOAD_SIZE_MB=50MB"},
		{"sizes are positive", "SVC_MAX_UPLOAD_SIZE_MB=0"},
		{"sizes are not negative", "SVC_MAX_UPLOAD_SIZE_MB=-1"},
		{"sizes do not overflow", "SVC_MAX_UPLOAD_SIZE_MB=99999999999999999999"},
		{"times are positive", "SVC_JWT_EXPIRY_HOURS=0"},
		{"times are numbers", "SVC_JWT_EXPIRY_HOURS=NaN"},
		{"times are finite", "SVC_JWT_EXPIRY_HOURS=Inf"},
		{"times have a bound", "SVC_JWT_EXPIRY_HOURS=720.1"},
		{"times do not overflow", "SVC_TASK_TTL_HOURS=1e300"},
		{"workers are at least one", "SVC_OCR_WORKERS=0"},
		{"a prefix starts at the root", "SVC_API_PREFIX=api/v1"},
		{"a prefix has no dots that climb", "SVC_API_PREFIX=/api/.."},
		{"a prefix hides no page of the service", "SVC_API_PREFIX=/docs"},
		{"a prefix hides no metrics", "SVC_API_PREFIX=/metrics/"},
		{"a token for metrics cannot be guessed", "SVC_METRICS_TOKEN=0123456789"},
		{"a token for metrics can stand in a header", "SVC_METRICS_TOKEN=una contraseña larga"},
		{"a prefix has no parameters", "SVC_API_PREFIX=/api/:id"},
		{"a host has no port", "SVC_HOST=localhost:8000"},
		{"an address is a possible one", "SVC_HOST=300.1.1.1"},
		{"users are JSON", "AUTH_USERS=admin:hash"},
		{"users are no JSON string", `AUTH_USERS="the whole world"`},
		{"log levels have names", "SVC_LOG_LEVEL=loud"},
		{"a fault repeats no long value", "SVC_PORT=" + long},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			_, _, err := setup{environ: []string{tc.variable}}.load(t)
			name, value, _ := strings.Cut(tc.variable, "=")
			var faults Faults
			if !errors.As(err, &faults) || len(faults) != 1 || faults[0].Name != name {
				t.Fatalf("got %v, want one fault of %s", err, name)
			}
			if len(err.Error()) > 700 {
				t.Errorf("the fault is %d bytes long", len(err.Error()))
			}
			if named(t, new(Intake), name).secret && strings.Contains(err.Error(), value) {
				t.Errorf("the fault shows a secret: %v", err)
			}
		})
	}
}

func TestAcceptedForms(t *testing.T) {
	for _, tc := range []struct{ rule, variable, want string }{
		{"surrounding space is ignored", "SVC_PORT= 81 ", "81"},
		{"booleans may be numbers", "SVC_PREWARM_MODELS=1", "true"},
		{"booleans ignore case", "SVC_AUTH_ENABLED=TRUE", "true"},
		{"words ignore case", "SVC_LOG_LEVEL=WARN", "warn"},
		{"no prefix at all", "SVC_API_PREFIX=/", "/"},
		{"a prefix loses its last slash", "SVC_API_PREFIX=/v2/", "/v2"},
		{"an origin loses its last slash and case", `SVC_CORS_ORIGINS=["HTTP://A.example:81/"]`, `["http://a.example:81"]`},
		{"no origins", "SVC_CORS_ORIGINS=[]", "[]"},
		{"an address is a network of one", `SVC_TRUSTED_PROXIES=["10.1.2.3","10.1.2.3/8","fd00::/8"]`, `["10.1.2.3/32","10.0.0.0/8","fd00::/8"]`},
		{"an IPv6 host may have brackets", "SVC_HOST=[::1]", "::1"},
		{"a host may be a name", "SVC_HOST=localhost", "localhost"},
		{"a port may be left to the system", "SVC_PORT=0", "0"},
		{"an absolute database path stays", "SVC_DATABASE_PATH=/srv/x/../c.db", "/srv/c.db"},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			c, _, err := setup{environ: []string{tc.variable}}.load(t)
			if err != nil {
				t.Fatal(err)
			}
			name, _, _ := strings.Cut(tc.variable, "=")
			if got := c.value(name).Text; got != tc.want {
				t.Errorf("%s is %s, want %s", tc.variable, got, tc.want)
			}
		})
	}
}

func TestOriginalsLieBesideTheDatabase(t *testing.T) {
	for _, tc := range []struct{ rule, variable, want string }{
		{"beside a folder called database", "SVC_DATABASE_PATH=/srv/data/database/c.db", "file:///srv/data/originals"},
		{"in the folder of a database elsewhere", "SVC_DATABASE_PATH=/srv/x/c.db", "file:///srv/x/originals"},
		{"where they are told to lie", "SVC_BLOB_URL=file:///var/o%20o", "file:///var/o%20o"},
		{"relative to the working folder", "SVC_BLOB_URL=file:papeles", "file://FOLDER/papeles"},
		{"in a bucket", "SVC_BLOB_URL=s3://bucket/a?endpoint=https://s3.example.org", "s3://bucket/a?endpoint=https://s3.example.org"},
		{"relative with slashes", "SVC_BLOB_URL=file://./papeles", "file://FOLDER/papeles"},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			c, folder, err := setup{environ: []string{tc.variable}}.load(t)
			if want := strings.Replace(tc.want, "FOLDER", folder, 1); err != nil || c.BlobURL != want {
				t.Errorf("%s, %v, want %s", c.BlobURL, err, want)
			}
		})
	}
}

func TestUnknownNamesAreWarnedOf(t *testing.T) {
	c, folder, err := setup{
		yaml:    "svc_port: 1\n",
		dotenv:  "SVC_MAX_UPLOAD_MB=10\nOTHER=1\n",
		environ: []string{"SVC_COMPLETELY_DIFFERENT=1", "PATH=/bin", "SVC_EMPTY="},
	}.load(t)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"svc_port (de " + filepath.Join(folder, "cotejo.yaml") + ") no es un ajuste conocido y no tiene efecto; ¿quiso decir SVC_PORT?",
		"SVC_MAX_UPLOAD_MB (de " + filepath.Join(folder, ".env") + ") no es un ajuste conocido y no tiene efecto; ¿quiso decir SVC_MAX_UPLOAD_SIZE_MB?",
		"SVC_COMPLETELY_DIFFERENT (del entorno) no es un ajuste conocido y no tiene efecto",
	}
	if strings.Join(c.Warnings, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(c.Warnings, "\n"), strings.Join(want, "\n"))
	}
}

func TestUnreadableFiles(t *testing.T) {
	const secret = "not-to-be-shown"
	for _, tc := range []struct {
		rule  string
		setup setup
		want  string
	}{
		{"a broken .env names the line", setup{dotenv: "A=1\nSVC_JWT_SECRET=\"" + secret}, ".env, línea 2: las comillas"},
		{"broken YAML is told", setup{yaml: "SVC_JWT_SECRET: [" + secret}, "no es YAML válido"},
		{"a file that was named must be there", setup{flags: []string{"--config", "nada.yaml"}}, "no existe el archivo"},
		{"a folder is no file", setup{flags: []string{"--config", "."}}, "es una carpeta"},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			_, _, err := tc.setup.load(t)
			if err == nil || !strings.Contains(err.Error(), tc.want) || strings.Contains(err.Error(), secret) {
				t.Errorf("got %v, want … %s …", err, tc.want)
			}
		})
	}
}

func TestSecretsAreMasked(t *testing.T) {
	const secret = "ThisIsTheSecretThatNobodyMaySee!"
	c, _, err := setup{environ: []string{"SVC_JWT_SECRET=" + secret, `AUTH_USERS={"a":"` + secret + `"}`, "SVC_METRICS_TOKEN=" + strings.TrimSuffix(secret, "!")}}.load(t)
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	c.LogFormat = JSONLog
	logger := c.Logger(&log)
	logger.Info("started", "configuration", c, "whole", c, "secret", c.JWTSecret)
	shown := fmt.Sprintf("%v %+v %#v %s %q", c, c, c, c.JWTSecret, c.JWTSecret) + log.String()
	if strings.Contains(shown, strings.TrimSuffix(secret, "!")) {
		t.Errorf("a secret shows in %s", shown)
	}
	if !strings.Contains(log.String(), `"SVC_JWT_SECRET":"********"`) {
		t.Errorf("the log does not say that a secret was set: %s", log.String())
	}
	if string(c.JWTSecret) != secret {
		t.Errorf("the secret itself was changed")
	}
}

// The usual example of a setting may be the very value that a rule forbids.
func TestABrokenRuleGivesNoExampleThatBreaksIt(t *testing.T) {
	for _, environ := range [][]string{
		{"ENVIRONMENT=production"},
		{"ENVIRONMENT=production", "SVC_JWT_SECRET=short"},
		{"ENVIRONMENT=production", "SVC_JWT_SECRET=" + strings.Repeat("k7", 20), "SVC_AUTH_ENABLED=false"},
	} {
		_, err := Load(Sources{Folder: t.TempDir(), Environ: environ})
		if err == nil || strings.Contains(err.Error(), "Ejemplo") {
			t.Errorf("%v: %v", environ[1:], err)
		}
	}
}
