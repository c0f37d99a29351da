package config

import (
	"bytes"
	"errors"
	"fmt"
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
// substitute, and turn $2a$12$ into something else without a word.)
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
	if !utf8.ValidString(text) {
		return nil, &lineError{1 + strings.Count(text[:firstInvalid(text)], "\n"), "no es texto UTF-8"}
	}
	values := map[string]any{}
	for number := 1; text != ""; {
		line, after, _ := strings.Cut(text, "\n")
		start := strings.TrimLeft(line, " \t")
		if start == "" || strings.HasPrefix(start, "#") {
			text = after
			number++
			continue
		}
		name, rest, err := assignment(start)
		if err != nil {
			return nil, &lineError{number, err.Error()}
		}
		value, length, err := value(text[len(line)-len(rest):])
		if err != nil {
			return nil, &lineError{number, err.Error()}
		}
		values[name] = value
		end := len(line) - len(rest) + length
		number += strings.Count(text[:end], "\n") + 1
		_, text, _ = strings.Cut(text[end:], "\n")
	}
	return values, nil
}

// Marshal implements koanf.Parser; nothing here writes .env files.
func (dotEnv) Marshal(map[string]any) ([]byte, error) {
	return nil, errors.New("writing .env files is not supported")
}

// assignment splits a line behind its equals sign.
func assignment(line string) (name, rest string, err error) {
	name, rest, found := strings.Cut(line, "=")
	if !found {
		return "", "", errors.New("falta el signo «=»; escriba NOMBRE=valor")
	}
	name = strings.TrimSpace(name)
	if after, exported := strings.CutPrefix(name, "export "); exported {
		name = strings.TrimSpace(after)
	}
	if !isName(name) {
		return "", "", errors.New("el nombre antes de «=» solo admite letras, números y guion bajo")
	}
	return name, strings.TrimLeft(rest, " \t"), nil
}

func isName(s string) bool {
	for i, r := range s {
		letter := r == '_' || r == '.' || r == '-' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return s != ""
}

// value reads a value at the start of text, and how many bytes it takes. What
// follows on its last line is at most a comment.
func value(text string) (string, int, error) {
	if text == "" || text[0] != '"' && text[0] != '\'' {
		line, _, _ := strings.Cut(text, "\n")
		kept := line
		if strings.HasPrefix(kept, "#") {
			kept = ""
		}
		for i := 1; i < len(kept); i++ {
			if kept[i] == '#' && (kept[i-1] == ' ' || kept[i-1] == '\t') {
				kept = kept[:i]
			}
		}
		return strings.TrimSpace(kept), len(line), nil
	}
	body, length, err := quoted(text)
	if err != nil {
		return "", 0, err
	}
	line, _, _ := strings.Cut(text[length:], "\n")
	if after := strings.TrimSpace(line); after != "" && after[0] != '#' {
		return "", 0, errors.New("sobra texto después de las comillas de cierre")
	}
	return body, length + len(line), nil
}

// quoted reads a quoted text, which may span lines.
func quoted(text string) (body string, length int, err error) {
	quote := text[0]
	var out strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == quote:
			return out.String(), i + 1, nil
		case c == '\\' && quote == '"' && i+1 < len(text):
			i++
			out.WriteString(unescaped(text[i]))
		default:
			out.WriteByte(c)
		}
	}
	return "", 0, errors.New("las comillas que se abren no se cierran")
}

func unescaped(c byte) string {
	switch c {
	case 'n':
		return "\n"
	case 'r':
		return "\r"
	case 't':
		return "\t"
	case '"', '\\', '$':
		return string(c)
	}
	return `\` + string([]byte{c})
}

func firstInvalid(s string) int {
	for i, r := range s {
		if r == utf8.RuneError && !strings.HasPrefix(s[i:], "\ufffd") {
			return i
		}
	}
	return len(s)
}
