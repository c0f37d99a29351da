package config

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/mail"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/cotejo/cotejo/adapters/blobstore"
	"github.com/cotejo/cotejo/adapters/imap"
	"github.com/cotejo/cotejo/adapters/smtp"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/terms"
	"github.com/cotejo/cotejo/core/text"
)

// kind is how values of type V are written. The errors of parse are Spanish and
// follow the value: "debe ser …".
type kind[V any] struct {
	parse  func(text string) (V, error)
	format func(V) string // fmt.Sprint if nil
	secret bool
}

func (k kind[V]) text(v V) string {
	if k.format == nil {
		return fmt.Sprint(v)
	}
	return k.format(v)
}

// valid are the values that parse returns with true; why refuses the others.
func valid[V any](why string, parse func(text string) (V, bool)) kind[V] {
	return kind[V]{parse: func(text string) (V, error) {
		v, ok := parse(text)
		if !ok {
			return v, errors.New(why)
		}
		return v, nil
	}}
}

// texts are the empty text and those that isValid accepts.
func texts[V ~string](why string, isValid func(string) bool) kind[V] {
	return valid(why, func(text string) (V, bool) { return V(text), text == "" || isValid(text) })
}

// secrets are texts that nobody may see.
func secrets(why string, isValid func(string) bool) kind[Masked] {
	k := texts[Masked](why, isValid)
	k.secret = true
	return k
}

// words are values with names, in any case.
func words[V any](why string, values map[string]V) kind[V] {
	return valid(why, func(text string) (V, bool) {
		v, ok := values[strings.ToLower(text)]
		return v, ok
	})
}

// oneOf is one of a few words, in any case.
func oneOf[V ~string](all ...V) kind[V] {
	values, names := map[string]V{}, make([]string, len(all))
	for i, v := range all {
		names[i], values[strings.ToLower(string(v))] = string(v), v
	}
	return words("debe ser "+strings.Join(names, " o "), values)
}

func anyText(string) bool { return true }

var (
	anySecret = secrets("", anyText)
	// masked is a text that need not be kept from the arguments of a program, only from logs.
	masked = texts[Masked]("", anyText)

	word       = texts[string]("no puede tener espacios", func(text string) bool { return !strings.ContainsFunc(text, unicode.IsSpace) })
	webAddress = texts[string]("debe ser una dirección que empiece por https:// o http://", isWebAddress)
	email      = texts[string]("debe ser un correo", func(text string) bool { return account.ValidEmail(account.EmailKey(text)) })
	sender     = texts[string]("debe ser un correo, con un nombre si se quiere", isSender)

	bearerToken = secrets("debe tener 16 caracteres o más: letras, números y - . _ ~ + /", isBearerToken)
	jsonText    = secrets("debe ser un objeto o una lista JSON", isJSON)
	smtpURL     = secrets("debe ser como smtp://usuario:clave@servidor:587 o smtps://servidor", isSMTPURL)
	postgresURL = secrets("debe ser una dirección postgres://usuario:clave@servidor:5432/base; los signos como @, / o % de la clave se escriben como %40, %2F o %25", isPostgresURL)

	yesNo = words("debe ser true o false", map[string]bool{
		"true": true, "1": true, "yes": true, "on": true, "si": true, "sí": true, "false": false, "0": false, "no": false, "off": false})
	logLevel = kind[slog.Level]{
		parse: words("debe ser debug, info, warn o error",
			map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError}).parse,
		format: func(l slog.Level) string { return strings.ToLower(l.String()) },
	}
)

func isWebAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https") && u.RawQuery == "" && u.Fragment == ""
}

func isSender(text string) bool {
	a, err := mail.ParseAddress(text)
	return err == nil && account.ValidEmail(a.Address)
}

const lettersAndDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// isBearerToken reports whether text may stand behind "Authorization: Bearer"
// (RFC 6750, section 2.1) and is too long to be guessed.
func isBearerToken(text string) bool {
	return len(text) >= 16 && strings.Trim(strings.TrimRight(text, "="), lettersAndDigits+"-._~+/") == ""
}

func isJSON(text string) bool { return json.Valid([]byte(text)) && (text[0] == '{' || text[0] == '[') }

func isSMTPURL(text string) bool {
	_, err := smtp.New(text, "cotejo@localhost")
	return err == nil
}

func isPostgresURL(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "postgres" || u.Scheme == "postgresql") && strings.Trim(u.Path, "/") != "" &&
		(u.Host != "" || u.Query().Get("host") != "")
}

// mailboxes returns the kind of addresses of mailboxes, each once, in a setting with a prefix. A
// wrong one is not repeated: somebody may have written a password there.
func mailboxes(prefix string) kind[[]string] {
	return kind[[]string]{
		secret: true,
		parse: func(text string) (addresses []string, err error) {
			for _, address := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) }) {
				place, err := imap.ParsePlace(address)
				switch {
				case err != nil:
					return nil, errors.New("debe ser como imaps://usuario@servidor/CARPETA, una o varias, separadas por espacios o comas; " +
						"los espacios de una carpeta se escriben %20, y la contraseña va en " + prefix + "MAIL_PASSWORD_FILE")
				case slices.ContainsFunc(addresses, func(other string) bool { p, _ := imap.ParsePlace(other); return p == place }):
					return nil, errors.New("nombra dos veces el mismo buzón")
				case place.Folder == imap.ReceivedFolder || place.Folder == imap.ReviewFolder:
					return nil, errors.New("nombra una carpeta a la que Cotejo mueve los mensajes; elija la carpeta a la que llegan")
				}
				addresses = append(addresses, address)
			}
			return addresses, nil
		},
		format: func(addresses []string) string { return strings.Join(addresses, " ") },
	}
}

// newPassword is a password that a user may have, or none.
var newPassword = kind[Masked]{secret: true, parse: func(text string) (Masked, error) {
	if f, refused := fault.As(account.CheckPassword(text)); refused && text != "" {
		return "", errors.New(f.Message)
	}
	return Masked(text), nil
}}

// wholeNumber is an integer within inclusive bounds.
func wholeNumber(least, most int) kind[int] {
	return valid(fmt.Sprintf("debe ser un número entero entre %d y %d", least, most), func(text string) (int, bool) {
		n, err := strconv.Atoi(text)
		return n, err == nil && n >= least && n <= most
	})
}

// megabytes is a size written in MB and kept in bytes.
func megabytes(least, most int) kind[int64] {
	return kind[int64]{
		parse: func(text string) (int64, error) {
			n, err := wholeNumber(least, most).parse(text)
			return int64(n) << 20, err
		},
		format: func(bytes int64) string { return strconv.FormatInt(bytes>>20, 10) },
	}
}

// span is a time of at least a second, written as a number of units, decimals allowed.
func span(unit, most time.Duration) kind[time.Duration] {
	format := func(d time.Duration) string {
		n := float64(d) / float64(unit)
		if n < 0.001 {
			return strconv.FormatFloat(n, 'g', 3, 64)
		}
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	k := valid(fmt.Sprintf("debe ser un número entre %.2g y %s", time.Second.Seconds()/unit.Seconds(), format(most)), func(text string) (time.Duration, bool) {
		n, err := strconv.ParseFloat(text, 64)
		d := time.Duration(math.Round(n * float64(unit)))
		return d, err == nil && !math.IsNaN(n) && n <= float64(most)/float64(unit) && d >= time.Second
	})
	k.format = format
	return k
}

// listOf is a JSON array of strings, each of the given kind.
func listOf[V any](item kind[V]) kind[[]V] {
	return kind[[]V]{
		parse: func(text string) ([]V, error) {
			var parts []string
			if err := json.Unmarshal([]byte(text), &parts); err != nil || parts == nil {
				return nil, errors.New("debe ser una lista JSON de textos entre comillas")
			}
			values := make([]V, len(parts))
			for i, part := range parts {
				v, err := item.parse(strings.TrimSpace(part))
				if err != nil {
					return nil, fmt.Errorf("tiene un elemento que no sirve: %q %w", part, err)
				}
				values[i] = v
			}
			return values, nil
		},
		format: func(values []V) string {
			parts := make([]string, len(values))
			for i, v := range values {
				parts[i] = item.text(v)
			}
			text, _ := json.Marshal(parts)
			return string(text)
		},
	}
}

// origin is a web origin, or * for all.
var origin = valid("debe ser un origen: http:// o https://, el nombre y, si hace falta, el puerto", func(text string) (string, bool) {
	if text == "*" {
		return text, true
	}
	text = strings.ToLower(strings.TrimSuffix(text, "/"))
	u, err := url.Parse(text)
	return text, err == nil && isWebAddress(text) && u.Hostname() != "" && text == u.Scheme+"://"+u.Host && !strings.Contains(u.Host, "*")
})

// network is an address or a network in CIDR form.
var network = valid("debe ser una dirección IP o una red como 10.0.0.0/8", func(text string) (netip.Prefix, bool) {
	if p, err := netip.ParsePrefix(text); err == nil {
		return p.Masked(), true
	}
	a, err := netip.ParseAddr(text)
	return netip.PrefixFrom(a.Unmap(), a.Unmap().BitLen()), err == nil && a.Zone() == ""
})

// host is an IP address or a name.
var host = valid("debe ser una dirección IP o el nombre de una máquina, sin puerto", func(text string) (string, bool) {
	bare := strings.TrimSuffix(strings.TrimPrefix(text, "["), "]")
	if _, err := netip.ParseAddr(bare); err == nil {
		return bare, true
	}
	return text, strings.Trim(text, lettersAndDigits+"-.") == "" && strings.ContainsFunc(text, unicode.IsLetter) && len(text) <= 253
})

// ownPages are paths that the service answers outside the prefix.
var ownPages = []string{"/docs", "/redoc", "/openapi.json", "/openapi.yaml", "/metrics"}

var apiPrefix = kind[string]{
	parse: func(text string) (string, error) {
		prefix := strings.TrimSuffix(text, "/")
		parts := strings.Split(prefix, "/")
		switch {
		case !strings.HasPrefix(text, "/") || strings.Trim(text, lettersAndDigits+"-._~/") != "" || strings.Contains(text, "//"):
			return "", errors.New("debe empezar por / y tener solo letras, números, - . _ ~ y /")
		case slices.Contains(parts, ".") || slices.Contains(parts, ".."):
			return "", errors.New("no puede contener . ni .. como parte de la ruta")
		case slices.Contains(ownPages, prefix):
			return "", errors.New("es una página del propio servicio; elija otro prefijo")
		}
		return prefix, nil
	},
	format: func(v string) string { return cmp.Or(v, "/") },
}

// environment is production, or anything else but a near miss of it, which would start with the
// conveniences of development; see unwise.
var environment = valid("escriba production; con otro nombre el servicio arrancaría como en desarrollo", func(written string) (Environment, bool) {
	e, near := Environment(strings.ToLower(written)), text.Fold(written)
	return e, e == Production || !strings.HasPrefix(near, "prod") && text.Distance(near, string(Production), 3) >= 3
})

// documentType is the name of a type of documents.
var documentType = valid("solo puede tener letras sin tilde, números, guion y guion bajo", func(text string) (document.Type, bool) {
	t, err := document.ParseType(text)
	return t, err == nil && text != ""
})

// calendarDay is a day in Colombia.
var calendarDay = valid("debe ser una fecha como 2026-05-15", func(text string) (document.Day, bool) {
	d, err := document.ParseDay(text)
	return d, err == nil
})

// termRules are the terms of a court.
var termRules = kind[[]terms.Rule]{
	parse: func(text string) ([]terms.Rule, error) {
		rules, err := terms.ParseRules([]byte(text))
		if err != nil {
			return nil, errors.New(`debe ser una lista JSON de términos, uno por tipo de escrito ("type"): "days" de 0 a 1000 y, si no es 0, "purpose" y "basis"; aparte, solo "calendar" y "note"`)
		}
		return rules, nil
	},
	format: func(rules []terms.Rule) string {
		text, _ := json.Marshal(rules)
		return string(text)
	},
}

// languages are names of Tesseract's trained data, each once. osd and equ are trained data of no language.
var languages = kind[[]string]{
	parse: func(text string) ([]string, error) {
		var names []string
		for name := range strings.SplitSeq(strings.ReplaceAll(strings.ToLower(text), ",", "+"), "+") {
			if name = strings.TrimSpace(name); !isLanguage(name) {
				return nil, errLanguages
			}
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		return names, nil
	},
	format: func(names []string) string { return strings.Join(names, "+") },
}

var errLanguages = errors.New("debe ser un idioma de Tesseract (tesseract --list-langs), o varios unidos por +, como spa+eng")

// isLanguage reports whether name has the form of a language of Tesseract: its ISO 639 code and perhaps variants, "chi_sim_vert".
func isLanguage(name string) bool {
	code, variants, varies := strings.Cut(name, "_")
	return len(code) == 3 && strings.Trim(code, "abcdefghijklmnopqrstuvwxyz") == "" && code != "osd" && code != "equ" &&
		(!varies || variants != "" && strings.Trim(variants, "abcdefghijklmnopqrstuvwxyz_") == "")
}

var roles = valid("debe ser api, worker o los dos, separados por una coma", func(text string) (r Roles, ok bool) {
	for role := range strings.SplitSeq(strings.ToLower(text), ",") {
		switch strings.TrimSpace(role) {
		case "api":
			r.API = true
		case "worker":
			r.Worker = true
		default:
			return r, false
		}
	}
	return r, true
})

// path is the path of a file or folder; complete makes it absolute.
var path = kind[string]{parse: func(text string) (string, error) {
	switch {
	case text == "":
		return "", nil
	case text == ":memory:" || strings.HasPrefix(text, "file:"):
		return "", errors.New("debe ser la ruta de un archivo del disco")
	case strings.HasPrefix(text, "~"):
		return "", errors.New("no puede empezar por ~; escriba la ruta completa")
	case strings.ContainsFunc(text, unicode.IsControl):
		return "", errors.New("tiene caracteres de control")
	}
	return filepath.Clean(text), nil
}}

var blobURL = kind[string]{parse: func(text string) (string, error) {
	folder, isFile := filePath(text)
	_, err := path.parse(folder)
	switch {
	case text == "":
	case strings.HasPrefix(text, "s3:"):
		if blobstore.CheckAddress(text) != nil {
			return "", errors.New("debe ser s3://BUCKET?endpoint=https://SERVIDOR o s3://BUCKET?region=REGION; las claves van en SVC_BLOB_ACCESS_KEY y SVC_BLOB_SECRET_KEY")
		}
	case !isFile:
		return "", errors.New("debe ser una carpeta escrita como file:///ruta, o un bucket de S3 como s3://BUCKET?endpoint=https://SERVIDOR")
	case err != nil || folder == "":
		return "", errors.New("debe nombrar una carpeta del disco")
	}
	return text, nil
}}

// filePath is the folder of a file: address, absolute or relative.
func filePath(address string) (string, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "file" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return "", false
	}
	if u.Opaque != "" { // file:data/originals
		folder, err := url.PathUnescape(u.Opaque)
		return filepath.FromSlash(folder), err == nil
	}
	if u.Host == "localhost" {
		u.Host = ""
	}
	return filepath.FromSlash(u.Host + u.Path), true // file://data/originals and file://./data have a host
}

func fileURL(folder string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(folder)}).String()
}
