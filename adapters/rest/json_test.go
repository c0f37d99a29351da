package rest

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/text"
)

func TestStrictJSON(t *testing.T) {
	for name, c := range map[string]struct {
		data string
		ok   bool
	}{
		"object":                          {`{"a":[1,"x",null]}`, true},
		"brackets within strings":         {`"` + strings.Repeat("[{", 500) + `"`, true},
		"quotes and backslashes":          {`{"a":"\"\\","b":"[\\\"{"}`, true},
		"as deep as may be":               {strings.Repeat("[", maxDepth) + strings.Repeat("]", maxDepth), true},
		"deeper":                          {strings.Repeat("[", maxDepth+1) + strings.Repeat("]", maxDepth+1), false},
		"deep behind an escaped quote":    {`["\"",` + strings.Repeat("[", maxDepth+1), false},
		"as many values as may be":        {"[" + strings.Repeat("0,", maxValues-1) + "0]", true},
		"more values":                     {"[" + strings.Repeat("0,", maxValues) + "0]", false},
		"invalid UTF-8 in a string":       {"\"\xff\"", false},
		"string that does not end":        {`"abc`, false},
		"string that ends in a backslash": {`"abc\`, false},
		"number beyond all bounds":        {"1e999", false},
		"a key twice":                     {`{"x":1,"y":2,"x":1}`, false},
		"a key twice further in":          {`{"a":[{"x":{"y":1},"x":2}]}`, false},
		"a key in several objects":        {`{"x":{"x":[{"x":1},{"x":1}]},"y":{"x":1}}`, true},
		"half a character":                {`{"x":"Ana \ud83dLópez"}`, false},
		"half a character in a key":       {`{"x\udc00":1}`, false},
		"a character of two halves":       {`{"x":"\ud83d\ude00 \\ud83d"}`, true},
		"a value like a key":              {`{"x":"x","y":["x","x"]}`, true},
		"a byte order mark before it":     {byteOrderMark + `{"x":1}`, true},
		"a byte order mark within":        {`{` + byteOrderMark + `"x":1}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			var v any
			err := unmarshalJSON([]byte(c.data), &v)
			if (err == nil) != c.ok {
				t.Errorf("%v", err)
			}
			if err != nil && !strings.HasPrefix(err.Error(), "El ") && !strings.HasPrefix(err.Error(), "La clave «x»") {
				t.Errorf("no Spanish sentence: %v", err)
			}
		})
	}
}

// FuzzStrictJSON holds that what is taken is JSON, and that of what is JSON
// nothing is refused but what is deep, long, not UTF-8, names a key twice or has half a character.
func FuzzStrictJSON(f *testing.F) {
	for _, seed := range []string{`{"a":"\\\"[","b":[1,2]}`, `"\u00e1"`, "[[", `"\`, "{}x", `"\ud800"`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var strict, plain any
		err := unmarshalJSON(data, &strict)
		if err == nil && !json.Valid(bytes.TrimPrefix(data, []byte(byteOrderMark))) {
			t.Errorf("took %q", data)
		}
		if err != nil && json.Unmarshal(data, &plain) == nil && uniqueKeys(data) == nil && text.HalfEscape(data) < 0 && len(data) < maxDepth && strings.ToValidUTF8(string(data), "") == string(data) {
			t.Errorf("refused %q: %v", data, err)
		}
	})
}

func TestKeysAreTakenAsTheyAreWritten(t *testing.T) {
	type inner struct {
		Deep string `json:"deep"`
	}
	var v struct {
		Name  string            `json:"name"`
		Inner *inner            `json:"inner,omitempty"`
		Free  map[string]string `json:"free"`
	}
	data := `{"Name":"a","NAME":"b","name":"c","inner":{"DEEP":"d","\u0064eep":"e","d\u0045ep":"f"},"free":{"X":"1","x":"2"}}`
	if err := unmarshalJSON([]byte(data), &v); err != nil {
		t.Fatal(err)
	}
	if v.Name != "c" || v.Inner.Deep != "e" || v.Free["X"] != "1" || v.Free["x"] != "2" {
		t.Errorf("%+v, %+v", v, v.Inner)
	}
}
