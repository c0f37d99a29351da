package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/text"
)

// kind is how values of type V are written. parse answers in Spanish, in
// words that follow the value: "debe ser …".
type kind[V any] struct {
	parse  func(text string) (V, error)
	format func(V) string
}

// wholeNumber is an integer within inclusive bounds.
func wholeNumber(least, most int) kind[int] {
	return kind[int]{
		parse: func(text string) (int, error) {
			n, err := strconv.Atoi(text)
			if err != nil || n < least || n > most {
				return 0, fmt.Errorf("debe ser un número entero entre %d y %d", least, most)
			}
			return n, nil
		},
		format: strconv.Itoa,
	}
}

// megabytes is a size written in MB and kept in bytes.
func megabytes(least, most int) kind[int64] {
	count := wholeNumber(least, most)
	return kind[int64]{
		parse: func(text string) (int64, error) {
			n, err := count.parse(text)
			return int64(n) << 20, err
		},
		format: func(bytes int64) string { return strconv.FormatInt(bytes>>20, 10) },
	}
}

// span is a time written as a number of units, decimals allowed.
func span(unit, least, most time.Duration) kind[time.Duration] {
	return kind[time.Duration]{
		parse: func(text string) (time.Duration, error) {
			n, err := strconv.ParseFloat(text, 64)
			d := time.Duration(math.Round(n * float64(unit)))
			if err != nil || math.IsNaN(n) || n > float64(most)/float64(unit) || d < least {
				return 0, fmt.Errorf("debe ser un número entre %.2g y %s", float64(least)/float64(unit), inUnits(most, unit))
			}
			return d, nil
		},
		format: func(d time.Duration) string { return inUnits(d, unit) },
	}
}

func inUnits(d, unit time.Duration) string {
	n := float64(d) / float64(unit)
	if n < 0.001 {
		return strconv.FormatFloat(n, 'g', 3, 64)
	}
	return strconv.FormatFloat(n, 'f', -1, 64)
}

var yesNo = kind[bool]{
	parse: func(text string) (bool, error) {
		switch strings.ToLower(text) {
		case "true", "1", "yes", "on", "si", "sí":
			return true, nil
		case "false", "0", "no", "off":
			return false, nil
		}
		return false, errors.New("debe ser true o false")
	},
	format: strconv.FormatBool,
}

// oneOf is one of a few words, in any case.
func oneOf[V ~string](words ...V) kind[V] {
	return kind[V]{
		parse: func(text string) (V, error) {
			for _, word := range words {
				if strings.EqualFold(text, string(word)) {
					return word, nil
				}
			}
			names := make([]string, len(words))
			for i, word := range words {
				names[i] = string(word)
			}
			return "", errors.New("debe ser " + strings.Join(names, " o "))
		},
		format: func(v V) string { return string(v) },
	}
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
				parts[i] = item.format(v)
			}
			text, _ := json.Marshal(parts)
			return string(text)
		},
	}
}

// origin is a web origin, or * for all.
var origin = kind[string]{
	parse: func(text string) (string, error) {
		if text == "*" {
			return text, nil
		}
		u, err := url.Parse(strings.TrimSuffix(text, "/"))
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" ||
			u.User != nil || u.Path != "" || u.RawQuery != "" || u.ForceQuery || u.Fragment != "" || strings.Contains(u.Host, "*") {
			return "", errors.New("debe ser un origen: http:// o https://, el nombre y, si hace falta, el puerto")
		}
		return strings.ToLower(u.Scheme + "://" + u.Host), nil
	},
	format: asIs[string],
}

// network is an address or a network in CIDR form.
var network = kind[netip.Prefix]{
	parse: func(text string) (netip.Prefix, error) {
		if p, err := netip.ParsePrefix(text); err == nil {
			return p.Masked(), nil
		}
		a, err := netip.ParseAddr(text)
		if err != nil || a.Zone() != "" {
			return netip.Prefix{}, errors.New("debe ser una dirección IP o una red como 10.0.0.0/8")
		}
		return netip.PrefixFrom(a.Unmap(), a.Unmap().BitLen()), nil
	},
	format: netip.Prefix.String,
}

// host is an IP address or a name.
var host = kind[string]{
	parse: func(text string) (string, error) {
		bare := strings.TrimSuffix(strings.TrimPrefix(text, "["), "]")
		if _, err := netip.ParseAddr(bare); err == nil {
			return bare, nil
		}
		notName := func(r rune) bool {
			return !(r == '-' || r == '.' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z')
		}
		letter := func(r rune) bool { return unicode.IsLetter(r) }
		if strings.ContainsFunc(text, notName) || !strings.ContainsFunc(text, letter) || len(text) > 253 {
			return "", errors.New("debe ser una dirección IP o el nombre de una máquina, sin puerto")
		}
		return text, nil
	},
	format: asIs[string],
}

// ownPages are paths that the service answers outside the prefix.
var ownPages = []string{"/docs", "/redoc", "/openapi.json", "/openapi.yaml", "/metrics"}

var apiPrefix = kind[string]{
	parse: func(text string) (string, error) {
		const allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/"
		if !strings.HasPrefix(text, "/") || strings.Trim(text, allowed) != "" || strings.Contains(text, "//") {
			return "", errors.New("debe empezar por / y tener solo letras, números, - . _ ~ y /")
		}
		prefix := strings.TrimSuffix(text, "/")
		for _, part := range strings.Split(prefix, "/") {
			if part == "." || part == ".." {
				return "", errors.New("no puede contener . ni .. como parte de la ruta")
			}
		}
		if slices.Contains(ownPages, prefix) {
			return "", errors.New("es una página del propio servicio; elija otro prefijo")
		}
		return prefix, nil
	},
	format: func(v string) string {
		if v == "" {
			return "/"
		}
		return v
	},
}

// webAddress is an absolute URL of a web server.
var webAddress = kind[string]{
	parse: func(text string) (string, error) {
		if text == "" {
			return "", nil
		}
		u, err := url.Parse(text)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.RawQuery != "" || u.Fragment != "" {
			return "", errors.New("debe ser una dirección que empiece por https:// o http://")
		}
		return text, nil
	},
	format: asIs[string],
}

// word is a name without spaces.
var word = kind[string]{
	parse: func(text string) (string, error) {
		if strings.ContainsFunc(text, unicode.IsSpace) {
			return "", errors.New("no puede tener espacios")
		}
		return text, nil
	},
	format: asIs[string],
}

var masked = kind[Masked]{
	parse:  func(text string) (Masked, error) { return Masked(text), nil },
	format: Masked.String,
}

// bearerToken is what may be behind "Authorization: Bearer" (RFC 6750,
// section 2.1), and is long enough not to be guessed.
var bearerToken = kind[Masked]{
	parse: func(text string) (Masked, error) {
		const allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/"
		if text != "" && (len(text) < 16 || strings.Trim(strings.TrimRight(text, "="), allowed) != "") {
			return "", errors.New("debe tener 16 caracteres o más: letras, números y - . _ ~ + /")
		}
		return Masked(text), nil
	},
	format: Masked.String,
}

var jsonText = kind[Masked]{
	parse: func(text string) (Masked, error) {
		if text != "" && (!json.Valid([]byte(text)) || text[0] != '{' && text[0] != '[') {
			return "", errors.New("debe ser un objeto o una lista JSON")
		}
		return Masked(text), nil
	},
	format: Masked.String,
}

// postgresURL names a database of PostgreSQL, with a password perhaps. Its parts
// are not repeated in what is said of it.
var postgresURL = kind[Masked]{
	parse: func(text string) (Masked, error) {
		if text == "" {
			return "", nil
		}
		u, err := url.Parse(text)
		if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" || strings.Trim(u.Path, "/") == "" ||
			u.Host == "" && u.Query().Get("host") == "" {
			return "", errors.New("debe ser una dirección postgres://usuario:clave@servidor:5432/base; los signos como @, / o % de la clave se escriben como %40, %2F o %25")
		}
		return Masked(text), nil
	},
	format: Masked.String,
}

// slogLevel is slog.Level under its usual names.
type slogLevel slog.Level

var logLevel = kind[slogLevel]{
	parse: func(text string) (slogLevel, error) {
		var level slog.Level
		if !slices.Contains([]string{"debug", "info", "warn", "error"}, strings.ToLower(text)) {
			return 0, errors.New("debe ser debug, info, warn o error")
		}
		err := level.UnmarshalText([]byte(text))
		return slogLevel(level), err
	},
	format: func(l slogLevel) string { return strings.ToLower(slog.Level(l).String()) },
}

func asIs[V ~string](v V) string { return string(v) }

// environment is production, or anything else but a near miss of it, which would start with the
// conveniences of development; see odd.
var environment = kind[Environment]{
	parse: func(written string) (Environment, error) {
		e := Environment(strings.ToLower(written))
		near := text.Fold(written)
		if e != Production && (strings.HasPrefix(near, "prod") || text.Distance(near, string(Production), 3) < 3) {
			return "", errors.New("escriba production; con otro nombre el servicio arrancaría como en desarrollo")
		}
		return e, nil
	},
	format: asIs[Environment],
}

// odd warns of an environment that is neither of the two.
func odd(e Environment) []string {
	if e == Development || e == Production {
		return nil
	}
	return []string{fmt.Sprintf("ENVIRONMENT=%s no es development ni production: el servicio arranca como en desarrollo", shortened(string(e)))}
}

// documentType is the name of a type of documents.
var documentType = kind[document.Type]{
	parse: func(text string) (document.Type, error) {
		t, err := document.ParseType(text)
		if err != nil || text == "" {
			return "", errors.New("solo puede tener letras sin tilde, números, guion y guion bajo")
		}
		return t, nil
	},
	format: asIs[document.Type],
}
