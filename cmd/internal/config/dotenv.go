package config

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// dotEnv reads .env files as a koanf.Parser.
//
// A line is NAME=value, with or without "export". An unquoted value ends at
// " #" or at the end of the line; 'single quotes' keep everything as it is;
// "double quotes" know \n \r \t \" \\ and \$. Quoted values may span lines.
// A dollar sign is a dollar sign: nothing is substituted, so that bcrypt
// hashes, which are full of them, and JSON need no quoting. (The usual parsers
// substitute, and turn $2a$12$ into something else without a warning.)
type dotEnv struct{}

// lineError is a fault of a line. It never repeats a value.
type lineError struct {
	number int // from 1
	why    string
}

func (e *lineError) Error() string { return fmt.Sprintf("línea %d: %s", e.number, e.why) }

// Unmarshal implements koanf.Parser. A fault is a *lineError.
func (dotEnv) Unmarshal(b []byte) (map[string]any, error) {
	text := strings.ReplaceAll(string(bytes.TrimPrefix(b, []byte("\ufeff"))), "\r\n", "\n")
	values := map[string]any{}
	for rest := text; rest != ""; {
		name, value, after, err := nextAssignment(rest)
		if err == nil && !utf8.ValidString(rest[:len(rest)-len(after)]) {
			err = errors.New("no es texto UTF-8")
		}
		if err != nil {
			return nil, &lineError{1 + strings.Count(text[:len(text)-len(rest)], "\n"), err.Error()}
		}
		if name != "" {
			values[name] = value
		}
		rest = after
	}
	return values, nil
}

// Marshal implements koanf.Parser; nothing here writes .env files.
func (dotEnv) Marshal(map[string]any) ([]byte, error) {
	return nil, errors.New("writing .env files is not supported")
}

var (
	blankLine   = regexp.MustCompile(`^[ \t]*(?:#.*)?(?:\n|$)`)
	nameOfLine  = regexp.MustCompile(`^[ \t]*(?:export[ \t]+)?([A-Za-z_.-][A-Za-z0-9_.-]*)[ \t]*=[ \t]*`)
	quotedValue = regexp.MustCompile(`^(?s:'([^']*)'|"((?:[^"\\]|\\.)*)")`)
	comment     = regexp.MustCompile(`(?:^|[ \t])#.*`)
	escapes     = strings.NewReplacer(`\n`, "\n", `\r`, "\r", `\t`, "\t", `\"`, `"`, `\\`, `\`, `\$`, `$`)
)

// nextAssignment reads the first line of text, or the lines of its quoted value. The name of a
// blank line is empty.
func nextAssignment(text string) (name, value, after string, err error) {
	if blank := blankLine.FindString(text); blank != "" {
		return "", "", text[len(blank):], nil
	}
	line, after, _ := strings.Cut(text, "\n")
	head := nameOfLine.FindStringSubmatch(line)
	switch {
	case !strings.Contains(line, "="):
		return "", "", "", errors.New("falta el signo «=»; escriba NOMBRE=valor")
	case head == nil:
		return "", "", "", errors.New("el nombre antes de «=» solo admite letras, números y guion bajo")
	}
	value = line[len(head[0]):]
	if !strings.HasPrefix(value, "'") && !strings.HasPrefix(value, `"`) {
		return head[1], strings.TrimSpace(comment.ReplaceAllString(value, "")), after, nil
	}
	text = text[len(head[0]):]
	quoted := quotedValue.FindStringSubmatch(text)
	if quoted == nil {
		return "", "", "", errors.New("las comillas que se abren no se cierran")
	}
	text = text[len(quoted[0]):]
	end := blankLine.FindStringIndex(text)
	if end == nil {
		return "", "", "", errors.New("sobra texto después de las comillas de cierre")
	}
	return head[1], quoted[1] + escapes.Replace(quoted[2]), text[end[1]:], nil
}
