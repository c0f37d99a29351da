package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"
)

// Keys of JSON are names, which have no other spelling: encoding/json takes
// "Username" for "username", and of two values under one key the last, in
// objects a mixture of both. What has checked a body may have seen something
// else. So a key twice is refused, and one that is misspelt is of no field.

// bracket is what opens or closes in a JSON text, key the name of a member.
type (
	bracket byte
	key     struct {
		name       string
		start, end int // of what stands between its quotes, in bytes
	}
)

// eachKey visits the brackets and keys of a JSON text in their order. A string
// is a key when a colon follows it, which holds for no other; of text that is not JSON
// it may tell anything.
func eachKey(data []byte, at func(b bracket), named func(k key) error) error {
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '{', '[', '}', ']':
			at(bracket(data[i]))
		case '"':
			end := endOfString(data, i)
			rest := bytes.TrimLeft(data[min(end+1, len(data)):], " \t\r\n")
			if len(rest) > 0 && rest[0] == ':' {
				k := key{name: string(data[i+1 : end]), start: i + 1, end: end}
				if strings.Contains(k.name, `\`) && json.Unmarshal(data[i:end+1], &k.name) != nil {
					return nil // no JSON, as will be said
				}
				if err := named(k); err != nil {
					return err
				}
			}
			i = end
		}
	}
	return nil
}

// endOfString returns where the string ends that begins at i: at its closing
// quote, or behind all of data.
func endOfString(data []byte, i int) int {
	for i++; i < len(data) && data[i] != '"'; i++ {
		if data[i] == '\\' {
			i++
		} else if next := bytes.IndexAny(data[i:], `"\`); next > 0 {
			i += next - 1
		}
	}
	return min(i, len(data))
}

// uniqueKeys refuses an object that names a key twice.
func uniqueKeys(data []byte) error {
	var open []map[string]bool // keys of the objects around
	return eachKey(data, func(b bracket) {
		if b == '{' || b == '[' {
			open = append(open, nil)
		} else if len(open) > 0 {
			open = open[:len(open)-1]
		}
	}, func(k key) error {
		if len(open) == 0 {
			return nil
		}
		top := &open[len(open)-1]
		if *top == nil {
			*top = map[string]bool{}
		}
		if (*top)[k.name] {
			return malformed(fmt.Sprintf("La clave «%s» está dos veces en el mismo objeto.", shownKey(k.name)))
		}
		(*top)[k.name] = true
		return nil
	})
}

// shownKey is as much of a key as may be repeated.
func shownKey(name string) string {
	const longest = 50
	if utf8.RuneCountInString(name) > longest {
		name = string([]rune(name)[:longest])
	}
	return name
}

// misspeltKeys returns data with the keys made unknown that differ from the name
// of a field of v by their case alone.
func misspeltKeys(data []byte, v any) []byte {
	names := map[string]string{} // by their lower case
	fieldNames(reflect.TypeOf(v), names, map[reflect.Type]bool{})
	var out []byte
	_ = eachKey(data, func(bracket) {}, func(k key) error {
		for lower, name := range names {
			if name == k.name || !strings.EqualFold(lower, k.name) {
				continue
			}
			if out == nil {
				out = bytes.Clone(data)
			}
			copy(out[k.start:k.end], bytes.Repeat([]byte{'_'}, k.end-k.start))
			break
		}
		return nil
	})
	if out == nil {
		return data
	}
	return out
}

// fieldNames collects the JSON names of all fields that a value of type t holds.
func fieldNames(t reflect.Type, names map[string]string, seen map[reflect.Type]bool) {
	if t == nil || seen[t] {
		return
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		fieldNames(t.Elem(), names, seen)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name != "" && name != "-" {
				names[strings.ToLower(name)] = name
			}
			fieldNames(f.Type, names, seen)
		}
	}
}
