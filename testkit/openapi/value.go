package openapi

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"pgregory.net/rapid"
)

// unknownID names nothing.
const unknownID = "0195f0a0-0000-7000-8000-00000000ffff"

func (m *Maker) awkwardText(t *rapid.T) string {
	if seldom(t, "any string") {
		return rapid.String().Draw(t, "string")
	}
	return sample(t, "awkward", m.Awkward...)
}

// text draws a value that is in a path, query or header.
func (m *Maker) text(t *rapid.T, name string, s *Schema) string {
	if seldom(t, "no value of "+name) {
		return m.awkwardText(t)
	}
	value := m.json(t, name, s, 0)
	var text string
	if json.Unmarshal([]byte(value), &text) == nil {
		return text
	}
	return value
}

// json draws a value for a schema, as JSON text: mostly a good one, seldom one
// of another kind. A text can say what no Go value can: a key twice, a number
// beyond all numbers.
func (m *Maker) json(t *rapid.T, name string, s *Schema, depth int) string {
	if s == nil || depth > 8 || seldom(t, "another kind for "+name) {
		return m.anything(t)
	}
	if len(s.AnyOf) > 0 {
		return m.json(t, name, sample(t, "alternative", s.AnyOf...), depth)
	}
	if len(s.Enum) > 0 && often(t, "one of those") {
		return quote(sample(t, "enum", s.Enum...))
	}
	if len(s.Type) == 0 {
		return m.anything(t)
	}
	switch sample(t, "type", s.Type...) {
	case "object":
		return m.object(t, s, depth)
	case "array":
		items := make([]string, rapid.IntRange(0, 4).Draw(t, "items"))
		for i := range items {
			items[i] = m.json(t, name, s.Items, depth+1)
		}
		return "[" + strings.Join(items, ",") + "]"
	case "integer":
		return m.number(t, s, true)
	case "number":
		return m.number(t, s, false)
	case "boolean":
		return sample(t, "boolean", "true", "false")
	case "null":
		return "null"
	}
	return quote(m.string(t, name, s))
}

// object draws an object: seldom without what is required, with a key twice, in
// capitals or of nobody's.
func (m *Maker) object(t *rapid.T, s *Schema, depth int) string {
	var members []string
	add := func(key string, schema *Schema) {
		members = append(members, quote(key)+":"+m.json(t, key, schema, depth+1))
	}
	required := map[string]bool{}
	for _, name := range s.Required {
		required[name] = true
	}
	for _, name := range m.names { // in an order that does not change
		schema, ok := s.Properties[name]
		if !ok || (required[name] && seldom(t, "without "+name)) || (!required[name] && !rapid.Bool().Draw(t, "with "+name)) {
			continue
		}
		add(name, schema)
		if seldom(t, "twice") {
			add(sample(t, "spelling", name, strings.ToUpper(name)), schema)
		}
	}
	var others Schema
	if json.Unmarshal(s.Additional, &others) == nil && (len(others.Type) > 0 || len(others.AnyOf) > 0) {
		for range rapid.IntRange(0, 3).Draw(t, "members") {
			add(sample(t, "key", append(m.names, m.awkwardText(t))...), &others)
		}
	}
	if seldom(t, "of nobody's") {
		add(m.awkwardText(t), nil)
	}
	return "{" + strings.Join(members, ",") + "}"
}

func (m *Maker) string(t *rapid.T, name string, s *Schema) string {
	switch s.Format {
	case "uuid":
		if known := m.known[name]; len(known) > 0 && often(t, "known") {
			return sample(t, name, known...)
		}
		return sample(t, name, unknownID, strings.ToUpper(unknownID), "{"+unknownID+"}", "00000000-0000-0000-0000-000000000000", unknownID+"0", "1")
	case "date", "date-time":
		return sample(t, "date", "2026-03-04", "2024-02-29", "0001-01-01", "9999-12-31", "2026-02-30", "2026-3-4", "04/03/2026", "2026-03-04T15:04:05Z", "")
	}
	switch rapid.IntRange(0, 9).Draw(t, "kind of string") {
	case 0, 1, 2:
		return m.awkwardText(t)
	case 3:
		length := sample(t, "length", s.MinLength-1, s.MinLength, 1, 201, 255, 256, 4_097, 10_001)
		if s.MaxLength != nil {
			length = sample(t, "length", *s.MaxLength, *s.MaxLength+1)
		}
		return strings.Repeat(sample(t, "letter", "x", "ñ", "\u0301", "<", " "), max(0, length))
	}
	return sample(t, "good", "ANA LÓPEZ RUIZ", "NUEVA EPS S.A.", "52.418.903", "ana@correo.co", "11001400300120260012300", "tutela", "habeas_corpus",
		"Juzgado 1 Civil Municipal de Cali", "salud, menor de edad", "2026-0417", "Los hechos ocurrieron el 3 de febrero de 2026.", "O'Neil & Cía")
}

func (m *Maker) number(t *rapid.T, s *Schema, whole bool) string {
	numbers := []string{"0", "1", "-1", "2", "50", "-0", "2147483647", "2147483648", "9007199254740993", "9223372036854775807", "9223372036854775808",
		"-9223372036854775809", "0.5", "1e3", "1e308", "1e999", "-1e999", "1e-999", "00", "0x10", "NaN", "Infinity", "1_000", "+1", "1.", ".5", "١"}
	for _, limit := range []*float64{s.Minimum, s.Maximum} {
		if limit != nil {
			for _, by := range []float64{0, -1, 1, -1e-9, 1e-9} {
				numbers = append(numbers, strconv.FormatFloat(*limit+by, 'f', -1, 64))
			}
		}
	}
	if often(t, "plain number") {
		if whole {
			return strconv.Itoa(rapid.IntRange(1, 20).Draw(t, "integer"))
		}
		return strconv.FormatFloat(rapid.Float64Range(0, 1).Draw(t, "number"), 'f', -1, 64)
	}
	return sample(t, "number", numbers...)
}

// anything draws a value of any kind.
func (m *Maker) anything(t *rapid.T) string {
	switch rapid.IntRange(0, 5).Draw(t, "anything") {
	case 0:
		return quote(m.awkwardText(t))
	case 1:
		return m.number(t, &Schema{}, true)
	case 2:
		return fmt.Sprintf("{%s:%s}", quote(m.awkwardText(t)), quote(m.awkwardText(t)))
	case 3:
		n := sample(t, "levels", 1, 10, 63, 64, 65, 10_000)
		return strings.Repeat("[", n) + strings.Repeat("]", n)
	case 4:
		return "[" + strings.Repeat("0,", sample(t, "values", 0, 10, 99_990, 100_010)) + "0]"
	}
	return sample(t, "word", "null", "true", "false", `""`, "{}", "[]", `{"$ref":"#"}`, `{"__proto__":{"admin":true}}`)
}

// quote writes a value as JSON; invalid UTF-8 stays so.
func quote(v any) string {
	if s, ok := v.(string); ok && strings.ToValidUTF8(s, "") != s {
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
	}
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(data)
}
