package blackbox

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/url"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
	"github.com/cotejo/cotejo/testkit/sanitizetest"
	"github.com/cotejo/cotejo/testkit/service"
)

// Whatever way an attack takes into the store, a parser of HTML finds no element
// in what comes back.
func TestNoAttackIsStored(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir())
	c := login(t, p, p.Password)
	every := func(n int, all []string) (some []string) { // testkit/sanitizetest tries all vectors
		for i, attack := range all {
			if *slow || i%n == 0 {
				some = append(some, attack)
			}
		}
		return some
	}
	typed := every(4, sanitizetest.Vectors)
	for _, attack := range append(typed, every(64, awkwardStrings(t))...) {
		storeTyped(t, c, attack)
	}
	for i := 0; i < len(sanitizetest.Vectors); i += 15 {
		storePrinted(t, c, sanitizetest.Vectors[i:min(i+15, len(sanitizetest.Vectors))])
	}
	pages := []string{"/documents/search?page_size=200", "/tasks?per_page=100"}
	var list struct {
		Data []struct{ ID string }
		Meta struct{ TotalPages int }
	}
	for n := 1; n == 1 || n <= list.Meta.TotalPages; n++ {
		path := fmt.Sprintf("/documents?per_page=100&page=%d", n)
		if err := json.Unmarshal(call(t, c, "GET", path, "", 200), &list); err != nil {
			t.Fatal(err)
		}
		pages = append(pages, path)
		for _, d := range list.Data {
			pages = append(pages, "/documents/"+d.ID, "/documents/"+d.ID+"/history?per_page=100")
		}
	}
	if len(list.Data) == 0 || len(pages) < len(typed) {
		t.Fatalf("%d answers to look at", len(pages))
	}
	pages = append(pages, "/documents/"+list.Data[0].ID+"/compare/"+list.Data[len(list.Data)-1].ID)
	for _, attack := range typed {
		pages = append(pages, "/documents/search?q="+url.QueryEscape(attack))
	}
	for _, path := range pages {
		inspect(t, path, call(t, c, "GET", path, "", 200))
	}
	inspectWorkbook(t, call(t, c, "GET", "/export/excel", "", 200))
}

// storeTyped types an attack into every field, corrects every field with it, and
// looks for it.
func storeTyped(t *testing.T, c *service.Client, attack string) {
	t.Helper()
	fields := map[string]string{"doc_type": "tutela"}
	for _, f := range []string{"numero_acta", "demandante", "demandado", "radicado", "juzgado", "cedula", "correo",
		"direccion_demandante", "direccion_demandado", "observaciones", "etiquetas"} {
		fields[f] = "x" + attack
	}
	body, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	res, err := c.Do(t.Context(), "POST", "/documents/manual", "application/json", bytes.NewReader(body))
	if err != nil || res.Status >= 500 {
		t.Fatalf("%q: %v, %d %s", attack, err, res.Status, res.Body)
	}
	if res.Status != 201 {
		return // too many tags, mostly
	}
	inspect(t, "manual", res.Body)
	var made struct {
		Data struct {
			DocumentID string `json:"document_id"`
		}
	}
	if err := res.Decode(&made); err != nil {
		t.Fatal(err)
	}
	delete(fields, "doc_type")
	for name := range fields {
		fields[name] = attack + "y"
	}
	delete(fields, "etiquetas")
	body, err = json.Marshal(map[string]any{"validated_fields": fields, "original_fields": map[string]string{attack: attack}, "corrected_by": "z" + attack[:min(len(attack), 150)]})
	if err != nil {
		t.Fatal(err)
	}
	inspect(t, "validate", call(t, c, "PUT", "/documents/"+made.Data.DocumentID+"/validate", string(body), 200))
	body, err = json.Marshal(map[string]string{"demandante": attack + "y"})
	if err != nil {
		t.Fatal(err)
	}
	res, err = c.Do(t.Context(), "POST", "/documents/"+made.Data.DocumentID+"/recurring", "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if res.Status == 200 {
		inspect(t, "recurring", res.Body)
	}
}

// storePrinted sends PDFs in whose text, parties and file names are attacks.
func storePrinted(t *testing.T, c *service.Client, attacks []string) {
	t.Helper()
	f := filings.New(31, filings.Options{}).Of(document.Tutela)
	var blocks []filings.Block
	for i, attack := range attacks {
		blocks = append(blocks, filings.Block{Text: "ACCIONANTE: ANA " + attack + " LÓPEZ"}, filings.Block{Text: attack})
		if i < len(f.Blocks) {
			blocks = append(blocks, f.Blocks[i])
		}
	}
	f.Blocks = blocks
	made, err := paper.BornDigital(f, paper.Options{})
	if err != nil {
		t.Fatal(err)
	}
	id, err := c.Upload(t.Context(), attacks[0]+".pdf", made.PDF, "")
	if err != nil {
		t.Fatal(err)
	}
	task := ended(t, c, id)
	if task.Status != "completed" {
		t.Fatalf("%+v", task)
	}
	d, err := c.Document(t.Context(), task.Result.ID)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(d.Text, "ACCIONANTE: ANA") {
		t.Errorf("the paper is read as %.300q", d.Text)
	}
	inspect(t, "duplicates", call(t, c, "POST", "/documents/"+d.ID+"/duplicates", "", 200))
}

// inspect looks for elements in every string of an answer.
func inspect(t *testing.T, what string, body []byte) {
	t.Helper()
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		t.Fatalf("%s: %v: %.300s", what, err, body)
	}
	var visit func(at string, value any)
	visit = func(at string, value any) {
		switch v := value.(type) {
		case map[string]any:
			for name, child := range v {
				visit(at+"."+name, child)
			}
		case []any:
			for _, child := range v {
				visit(at+"[]", child)
			}
		case string:
			if found := sanitizetest.Elements(v); len(found) > 0 {
				t.Errorf("%s: %s is %.300q, in which there is %v", what, at, v, found)
			}
		}
	}
	visit("", value)
}

// inspectWorkbook looks for elements in every text of a workbook.
func inspectWorkbook(t *testing.T, data []byte) {
	t.Helper()
	book, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	texts := 0
	for _, f := range book.File {
		if !strings.Contains(f.Name, "sharedStrings") && !strings.Contains(f.Name, "worksheets/") {
			continue
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		for d := xml.NewDecoder(r); ; {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			text, ok := token.(xml.CharData)
			if !ok {
				continue
			}
			texts++
			if found := sanitizetest.Elements(string(text)); len(found) > 0 {
				t.Errorf("a cell is %.300q, in which there is %v", text, found)
			}
		}
		r.Close()
	}
	if texts < 100 {
		t.Errorf("%d texts in the workbook", texts)
	}
}
