package config

import (
	"errors"
	"maps"
	"strings"
	"testing"
)

func TestDotEnv(t *testing.T) {
	for _, tc := range []struct {
		rule, text string
		want       map[string]any
	}{
		{"plain", "A=1\nB= two words \n", map[string]any{"A": "1", "B": "two words"}},
		{"the last line needs no end", "A=1", map[string]any{"A": "1"}},
		{"export and spaces", "  export A = 1\n", map[string]any{"A": "1"}},
		{"comments", "# A=0\nA=1 # one\nB=a#b\nC=#\nD='x' # y\n", map[string]any{"A": "1", "B": "a#b", "C": "", "D": "x"}},
		{"the first comment of a line ends the value", "A=1 # two # three\n", map[string]any{"A": "1"}},
		{"JSON without quotes", `A=["http://a", "http://b"]`, map[string]any{"A": `["http://a", "http://b"]`}},
		{"JSON in single quotes", `A='{"a":"b\n"}'`, map[string]any{"A": `{"a":"b\n"}`}},
		{"JSON in double quotes", `A="{\"a\":\"$2a$12$x\"}"`, map[string]any{"A": `{"a":"$2a$12$x"}`}},
		{"a bcrypt hash stays as it is", "A=$2b$12$N9qo8uLOickgx2ZMRZoMye\n", map[string]any{"A": "$2b$12$N9qo8uLOickgx2ZMRZoMye"}},
		{"nothing is substituted", "A=1\nB=${A}$A\n", map[string]any{"A": "1", "B": "${A}$A"}},
		{"escapes in double quotes", `A="a\n\t\"\\\$\d"`, map[string]any{"A": "a\n\t\"\\$\\d"}},
		{"quotes may span lines", "A='{\n \"a\": 1\n}'\nB=2\n", map[string]any{"A": "{\n \"a\": 1\n}", "B": "2"}},
		{"empty values", "A=\nB=''\nC=\"\"\nD=", map[string]any{"A": "", "B": "", "C": "", "D": ""}},
		{"an equals sign in a value", "A=b=c\n", map[string]any{"A": "b=c"}},
		{"Windows line ends and a byte order mark", "\ufeffA=1\r\nB=2\r\n", map[string]any{"A": "1", "B": "2"}},
		{"the last of two wins", "A=1\nA=2\n", map[string]any{"A": "2"}},
		{"accents", "A=señal ñ\n", map[string]any{"A": "señal ñ"}},
		{"nothing", "\n\n", map[string]any{}},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			got, err := dotEnv{}.Unmarshal([]byte(tc.text))
			if err != nil || !maps.Equal(got, tc.want) {
				t.Errorf("got %q, %v, want %q", got, err, tc.want)
			}
		})
	}
}

func TestDotEnvFaultsNameTheLine(t *testing.T) {
	for _, tc := range []struct {
		rule, text string
		line       int
	}{
		{"no equals sign", "A=1\n\nsecret\n", 3},
		{"no name", "=secret", 1},
		{"a name with a space", "A B=secret", 1},
		{"a quote that never ends", "# x\nA='secret\nB=2\n", 2},
		{"text behind a quote", "A='x'secret", 1},
		{"lines of quoted values count", "A='1\n2'\nB\n", 3},
		{"no UTF-8", "A=1\nB=\xff\n", 2},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			_, err := dotEnv{}.Unmarshal([]byte(tc.text))
			var fault *lineError
			if !errors.As(err, &fault) || fault.number != tc.line || strings.Contains(err.Error(), "secret") {
				t.Errorf("got %v, want a fault of line %d", err, tc.line)
			}
		})
	}
}

func FuzzDotEnv(f *testing.F) {
	for _, seed := range []string{"A=1\nB='x\ny' # z\n", `export C="a\n\"b"`, "\ufeffD==\r\n", "E='", "\xff=1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		values, err := dotEnv{}.Unmarshal([]byte(text))
		if err != nil {
			var fault *lineError
			if lines := strings.Count(text, "\n") + 1; !errors.As(err, &fault) || fault.number < 1 || fault.number > lines {
				t.Fatalf("fault %v in a text of %d lines", err, lines)
			}
			return
		}
		// What was read can be written in single quotes and read again.
		var written strings.Builder
		for name, value := range values {
			if strings.Contains(value.(string), "'") {
				return
			}
			written.WriteString(name + "='" + value.(string) + "'\n")
		}
		again, err := dotEnv{}.Unmarshal([]byte(written.String()))
		if err != nil || !maps.Equal(values, again) {
			t.Fatalf("%q became %q, %v", values, again, err)
		}
	})
}
