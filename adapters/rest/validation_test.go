package rest

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"github.com/cotejo/cotejo/testkit/apitest"
)

// Every message of the library that checks requests has its own sentence.
func TestMessagesOfHumaAreTranslated(t *testing.T) {
	for _, message := range humaMessages(t) {
		sent := strings.NewReplacer("%v", "parsing x: invalid syntax", "%d", "7", "%s", "uno").Replace(message)
		d := (&API{}).detail(&huma.Operation{}, &huma.ErrorDetail{Location: "query.x", Message: sent})
		if d.Message == "No es válido." || strings.Contains(message, ": %v") && strings.Contains(d.Message, "parsing") {
			t.Errorf("%q becomes %q", sent, d.Message)
		}
		if found := apitest.English.FindString(strings.ReplaceAll(d.Message, "parsing x: invalid syntax", "")); found != "" {
			t.Errorf("%q becomes %q, which has %q", sent, d.Message, found)
		}
	}
}

// humaMessages reads the messages in the source of the library.
func humaMessages(t *testing.T) (messages []string) {
	out, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/danielgtaylor/huma/v2/validation").Output()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(out)), "messages.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			s, _ := strconv.Unquote(lit.Value)
			messages = append(messages, s)
		}
		return true
	})
	if len(messages) < 40 {
		t.Fatalf("only %d messages", len(messages))
	}
	return messages
}

// checked is a body with each kind of rule that huma knows.
type checked struct {
	Text      string   `json:"text" minLength:"2" maxLength:"3"`
	Moment    string   `json:"moment" format:"date-time"`
	Day       string   `json:"day" format:"date"`
	Hour      string   `json:"hour" format:"time"`
	Mail      string   `json:"mail" format:"email"`
	Host      string   `json:"host" format:"hostname"`
	Four      string   `json:"four" format:"ipv4"`
	Six       string   `json:"six" format:"ipv6"`
	Address   string   `json:"address" format:"uri"`
	ID        string   `json:"id" format:"uuid"`
	Long      string   `json:"long" format:"duration"`
	Regexp    string   `json:"regexp" format:"regex"`
	Whole     int      `json:"whole" minimum:"1" maximum:"2147483647"`
	Share     float64  `json:"share" exclusiveMinimum:"0" exclusiveMaximum:"1" multipleOf:"0.25"`
	Word      string   `json:"word" enum:"uno,dos"`
	List      []string `json:"list" minItems:"2" maxItems:"3" uniqueItems:"true"`
	Shape     string   `json:"shape" pattern:"^x$"`
	Described string   `json:"described" pattern:"^x$" patternDescription:"una equis"`
	Yes       bool     `json:"yes"`
	Object    struct{} `json:"object"`
}

// Each rule, broken in each way that JSON allows, is answered in Spanish.
func TestWrongValuesAreToldInSpanish(t *testing.T) {
	registry := huma.NewMapRegistry("#/", huma.DefaultSchemaNamer)
	schema := huma.SchemaFromType(registry, reflect.TypeFor[checked]())
	for name, property := range schema.Properties {
		told := 0
		for _, wrong := range []string{`""`, `"x y ["`, `"xxxxxxx"`, `0`, `1`, `-1`, `0.3`, `2147483648`, `1e300`, `true`, `null`, `{}`, `[]`, `["a","a"]`, `["a","b","c","d"]`, `[1]`, `["a"]`} {
			var v any
			if err := json.Unmarshal([]byte(wrong), &v); err != nil {
				t.Fatal(err)
			}
			result := &huma.ValidateResult{}
			huma.Validate(registry, property, huma.NewPathBuffer([]byte("body."+name), 0), huma.ModeWriteToServer, v, result)
			for _, err := range result.Errors {
				d := (&API{}).detail(&huma.Operation{}, err.(*huma.ErrorDetail))
				told++
				if found := apitest.English.FindString(d.Message); found != "" || d.Message == "No es válido." {
					t.Errorf("%s of %s: %q (%q)", wrong, name, d.Message, err)
				}
			}
		}
		if told < 10 {
			t.Errorf("%s: only %d of the values are wrong", name, told)
		}
	}
}
